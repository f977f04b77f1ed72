// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A timeline in the Chrome trace event format, which Perfetto (ui.perfetto.dev) and
 * chrome://tracing open. Threads become threads of one process with complete events ({@code X});
 * gauges and rates become counters ({@code C}). Times are microseconds with decimals. Source: Trace
 * Event Format, "JSON Object Format", "Complete Events", "Counter Events", "Metadata Events".
 */
public final class ChromeTrace {
    private static final int PROCESS = 1;
    private static final int PIECE = 1 << 16;

    private final Json json = new Json();
    private final Timeline timeline;

    private ChromeTrace(Timeline timeline) {
        this.timeline = timeline;
    }

    /** Writes a timeline to a file, replacing what was there. */
    public static void write(Timeline timeline, Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            new ChromeTrace(timeline).write(out);
        }
    }

    private void write(Writer out) throws IOException {
        json.open('{').key("displayTimeUnit").text("ms").key("otherData").open('{');
        timeline.totals().settings().forEach((name, value) -> json.key(name).text(value));
        json.key("verdict").text(Verdict.of(timeline.totals()).headline()).close('}');
        json.key("traceEvents").open('[');
        named("process_name", 0, "juggle");
        final List<ThreadTotals> threads = timeline.totals().threads();
        for (int i = 0; i < threads.size(); i++) {
            named("thread_name", i + 1, threads.get(i).name());
            sorted(i + 1);
        }
        for (int i = 0; i < threads.size(); i++) {
            spans(out, i + 1, timeline.spans().get(i));
        }
        counters(out);
        json.close(']').close('}');
        out.write(json.take());
    }

    private void named(String what, int thread, String name) {
        event("M", what, thread)
                .key("args")
                .open('{')
                .key("name")
                .text(name)
                .close('}')
                .close('}');
    }

    private void sorted(int thread) {
        event("M", "thread_sort_index", thread)
                .key("args")
                .open('{')
                .key("sort_index")
                .number(thread)
                .close('}')
                .close('}');
    }

    private void spans(Writer out, int thread, Spans spans) throws IOException {
        for (int i = 0; i < spans.count(); i++) {
            final ThreadState state = spans.state(i);
            event("X", state.label(), thread)
                    .key("cat")
                    .text(state.isWork() ? "work" : "wait")
                    .key("ts")
                    .decimal(spans.startNanos(i) / 1e3, 3)
                    .key("dur")
                    .decimal(spans.nanos(i) / 1e3, 3);
            figures(spans.bytes(i), spans.rows(i));
            json.close('}');
            flush(out);
        }
    }

    private void figures(long bytes, long rows) {
        if (bytes == 0 && rows == 0) {
            return;
        }
        json.key("args").open('{');
        json.key("bytes").number(bytes).key("rows").number(rows);
        json.close('}');
    }

    private void counters(Writer out) throws IOException {
        final Samples samples = timeline.samples();
        for (int i = 0; i < samples.count(); i++) {
            for (int g = 0; g < Gauge.COUNT; g++) {
                final Gauge gauge = Gauge.of(g);
                counter(gauge.label(), samples.nanos(i), (double) samples.value(i, gauge));
            }
            if (i > 0) {
                final double seconds = Math.max(1, samples.nanos(i) - samples.nanos(i - 1)) / 1e9;
                final long bytes = samples.bytes(i) - samples.bytes(i - 1);
                final long rows = samples.rows(i) - samples.rows(i - 1);
                counter("MiB/s", samples.nanos(i), bytes / seconds / (1 << 20));
                counter("rows/s", samples.nanos(i), rows / seconds);
            }
            flush(out);
        }
    }

    private void counter(String name, long nanos, double value) {
        event("C", name, 0)
                .key("ts")
                .decimal(nanos / 1e3, 3)
                .key("args")
                .open('{')
                .key("value")
                .decimal(value, 2)
                .close('}')
                .close('}');
    }

    private Json event(String phase, String name, int thread) {
        return json.open('{')
                .key("ph")
                .text(phase)
                .key("name")
                .text(name)
                .key("pid")
                .number(PROCESS)
                .key("tid")
                .number(thread);
    }

    private void flush(Writer out) throws IOException {
        if (json.length() > PIECE) {
            out.write(json.take());
        }
    }
}
