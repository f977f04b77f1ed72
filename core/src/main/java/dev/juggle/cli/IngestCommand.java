// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import dev.juggle.arena.MemoryBudget;
import dev.juggle.catalog.CatalogStrategy;
import dev.juggle.html.PageOptions;
import dev.juggle.json.Limits;
import dev.juggle.pipeline.Ingest;
import dev.juggle.pipeline.IngestOptions;
import dev.juggle.pipeline.IngestSummary;
import dev.juggle.pipeline.InputOptions;
import dev.juggle.pipeline.ReaderMode;
import dev.juggle.pipeline.WriterKind;
import dev.juggle.server.Server;
import dev.juggle.shred.PageRules;
import dev.juggle.shred.PlanOptions;
import dev.juggle.shred.PlanText;
import dev.juggle.shred.ShredOptions;
import dev.juggle.shred.UserIndexes;
import dev.juggle.trace.Trace;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Turns JSON and HTML into a new database. */
@Command(
        name = "ingest",
        description = {
            "Turns JSON files and HTML pages into a SQLite database, with nothing lost.",
            "Reads single values, arrays, NDJSON, concatenated values and RFC 7464 sequences, in UTF-8, or in UTF-16",
            "or UTF-32 with a byte-order mark, plain or compressed with gzip or zstd: by content, not by name. Files of",
            "one folder share a table. What can't be read is set aside with its place, and the run goes on."
        },
        footer = {
            "juggle ingest data/ -o out.db                              # a folder, all of it",
            "curl -s https://example.org/log.ndjson | juggle ingest - -o log.db  # standard input"
        })
final class IngestCommand extends BasicCommand {
    private static final int FINISH_SECONDS = 60;

