// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import dev.juggle.arena.BlockArena;
import dev.juggle.arena.MallocAllocator;
import dev.juggle.html.HtmlParser;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/*
 * The experiment that started this: an HTML parser in C spent 26 % of its time in malloc and free, and an arena took 8 to
 * 30 % off. Here the same parser runs over an arena and over malloc, in turns, and the calls of malloc and free alone are
 * replayed without the parser. From that follow the share that they have of our time, and the one that the same calls
 * would have of the time of a parser as fast as that one was: there a call is no downcall, so its price is taken off.
 */
/** The HTML parser in an arena against the same parser with a malloc for each piece: {@code juggle bench html}. */
final class HtmlArena {
    /** What may be given. */
    static final List<String> ARGUMENTS = List.of(
            "PAGE...          pages by their letters (A B E G: the four sizes; F and H are there too)",
            "--pages FOLDER   where they are; else they are fetched once by bench/html-pages.sh (network, apt, npm)",
            "--rounds N       how often each way has its turn; the best counts (24)",
            "--speed MB/S     of the parser in C whose share is worked out (42: gumbo)");

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long ROUND_BYTES = 4_000_000;
    private static final int CALLS = 200_000;
    private static final MethodHandle ABSOLUTE = absolute();

    /** Best time of each way so far, nanoseconds a page. */
    private double kept = Double.MAX_VALUE;

    private double fresh = Double.MAX_VALUE;
    private double each = Double.MAX_VALUE;
    private double calls = Double.MAX_VALUE;
    private double downcall = Double.MAX_VALUE;

    private HtmlArena() {}

    /** Measures the pages named, or the four sizes, and prints a table. */
    static void main(String[] arguments) throws IOException, InterruptedException {
        Options options = new Options(arguments, "--pages", "--rounds", "--speed");
        long rounds = options.number("--rounds", 24);
        long speed = options.number("--speed", 42);
        System.setProperty("juggle.pages", pages(options).toString());
        MarkdownTable table = new MarkdownTable(
                "page",
                "bytes>",
                "arena MB/s>",
                "new arena each>",
                "malloc each>",
                "arena takes off>",
                "calls>",
                "ns a pair>",
                "share of malloc and free>",
                "share at " + speed + " MB/s in C>");
        for (String letter : options.others().isEmpty() ? List.of("A", "B", "E", "G") : options.others()) {
            new HtmlArena().measure(letter, rounds, speed, table);
        }
        System.out.println(table);
        System.out.println("Machine: " + Command.machine() + ".");
    }

    private static Path pages(Options options) throws IOException, InterruptedException {
        String given = options.text("--pages", "");
        Path folder = given.isEmpty() ? Corpora.caches().resolve("html-pages") : Path.of(given);
        if (!Files.exists(folder.resolve("H.html"))) {
            System.err.println("fetching pages to " + folder);
            Command.run("sh", Command.root().resolve("bench/html-pages.sh"), folder)
                    .orStop("fetching the pages");
        }
        return folder;
    }

    private void measure(String letter, long rounds, long speed, MarkdownTable table) {
        byte[] page = HtmlParsers.page(letter);
        AllocationLog log = new AllocationLog();
        try (HtmlParser inArena = new HtmlParser(new BlockArena());
                HtmlParser inMalloc = new HtmlParser(new MallocAllocator());
                HtmlParser logged = new HtmlParser(log);
                MallocAllocator replayed = new MallocAllocator()) {
            logged.parseUtf8(page);
            for (long round = 0; round < rounds; round++) {
                kept = Math.min(kept, nanos(page, () -> inArena.parseUtf8(page)));
                fresh = Math.min(fresh, nanos(page, () -> parseOnce(page)));
                each = Math.min(each, nanos(page, () -> inMalloc.parseUtf8(page)));
                calls = Math.min(calls, nanos(page, () -> log.replay(replayed)));
                downcall = Math.min(downcall, downcallNanos());
            }
            add(letter, page.length, log, speed, table);
        }
    }

    private void add(String letter, int bytes, AllocationLog log, long speed, MarkdownTable table) {
        double inC = Math.max(0, calls - 2 * downcall * log.count());
        double slow = 1e3 * bytes / speed;
        table.add(
                letter,
                bytes,
                rounded(1e3 * bytes / kept),
                rounded(1e3 * bytes / fresh),
                rounded(1e3 * bytes / each),
                percent(1 - kept / each),
                log.count(),
                rounded(calls / log.count()),
                percent(calls / each),
                percent(inC / slow));
    }

    private static void parseOnce(byte[] page) {
        try (HtmlParser parser = new HtmlParser()) {
            parser.parseUtf8(page);
        }
    }

    /** The thread's time for one page, nanoseconds. */
    private static double nanos(byte[] page, Runnable way) {
        int times = (int) Math.max(2, ROUND_BYTES / page.length);
        long start = THREADS.getCurrentThreadCpuTime();
        for (int time = 0; time < times; time++) {
            way.run();
        }
        return (THREADS.getCurrentThreadCpuTime() - start) / (double) times;
    }

    /** What going from Java to C and back costs by itself, nanoseconds: C's function for an absolute value does nothing. */
    private static double downcallNanos() {
        long start = THREADS.getCurrentThreadCpuTime();
        long sum = 0;
        try {
            for (int call = 0; call < CALLS; call++) {
                sum += (long) ABSOLUTE.invokeExact((long) -call);
            }
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        if (sum != (long) CALLS * (CALLS - 1) / 2) {
            throw new AssertionError("labs");
        }
        return (THREADS.getCurrentThreadCpuTime() - start) / (double) CALLS;
    }

    @SuppressWarnings("restricted")
    private static MethodHandle absolute() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().find("labs").orElseThrow(),
                FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG),
                Linker.Option.critical(false));
    }

    private static String rounded(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }
}
