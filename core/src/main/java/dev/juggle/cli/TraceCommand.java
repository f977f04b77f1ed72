// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import dev.juggle.trace.ChromeTrace;
import dev.juggle.trace.HtmlPage;
import dev.juggle.trace.Timeline;
import dev.juggle.trace.TraceFile;
import dev.juggle.trace.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what limited a recorded run, and turns its trace into a page or into Perfetto's format. */
@Command(
        name = "trace",
        description = {
            "Says where the time of a recorded run went, and which knob would help.",
            "Record one with juggle ingest … --trace FILE."
        },
        footer = {
            "juggle trace run.trace                     # the verdict",
            "juggle trace run.trace --html run.html     # the lanes of its threads, to look at"
        })
final class TraceCommand extends BasicCommand {
    @Parameters(index = "0", paramLabel = "FILE", description = "The recorded run.")
    private Path file;

    @Option(
            names = "--html",
            paramLabel = "OUT",
            order = 1,
            description = {
                "Write a page that shows it.",
                "The page is one file that needs nothing else, not even a network."
            })
    private @Nullable Path html;

    @Option(
            names = "--perfetto",
            paramLabel = "OUT",
            order = 2,
            description = {"Write it as Chrome trace events.", "Perfetto (ui.perfetto.dev) opens them."})
    private @Nullable Path perfetto;

    @Override
    public Integer call() throws IOException {
        Timeline timeline = TraceFile.read(file);
        if (html != null) {
            HtmlPage.write(timeline, html);
        }
        if (perfetto != null) {
            ChromeTrace.write(timeline, perfetto);
        }
        terminal().out().print(Verdict.of(timeline.totals()).text());
        if (timeline.droppedSpans() > 0) {
            terminal()
                    .say(Words.number(timeline.droppedSpans())
                            + " older spans weren't kept; they are missing from the drawing, not from the figures");
        }
        return ExitCode.CLEAN;
    }
}
