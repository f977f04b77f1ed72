// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.EnumMap;
import java.util.Map;
import java.util.logging.Logger;

/**
 * The same comparison as {@link HtmlParserBench} by the time of the thread instead of the clock, for a machine that
 * does other things too: parsers take turns, so all see the same load, and the best of many rounds counts. What
 * collecting the garbage costs is not in these times, which favours those who make some.
 */
public final class HtmlComparison {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final Logger LOG = Logger.getLogger(HtmlComparison.class.getName());
    private static final int ROUNDS = 24;
    private static final long ROUND_BYTES = 4_000_000;

    private HtmlComparison() {}

    /** Compares all parsers on the pages named by the arguments; one line for a page. */
    public static void main(String[] pages) {
        for (String page : pages) {
            byte[] bytes = HtmlParsers.page(page);
            Map<HtmlParsers, Double> speeds = new EnumMap<>(HtmlParsers.class);
            Map<HtmlParsers, Double> garbage = new EnumMap<>(HtmlParsers.class);
            for (int round = 0; round < ROUNDS; round++) {
                for (HtmlParsers parser : HtmlParsers.values()) {
                    measure(parser, bytes, speeds, garbage);
                }
            }
            StringBuilder line = new StringBuilder(page + " " + bytes.length + " B:");
            speeds.forEach((parser, speed) ->
                    line.append(String.format("  %s %.0f MB/s, %.2f", parser, speed, garbage.get(parser))));
            LOG.info(line.toString());
        }
    }

    private static void measure(
            HtmlParsers parser, byte[] page, Map<HtmlParsers, Double> speeds, Map<HtmlParsers, Double> garbage) {
        int times = (int) Math.max(2, ROUND_BYTES / page.length);
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        long start = THREADS.getCurrentThreadCpuTime();
        int made = 0;
        for (int time = 0; time < times; time++) {
            made += parser.parse(page) == null ? 0 : 1;
        }
        long nanos = THREADS.getCurrentThreadCpuTime() - start;
        if (made != times) {
            throw new IllegalStateException(parser + " made nothing of a page");
        }
        double bytes = (double) times * page.length;
        speeds.merge(parser, 1e3 * bytes / nanos, Math::max);
        garbage.put(parser, (THREADS.getCurrentThreadAllocatedBytes() - allocated) / bytes);
    }
}
