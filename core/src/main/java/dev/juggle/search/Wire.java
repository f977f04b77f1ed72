// SPDX-License-Identifier: Apache-2.0
package dev.juggle.search;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An answer on its way from a server to a search, line by line: {@code {"source":N,"shard":…,"table":…,"names":[…]}} before the
 * first hit of each source, {@code [N,row,[keys],[values]]} for a hit, {@code {"end":[…]}} with each shard's state. Without the
 * last line the answer is not complete.
 */
public final class Wire {
    private final Map<Hit.Source, Integer> sources = new HashMap<>();
    private final StringBuilder out = new StringBuilder();

    /** The lines for a hit. */
    public String hit(Hit hit) {
        out.setLength(0);
        Integer source = sources.get(hit.source());
        if (source == null) {
            source = sources.size();
            sources.put(hit.source(), source);
            out.append("{\"source\":").append(source).append(",\"shard\":");
            JsonText.text(out, hit.shard()).append(",\"table\":");
            JsonText.text(out, hit.table()).append(",\"names\":[");
            for (int i = 0; i < hit.names().size(); i++) {
                JsonText.text(out.append(i == 0 ? "" : ","), hit.names().get(i));
            }
            out.append("]}\n");
        }
        out.append('[').append(source).append(',');
        JsonText.value(out, hit.row()).append(",[");
        for (int i = 0; i < hit.keys(); i++) {
            JsonText.value(out.append(i == 0 ? "" : ","), hit.key(i));
        }
        out.append("],[");
        List<@Nullable Object> values = hit.values();
        for (int i = 0; i < values.size(); i++) {
            JsonText.value(out.append(i == 0 ? "" : ","), values.get(i));
        }
        return out.append("]]\n").toString();
    }

    /** The last line. */
    public static String end(List<ShardStatus> statuses) {
        return "{\"end\":" + states(statuses) + "}\n";
    }

    /** The state of each shard as a JSON array. */
    public static String states(List<ShardStatus> statuses) {
        StringBuilder out = new StringBuilder("[");
        for (ShardStatus status : statuses) {
            out.append(out.length() == 1 ? "" : ", ").append("{\"shard\": ");
            JsonText.text(out, status.shard()).append(", \"ok\": ").append(status.failure() == null);
            if (status.failure() != null) {
                JsonText.text(out.append(", \"error\": "), status.failure());
            }
            out.append(", \"rows\": ")
                    .append(status.rows())
                    .append(", \"micros\": ")
                    .append(status.micros());
            if (!status.missing().isEmpty()) {
                out.append(", \"missing\": [");
                int first = out.length();
                for (String name : status.missing()) {
                    JsonText.text(out.append(out.length() == first ? "" : ", "), name);
                }
                out.append(']');
            }
            out.append('}');
        }
        return out.append(']').toString();
    }
}
