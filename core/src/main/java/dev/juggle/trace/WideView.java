// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * A run as lines of text, for a terminal: a line per thread with what it does and how it has spent
 * its time, the queues as bars, the verdict so far. It only makes the text; who shows it again and
 * again moves the cursor.
 *
 * <pre>
 * 12.4 s   1.2 GiB at 98.7 MiB/s   1,234,567 rows at 385,000/s   0 set aside
 * reader    waiting for a free arena          ██████░░░░░░░░░░░░░░  work  31 %
 * worker 1  parsing                           ████████████████░░░░  work  81 %
 * writer    placing                           ████████████████████  work  98 %
 * todo queue   ▪▪······  2 of 8    done queue   ▪▪▪▪▪▪··  6 of 8    free arenas  ········  0 of 8
 * The writer limits this run so far, …
 * </pre>
 */
public final class WideView {
    private static final int BAR_CHARS = 20;
    private static final int MOST_SLOTS = 16;
    private static final int NAME_CHARS = 14;
    private static final int STATE_CHARS = 34;
    private static final long RATE_NANOS = 2_000_000_000L;

    /** Threads in the way of the data, then by name; numbers in names by their value. */
    static final Comparator<ThreadTotals> ORDER = Comparator.comparing(ThreadTotals::kind)
            .thenComparingInt(thread -> thread.name().length())
            .thenComparing(ThreadTotals::name);

    private final Trace trace;
    private final boolean coloured;

    /**
     * A view of one run.
     *
     * @param coloured whether the text may carry ANSI colours
     */
    public WideView(Trace trace, boolean coloured) {
        this.trace = trace;
        this.coloured = coloured;
    }

    /** The lines of this moment, each cut to so many characters. */
    public List<String> lines(int columns) {
        return lines(trace.totals(), trace.samples(), columns);
    }

    List<String> lines(RunTotals totals, Samples samples, int columns) {
        final List<String> lines = new ArrayList<>();
        lines.add(cut(figures(totals, samples), columns));
        totals.threads().stream().sorted(ORDER).forEach(thread -> lines.add(line(thread, columns)));
        lines.add(cut(queues(samples), columns));
        lines.add(cut(Verdict.of(totals).headline(), columns));
        return lines;
    }

    private static String figures(RunTotals totals, Samples samples) {
        final int last = samples.count() - 1;
        if (last < 0) {
            return String.format(Locale.ROOT, "%.1f s", totals.nanos() / 1e9);
        }
        int from = last;
        while (from > 0 && samples.nanos(last) - samples.nanos(from) < RATE_NANOS) {
            from--;
        }
        final double seconds = Math.max(1, samples.nanos(last) - samples.nanos(from)) / 1e9;
        return String.format(
                Locale.ROOT,
                "%.1f s   %,.1f MiB at %.1f MiB/s   %,d rows at %,.0f/s   %,d set aside",
                totals.nanos() / 1e9,
                samples.bytes(last) / (double) (1 << 20),
                (samples.bytes(last) - samples.bytes(from)) / seconds / (1 << 20),
                samples.rows(last),
                (samples.rows(last) - samples.rows(from)) / seconds,
                samples.value(last, Gauge.SET_ASIDE));
    }

    private String line(ThreadTotals thread, int columns) {
        final Running running = thread.running();
        final String doing = running == null ? "ended" : running.state().label();
        final long all = thread.workNanos() + thread.waitNanos();
        final double work = all == 0 ? 0 : (double) thread.workNanos() / all;
        final String text = padded(thread.name(), NAME_CHARS)
                + padded(doing, STATE_CHARS)
                + bar(work)
                + String.format(Locale.ROOT, "  work %3.0f %%", work * 100);
        final String line = cut(text, columns);
        return running == null || !coloured ? line : inColour(line, running.state());
    }

    /** Colours the state's words: work in its colour, a wait dimmed in the colour waited for. */
    private static String inColour(String line, ThreadState state) {
        final int end = Math.min(line.length(), NAME_CHARS + state.label().length());
        if (end <= NAME_CHARS) {
            return line;
        }
        final int colour = state.colour();
        final String start = String.format(
                Locale.ROOT,
                "\u001b[%s38;2;%d;%d;%dm",
                state.isWork() ? "1;" : "2;",
                (colour >> 16) & 0xff,
                (colour >> 8) & 0xff,
                colour & 0xff);
        return line.substring(0, NAME_CHARS) + start + line.substring(NAME_CHARS, end) + "\u001b[0m"
                + line.substring(end);
    }

    private static String bar(double share) {
        final int filled = (int) Math.round(share * BAR_CHARS);
        return "█".repeat(filled) + "░".repeat(BAR_CHARS - filled);
    }

    private static String queues(Samples samples) {
        final List<String> parts = new ArrayList<>();
        final int last = samples.count() - 1;
        for (int i = 0; i < Gauge.COUNT && last >= 0; i++) {
            final long capacity = samples.capacity(Gauge.of(i));
            if (capacity > 0) {
                parts.add(queue(Gauge.of(i), samples.value(last, Gauge.of(i)), capacity));
            }
        }
        return String.join("   ", parts);
    }

    private static String queue(Gauge gauge, long depth, long capacity) {
        final int slots = (int) Math.min(MOST_SLOTS, capacity);
        final int filled = (int) Math.ceilDiv(Math.clamp(depth, 0, capacity) * slots, capacity);
        return gauge.label() + " " + "▪".repeat(filled) + "·".repeat(slots - filled) + " " + depth + " of " + capacity;
    }

    private static String padded(String text, int chars) {
        final String shown = text.length() < chars ? text : text.substring(0, chars - 2) + "…";
        return shown + " ".repeat(chars - shown.length());
    }

    private static String cut(String line, int columns) {
        return line.length() <= columns ? line : line.substring(0, Math.max(0, columns - 1)) + "…";
    }
}
