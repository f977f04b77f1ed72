// SPDX-License-Identifier: Apache-2.0
package dev.juggle.server;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counters of a server, in Prometheus's text format (version 0.0.4). Counted by every request's thread, each figure for
 * itself, so that a reading may be between two of them.
 */
final class Metrics {
    private static final double[] SECONDS = {0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10};

    private final Map<Integer, LongAdder> statuses = new java.util.concurrent.ConcurrentSkipListMap<>();
    private final AtomicLongArray buckets = new AtomicLongArray(SECONDS.length + 1);
    private final LongAdder nanos = new LongAdder();
    private final LongAdder rows = new LongAdder();
    private final AtomicLong requests = new AtomicLong();

    void count(int status, long tookNanos, long rowCount) {
        statuses.computeIfAbsent(status, _ -> new LongAdder()).increment();
        int bucket = 0;
        while (bucket < SECONDS.length && tookNanos > SECONDS[bucket] * 1e9) {
            bucket++;
        }
        buckets.incrementAndGet(bucket);
        nanos.add(tookNanos);
        rows.add(rowCount);
        requests.incrementAndGet();
    }

    String text() {
        StringBuilder out = new StringBuilder();
        head(out, "juggle_requests_total", "Requests answered, by status.", "counter");
        new TreeMap<>(statuses)
                .forEach((status, count) -> out.append("juggle_requests_total{status=\"")
                        .append(status)
                        .append("\"} ")
                        .append(count.sum())
                        .append('\n'));
        head(out, "juggle_rows_total", "Rows given.", "counter");
        out.append("juggle_rows_total ").append(rows.sum()).append('\n');
        head(out, "juggle_request_seconds", "How long requests took.", "histogram");
        long sum = 0;
        for (int i = 0; i < SECONDS.length; i++) {
            sum += buckets.get(i);
            out.append("juggle_request_seconds_bucket{le=\"")
                    .append(SECONDS[i])
                    .append("\"} ")
                    .append(sum)
                    .append('\n');
        }
        sum += buckets.get(SECONDS.length);
        out.append("juggle_request_seconds_bucket{le=\"+Inf\"} ").append(sum).append('\n');
        out.append("juggle_request_seconds_sum ").append(nanos.sum() / 1e9).append('\n');
        out.append("juggle_request_seconds_count ").append(sum).append('\n');
        head(out, "juggle_heap_bytes", "Java heap in use.", "gauge");
        Runtime runtime = Runtime.getRuntime();
        out.append("juggle_heap_bytes ")
                .append(runtime.totalMemory() - runtime.freeMemory())
                .append('\n');
        return out.toString();
    }

    private static void head(StringBuilder out, String name, String help, String type) {
        out.append("# HELP ").append(name).append(' ').append(help).append('\n');
        out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }
}
