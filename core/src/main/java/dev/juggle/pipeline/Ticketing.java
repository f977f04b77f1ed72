// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.catalog.Catalog;
import dev.juggle.json.ParsedDocument;
import dev.juggle.shred.Rejection;
import dev.juggle.shred.Shredder;
import java.util.List;

/**
 * The step that all jobs take in input order: new names and row ids, the end that {@code --limit} sets, the stop that
 * {@code --fail-fast} asks for. Whoever calls holds the ticket gate.
 */
final class Ticketing {
    private final Catalog catalog;
    private final IngestOptions options;
    private final ExtentFeed feed;

    Ticketing(RunContext run) {
        this.catalog = run.catalog();
        this.options = run.options();
        this.feed = run.feed();
    }

    /** Gives a surveyed job its place. */
    void take(Job job, Shredder shredder) {
        shredder.ticket();
        JobCounts counts = counts(job, shredder);
        List<String> rejections = shredder.rejections().stream()
                .limit(ErrorLog.MOST)
                .map(Rejection::describe)
                .toList();
        if (options.isFailFast()) {
            stopAtFirst(job, rejections, counts.warnings());
        }
        job.ticketed(shredder.changes(), rejections, counts);
        if (catalog.recordsTaken() >= options.shred().maxRecords()) {
            feed.stop();
        }
    }

    /** A document for a worker to parse into. */
    ParsedDocument newDocument() {
        return new ParsedDocument(options.limits());
    }

    private void stopAtFirst(Job job, List<String> rejections, long warnings) {
        List<String> problems = job.extent().problems();
        if (!problems.isEmpty()) {
            throw new FailFastException(problems.getFirst());
        }
        if (!rejections.isEmpty()) {
            throw new FailFastException(rejections.getFirst());
        }
        if (options.isStrict() && warnings > 0) {
            throw new FailFastException(job.files().getFirst().input.path() + ": " + ErrorLog.warnings(warnings));
        }
    }

    private static JobCounts counts(Job job, Shredder shredder) {
        long empty = 0;
        long raw = 0;
        long text = 0;
        int admitted = shredder.admittedFiles();
        boolean isPart = job.files().getFirst().slice != null;
        for (LoadedFile file : isPart ? job.files() : job.files().subList(0, admitted)) {
            empty += file.isEmpty ? 1 : 0;
            raw += file.rawBytes;
            text += file.textBytes();
        }
        return new JobCounts(
                admitted,
                empty,
                raw,
                text,
                shredder.records(),
                shredder.rowCount(),
                shredder.setAside(),
                shredder.warnings());
    }
}