    @Mixin
    private InputFlags input;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DB",
            order = 1,
            description = {"The database to make.", "It is built as DB.part and renamed when it is complete."})
    private @Nullable Path output;

    @Option(names = "--limit", paramLabel = "N", order = 7, description = "Stop after N records.")
    private long limit = Long.MAX_VALUE;

    @Option(names = "--fail-fast", order = 8, description = "Stop at the first thing that would be set aside.")
    private boolean failFast;

    @Option(
            names = "--strict",
            order = 9,
            description = "Let warnings count as errors (duplicate keys, no value at --path).")
    private boolean strict;

    @Option(
            names = "--invalid-utf8",
            paramLabel = "replace",
            order = 10,
            description = "Put U+FFFD where bytes are no UTF-8, instead of setting the record aside.")
    private String invalidUtf8 = "";

    @Option(
            names = "--index",
            paramLabel = "PATH",
            order = 12,
            description = "Index the values at this path, as `juggle index` does afterwards; repeatable.")
    private List<String> indexes = List.of();

    @Option(
            names = "--fts",
            paramLabel = "PATH",
            order = 12,
            description = "Make a full-text index of the texts at this path; repeatable.")
    private List<String> fullText = List.of();

    @Option(
            names = "--select",
            paramLabel = "NAME=CSS",
            order = 13,
            description = {
                "Give HTML pages a column: the text of the first element found; repeatable.",
                "NAME[]=CSS: a table of all that it finds; NAME=CSS@ATTRIBUTE: an attribute's value."
            })
    private List<String> selects = List.of();

    @Option(names = "--nodes", order = 14, description = "Of HTML pages keep every node, as rows.")
    private boolean nodes;

    @Option(
            names = "--keep-source",
            order = 15,
            description = "Keep the bytes of HTML pages too, compressed, so that rebuild gives them back.")
    private boolean keepSource;

    @Option(names = "--force", order = 11, description = "Replace an existing database.")
    private boolean force;

    @Option(
            names = "--reader",
            paramLabel = "MODE",
            order = 20,
            description = {
                "Who reads the files: producer (the default), consumer or single.",
                "producer: one thread for all workers; consumer: each worker its own; single: one thread does everything."
            })
    private String reader = "producer";

    @Option(
            names = "--writer",
            paramLabel = "WRITER",
            order = 20,
            description = {
                "Who writes the database: bulk (the default) or sql.",
                "bulk: builds the file's pages itself; sql: inserts through SQLite."
            })
    private String writer = "bulk";

    @Option(
            names = "--catalog",
            paramLabel = "STRATEGY",
            order = 20,
            description = {
                "How workers share the names of columns: snapshot by default.",
                "Or copy, optimistic, locked, protocol: for comparison, the database is the same."
            })
    private String catalog = CatalogStrategy.DEFAULT.label();

    @Option(names = "--threads", paramLabel = "N", order = 21, description = "Workers; by default one per processor.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            order = 22,
            converter = ByteSize.class,
            description = {
                "Memory for the work, as 64M or 2G; by default 256M.",
                "The Java machine itself comes on top."
            })
    private long memory = MemoryBudget.DEFAULT_MEMORY_BYTES;

    @Option(
            names = "--arenas",
            paramLabel = "N",
            order = 23,
            description = "Pieces the memory is divided into; by default two per worker and two.")
    private int arenas;

    @Option(
            names = "--batch",
            paramLabel = "N",
            order = 24,
            description = "Jobs between two commits; at most half of the arenas.")
    private int batch;

    @Option(names = "--explain-memory", order = 25, description = "Show how --memory is divided, and stop.")
    private boolean explainMemory;

    @Option(
            names = "--plan",
            paramLabel = "FILE",
            order = 12,
            description = {
                "Follow this plan, as juggle plan --json prints it.",
                "Without it a part of the input is looked at first."
            })
    private @Nullable Path planFile;

    @Mixin
    private PlanFlags planning;

    @Mixin
    private Tracing tracing;

    @Override
    public Integer call() throws IOException {
        MemoryBudget budget = new MemoryBudget(memory, threads, arenas);
        if (explainMemory) {
            terminal().out().print(budget.explain());
            return ExitCode.CLEAN;
        }
        IngestOptions options = options(budget);
        Trace trace = tracing.start();
        try (Server page = tracing.serve(trace, terminal())) {
            IngestSummary summary = run(new Ingest(options, trace), trace);
            int code = report(summary, budget);
            if (summary.outcome() == IngestSummary.Outcome.COMPLETE) {
                addIndexes(options.target());
            }
            tracing.finish(trace, terminal());
            tracing.linger(page, terminal());
            return code;
        }
    }

    private void addIndexes(Path target) {
        if (!(indexes.isEmpty() && fullText.isEmpty())) {
            new UserIndexes(target).create(indexes, fullText).forEach(terminal()::say);
        }
    }

    private IngestSummary run(Ingest ingest, Trace trace) throws IOException {
        CountDownLatch done = new CountDownLatch(1);
        Thread onInterrupt = new Thread(() -> finish(ingest, done), "interrupt");
        Runtime.getRuntime().addShutdownHook(onInterrupt);
        RunView view = tracing.view(trace, terminal());
        try {
            return view == null ? ingest.run() : ingest.run(view::show);
        } finally {
            if (view != null) {
                view.clear();
            }
            done.countDown();
            unhook(onInterrupt);
        }
    }

    /** Ctrl-C: ends the input, and keeps the process alive until what is under way is finished. */
    private void finish(Ingest ingest, CountDownLatch done) {
        ingest.interrupt();
        try {
            done.await(FINISH_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void unhook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            // then it is the hook that waits for us
        }
    }

    private IngestOptions options(MemoryBudget budget) {
        InputOptions files = input.input(output == null ? Path.of("") : output);
        if (output == null) {
            throw new ParameterException(spec().commandLine(), "missing option: -o DB");
        }
        if (!invalidUtf8.isEmpty() && !invalidUtf8.equals("replace")) {
            throw new ParameterException(spec().commandLine(), "--invalid-utf8 takes replace, not " + invalidUtf8);
        }
        if (limit < 1) {
            throw new ParameterException(spec().commandLine(), "--limit must be at least 1, not " + limit);
        }
        ShredOptions whole = ShredOptions.DEFAULT;
        ShredOptions shred =
                new ShredOptions(whole.selection(), whole.selectedPath(), limit, whole.keptBytes()).planned(planning());
        return new IngestOptions(
                files,
                shred.withPath(input.path()).withPages(pageRules()),
                Limits.DEFAULT,
                invalidUtf8.equals("replace"),
                ReaderMode.of(reader.toLowerCase(Locale.ROOT)),
                WriterKind.of(writer.toLowerCase(Locale.ROOT)),
                CatalogStrategy.of(catalog.toLowerCase(Locale.ROOT)),
                budget,
                batch,
                force,
                failFast,
                strict,
                new FileInputStream(FileDescriptor.in).getChannel());
    }

    private PageRules pageRules() {
        return new PageRules(new PageOptions(List.of(), nodes).select(selects), keepSource);
    }

    private PlanOptions planning() {
        if (planFile == null) {
            return planning.options();
        }
        if (planning.isAny()) {
            throw new ParameterException(
                    spec().commandLine(), "--plan goes without the options a plan is made by; edit the file instead");
        }
        try {
            return PlanOptions.of(PlanText.parse(Files.readAllBytes(planFile)));
        } catch (IllegalArgumentException e) {
            throw new Failure(planFile + ": is no plan: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new Failure(Words.of(e), e);
        }
    }

    private int report(IngestSummary summary, MemoryBudget budget) {
        terminal().err().print(new IngestReport(summary, output, budget).text());
        return switch (summary.outcome()) {
            case INTERRUPTED -> ExitCode.INTERRUPTED;
            case NOTHING_FOUND -> ExitCode.FAILED;
            case STOPPED -> ExitCode.FOUND;
            case COMPLETE -> summary.isClean(strict) ? ExitCode.CLEAN : ExitCode.FOUND;
        };
    }
}
