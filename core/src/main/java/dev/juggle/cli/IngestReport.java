// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import dev.juggle.arena.MemoryBudget;
import dev.juggle.pipeline.IngestSummary;
import dev.juggle.pipeline.IngestSummary.Outcome;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What an ingest came to, in a few lines: first what is wrong, then what is there, then what it took. */
final class IngestReport {
    /** Below this the pages that every database has say nothing about the data. */
    private static final long WORTH_COMPARING_BYTES = 1 << 20;

    private final IngestSummary summary;
    private final @Nullable Path target;
    private final MemoryBudget budget;

    IngestReport(IngestSummary summary, @Nullable Path target, MemoryBudget budget) {
        this.summary = summary;
        this.target = target;
        this.budget = budget;
    }

    /** The lines, each with its end. */
    String text() {
        StringBuilder text = new StringBuilder();
        summary.messages().forEach(message -> text.append(message).append('\n'));
        if (summary.moreMessages() > 0) {
            text.append("… and ").append(Words.number(summary.moreMessages())).append(" more, in _juggle_errors\n");
        }
        return text.append(
                        switch (summary.outcome()) {
                            case NOTHING_FOUND -> "juggle: nothing to read\n";
                            case STOPPED ->
                                "juggle: stopped at the first error (--fail-fast); " + target + " was not made\n";
                            case INTERRUPTED ->
                                "juggle: interrupted; what was finished is in " + target + ".part\n" + figures();
                            case COMPLETE -> figures();
                        })
                .toString();
    }

    private String figures() {
        TextTable lines = new TextTable();
        lines.row(target + (summary.outcome() == Outcome.INTERRUPTED ? ".part" : ""), contents());
        lines.row("  in", in());
        lines.row("  out", Words.bytes(summary.databaseBytes()) + share());
        lines.row("  time", time());
        lines.row("  set aside", setAside());
        if (summary.storedAgain() > 0) {
            lines.row(
                    "  repeats",
                    "about " + Words.count(summary.storedAgain(), "value") + " stored more than once: --memory is too"
                            + " little to keep more than " + Words.bytes(budget.identityBytes()) + " of them in mind");
        }
        return lines.text("");
    }

    private String contents() {
        return Words.count(summary.documents(), "document") + ", " + Words.count(summary.records(), "record") + ", "
                + Words.count(summary.tables(), "table") + ", " + Words.count(summary.rows(), "row");
    }

    private String in() {
        String unpacked = Words.bytes(summary.bytesUnpacked());
        String read = summary.bytesRead() == summary.bytesUnpacked()
                ? unpacked
                : Words.bytes(summary.bytesRead()) + ", " + unpacked + " unpacked";
        return read
                + (summary.emptyDocuments() == 0 ? "" : "; " + Words.count(summary.emptyDocuments(), "empty document"));
    }

    private String share() {
        if (summary.bytesUnpacked() < WORTH_COMPARING_BYTES) {
            return "";
        }
        return " (" + Words.percent(summary.databaseBytes(), summary.bytesUnpacked()) + " of the input)";
    }

    private String time() {
        String memory = summary.peakMemoryBytes() < 0
                ? ""
                : "; memory " + Words.bytes(summary.peakMemoryBytes()) + " (--memory "
                        + Words.bytes(budget.memoryBytes()) + ")";
        double rate = summary.mebibytesPerSecond();
        return Words.seconds(summary.nanos() / 1e9)
                + String.format(Locale.ROOT, rate < 10 ? ", %.2f MiB/s" : ", %.1f MiB/s", rate)
                + memory;
    }

    /** Records read = records stored + set aside. */
    private String setAside() {
        String warnings = summary.warnings() == 0 ? "" : "; " + Words.count(summary.warnings(), "warning");
        String problems = summary.problems() == 0 ? "" : "; " + Words.count(summary.problems(), "path") + " not read";
        return summary.setAside() == 0
                ? "nothing" + problems + warnings
                : Words.number(summary.setAside()) + " of " + Words.count(summary.recordsRead(), "record") + " read"
                        + problems + warnings;
    }
}
