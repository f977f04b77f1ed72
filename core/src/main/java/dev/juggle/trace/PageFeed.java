// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the page is told, as JSON: once {@link #hello}, then {@link #next} again and again, each
 * time what is new to this viewer. The self-contained page gets the same two messages from a
 * finished {@link Timeline}, so there is one page and one format.
 *
 * <pre>
 * hello  = {"states": [{"name", "label", "symbol", "stage", "work", "colour", "pattern"}],
 *           "gauges": [label], "live": boolean, "startMillis": n}
 * next   = {"now": ns, "closed": boolean, "settings": [[name, value]], "capacities": [n],
 *           "threads": [{"name", "kind", "start": ns, "end": ns, "running": [state, since ns] | null,
 *                        "totals": [[state, ns, spans, bytes, rows]]}],
 *           "spans": [[first, start µs − end µs before, length µs, state, bytes, rows, …]],
 *           "samples": [[ns, bytes, rows, gauge…]],
 *           "verdict": {"limit", "label", "headline", "advice", "details"}}
 * </pre>
 *
 * <p><b>Threads:</b> one feed per viewer, used by one thread at a time. <b>Memory:</b> a message
 * carries at most {@link #MOST_SPANS} spans per thread; the rest waits in the recorders' rings, and
 * a viewer that is too slow for them misses the oldest, as the gap in {@code first} shows.
 */
public final class PageFeed {
    private static final int MOST_SPANS = 8192;

    private final Trace trace;
    private final List<Long> sentSpans = new ArrayList<>();
    private long sentSampleNanos = -1;

    /** A feed for one viewer of a running trace, from its beginning as far as the rings reach. */
    public PageFeed(Trace trace) {
        this.trace = trace;
    }

    /** The first message. */
    public String hello() {
        return hello(true, trace.startMillis());
    }

    /** What is new since the last call. */
    public String next() {
        // closed first: what is read after it is then all there will be
        final boolean closed = trace.isClosed();
        final List<TraceRecorder> recorders = trace.recorders();
        final RunTotals totals = trace.totals(recorders);
        final List<Spans> spans = new ArrayList<>();
        for (int i = 0; i < recorders.size(); i++) {
            if (i == sentSpans.size()) {
                sentSpans.add(0L);
            }
            final Spans fresh = recorders.get(i).copySpans(sentSpans.get(i), MOST_SPANS);
            sentSpans.set(i, fresh.next());
            spans.add(fresh);
        }
        final Samples samples = trace.samplesAfter(sentSampleNanos);
        if (samples.count() > 0) {
            sentSampleNanos = samples.nanos(samples.count() - 1);
        }
        return update(new Timeline(trace.startMillis(), totals, spans, samples), closed);
    }

    /** Whether a viewer that got all of {@link #next} so far has everything of a run that is over. */
    public boolean isComplete() {
        if (!trace.isClosed()) {
            return false;
        }
        final List<TraceRecorder> recorders = trace.recorders();
        for (int i = 0; i < recorders.size(); i++) {
            if (i >= sentSpans.size()
                    || recorders.get(i).copySpans(sentSpans.get(i), 1).count() > 0) {
                return false;
            }
        }
        return true;
    }

    /** The two messages of a finished run, as an array. */
    static String whole(Timeline timeline) {
        return "[" + hello(false, timeline.startMillis()) + ",\n" + update(timeline, true) + "]";
    }

    private static String hello(boolean live, long startMillis) {
        final Json json = new Json();
        json.open('{').key("live").truth(live).key("startMillis").number(startMillis);
        json.key("states").open('[');
        for (int i = 0; i < ThreadState.COUNT; i++) {
            final ThreadState state = ThreadState.of(i);
            json.open('{').key("name").text(state.name()).key("label").text(state.label());
            json.key("symbol").text(String.valueOf(state.symbol()));
            json.key("stage").text(state.stage().label()).key("work").truth(state.isWork());
            json.key("colour").number(state.colour());
            json.key("pattern").text(state.pattern().name()).close('}');
        }
        json.close(']').key("gauges").open('[');
        for (int i = 0; i < Gauge.COUNT; i++) {
            json.text(Gauge.of(i).label());
        }
        return json.close(']').close('}').toString();
    }

    private static String update(Timeline timeline, boolean closed) {
        final Json json = new Json();
        final RunTotals totals = timeline.totals();
        json.open('{').key("now").number(totals.nanos()).key("closed").truth(closed);
        json.key("settings").open('[');
        for (Map.Entry<String, String> setting : totals.settings().entrySet()) {
            json.open('[').text(setting.getKey()).text(setting.getValue()).close(']');
        }
        json.close(']').key("capacities").open('[');
        for (int i = 0; i < Gauge.COUNT; i++) {
            json.number(timeline.samples().capacity(Gauge.of(i)));
        }
        json.close(']').key("threads").open('[');
        totals.threads().forEach(thread -> thread(json, thread));
        json.close(']').key("spans").open('[');
        timeline.spans().forEach(spans -> spans(json, spans));
        json.close(']').key("samples").open('[');
        samples(json, timeline.samples());
        json.close(']').key("verdict");
        verdict(json, Verdict.of(totals));
        return json.close('}').toString();
    }

    private static void thread(Json json, ThreadTotals thread) {
        json.open('{')
                .key("name")
                .text(thread.name())
                .key("kind")
                .text(thread.kind().label());
        json.key("start").number(thread.lifetime().startNanos());
        json.key("end").number(thread.lifetime().endNanos()).key("running");
        final Running running = thread.running();
        if (running == null) {
            json.nothing();
        } else {
            json.open('[')
                    .number(running.state().index())
                    .number(running.sinceNanos())
                    .close(']');
        }
        json.key("totals").open('[');
        for (int i = 0; i < ThreadState.COUNT; i++) {
            final StateTotal total = thread.states().get(i);
            if (total.spans() > 0) {
                json.open('[').number(i).number(total.nanos()).number(total.spans());
                json.number(total.bytes()).number(total.rows()).close(']');
            }
        }
        json.close(']').close('}');
    }

    /** Start and end are rounded, not the length, so that spans still meet. */
    private static void spans(Json json, Spans spans) {
        json.open('[').number(spans.first());
        long end = 0;
        for (int i = 0; i < spans.count(); i++) {
            final long start = spans.startNanos(i) / 1000;
            final long newEnd = spans.endNanos(i) / 1000;
            json.number(start - end)
                    .number(newEnd - start)
                    .number(spans.state(i).index());
            json.number(spans.bytes(i)).number(spans.rows(i));
            end = newEnd;
        }
        json.close(']');
    }

    private static void samples(Json json, Samples samples) {
        for (int i = 0; i < samples.count(); i++) {
            json.open('[').number(samples.nanos(i)).number(samples.bytes(i)).number(samples.rows(i));
            for (int g = 0; g < Gauge.COUNT; g++) {
                json.number(samples.value(i, Gauge.of(g)));
            }
            json.close(']');
        }
    }

    private static void verdict(Json json, Verdict verdict) {
        json.open('{').key("limit").text(verdict.limit().name());
        json.key("label").text(verdict.limit().label());
        json.key("headline").text(verdict.headline()).key("advice").text(verdict.advice());
        json.key("details").open('[');
        verdict.details().forEach(json::text);
        json.close(']').close('}');
    }
}
