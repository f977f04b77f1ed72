// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import dev.juggle.search.ShardStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Says which shards failed and why, and which names lead nowhere in which of them. */
final class ShardReport {
    private static final int NAMED = 3;

    private final List<ShardStatus> statuses;
    private final int shards;
    private final Map<String, String> failed = new LinkedHashMap<>();

    ShardReport(List<ShardStatus> statuses, int shards) {
        this.statuses = statuses;
        this.shards = shards;
        for (ShardStatus status : statuses) {
            if (status.failure() != null) {
                failed.putIfAbsent(status.shard(), status.failure());
            }
        }
    }

    void say(Terminal terminal, boolean explains) {
        if (explains) {
            for (ShardStatus status : statuses) {
                terminal.say(status.shard() + ": " + Words.count(status.rows(), "row") + ", "
                        + Words.number(status.micros()) + " µs" + (status.failure() == null ? "" : ", then failed"));
            }
        }
        failed.forEach((shard, reason) -> terminal.say(shard + ": " + reason));
        Map<String, List<String>> missing = new LinkedHashMap<>();
        for (ShardStatus status : statuses) {
            for (String name : status.missing()) {
                List<String> where = missing.computeIfAbsent(name, _ -> new ArrayList<>());
                if (!where.contains(status.shard())) {
                    where.add(status.shard());
                }
            }
        }
        missing.forEach((name, where) -> terminal.say(name + ": " + where(where) + "; NULL there"));
        if (!failed.isEmpty()) {
            terminal.say((shards - failed.size()) + " of " + Words.count(shards, "shard") + " answered");
        }
    }

    private String where(List<String> lacking) {
        if (lacking.size() == shards) {
            return shards == 1 ? "not in " + lacking.getFirst() : "in none of the shards";
        }
        int named = Math.min(NAMED, lacking.size());
        return "not in " + String.join(", ", lacking.subList(0, named))
                + (lacking.size() > named ? " and " + Words.number(lacking.size() - named) + " more" : "");
    }

    int exitCode(boolean requiresAll, long rows) {
        if (!failed.isEmpty()) {
            return requiresAll || failed.size() == shards ? ExitCode.FAILED : ExitCode.FOUND;
        }
        return rows == 0 ? ExitCode.FOUND : ExitCode.CLEAN;
    }
}
