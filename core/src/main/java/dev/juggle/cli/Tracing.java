// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import dev.juggle.server.Server;
import dev.juggle.trace.Trace;
import dev.juggle.trace.TraceFile;
import dev.juggle.trace.TraceOptions;
import dev.juggle.trace.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The options of a run that is looked at: what is recorded of it, and who is shown it. Nothing is
 * recorded unless one of them asks for it or a JFR recording is running.
 */
final class Tracing {
    @Option(
            names = "--explain",
            order = 30,
            description = "Say at the end what limited the run, and which knob would help.")
    private boolean explain;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            order = 31,
            description = {"Record what each thread does.", "Look at it with juggle trace FILE."})
    private @Nullable Path file;

    @Option(
            names = "--ui",
            order = 32,
            description = {
                "Show the run as it happens, on a page of this machine.",
                "Its address is printed; on a terminal the page stays until you press Enter."
            })
    private boolean page;

    @Option(
            names = "--progress",
            paramLabel = "HOW",
            order = 33,
            description = {
                "What a terminal shows meanwhile: bar (the default), wide or none.",
                "wide: a line per thread with its state and its share of work, and the queues as bars."
            })
    private String progress = "bar";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** The trace to run with; {@link Trace#OFF} if nothing asks for one. */
    Trace start() {
        if (!progress.equals("bar") && !progress.equals("wide") && !progress.equals("none")) {
            throw new ParameterException(spec.commandLine(), "--progress takes bar, wide or none, not " + progress);
        }
        boolean isDrawn = page || file != null;
        boolean isTold = explain || progress.equals("wide") || FlightRecorder.isInitialized();
        if (!isDrawn && !isTold) {
            return Trace.OFF;
        }
        return Trace.start(isDrawn ? TraceOptions.DRAWN : TraceOptions.TOTALS);
    }

    /** Starts the page and says where it is; null if it isn't asked for. */
    @Nullable
    Server serve(Trace trace, Terminal terminal) throws IOException {
        if (!page) {
            return null;
        }
        Server server = Server.start(trace, 0);
        terminal.say("watch the run at " + server.uri());
        return server;
    }

    /** What a terminal shows of the run; null for nothing. */
    @Nullable
    RunView view(Trace trace, Terminal terminal) {
        if (!terminal.isLive() || progress.equals("none")) {
            return null;
        }
        return progress.equals("wide") ? new WideProgress(trace, terminal) : new ProgressBar(terminal);
    }

    /** After the run: writes the trace and says the verdict. */
    void finish(Trace trace, Terminal terminal) throws IOException {
        if (file != null) {
            TraceFile.write(trace.timeline(), file);
        }
        if (explain) {
            terminal.err().print(Verdict.of(trace.totals()).text());
        }
    }

    /** Keeps the page up: on a terminal, until Enter is pressed; elsewhere nobody could say when. */
    void linger(@Nullable Server server, Terminal terminal) throws IOException {
        if (server != null && terminal.isLive()) {
            terminal.say("the page stays until you press Enter");
            while (System.in.read() > '\n') {
                // what was typed before Enter
            }
        }
    }
}
