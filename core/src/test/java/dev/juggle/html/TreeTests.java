// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads tree-construction tests (.dat). */
final class TreeTests {
    /**
     * One test.
     *
     * @param context the context element ("svg path"), or null for a document
     * @param scripting null: to be run both ways
     */
    record Case(
            String file,
            int line,
            String data,
            @Nullable String context,
            @Nullable Boolean scripting,
            String document) {}

    private TreeTests() {}

    static List<Case> read(Path file) {
        List<String> lines;
        try {
            lines = List.of(Files.readString(file, StandardCharsets.UTF_8).split("\n", -1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<Case> cases = new ArrayList<>();
        int at = 0;
        while (at < lines.size()) {
            if (!lines.get(at).equals("#data")) {
                at++;
                continue;
            }
            int start = at + 1;
            int end = start;
            while (!lines.get(end).equals("#errors")) {
                end++;
            }
            String data = String.join("\n", lines.subList(start, end));
            @Nullable String context = null;
            @Nullable Boolean scripting = null;
            at = end;
            while (!lines.get(at).equals("#document")) {
                switch (lines.get(at)) {
                    case "#document-fragment" -> context = lines.get(at + 1);
                    case "#script-on" -> scripting = true;
                    case "#script-off" -> scripting = false;
                    default -> {}
                }
                at++;
            }
            StringBuilder document = new StringBuilder();
            at++;
            while (at < lines.size() && !lines.get(at).equals("#data")) {
                document.append(lines.get(at)).append('\n');
                at++;
            }
            String dump = document.toString();
            while (dump.endsWith("\n\n")) {
                dump = dump.substring(0, dump.length() - 1);
            }
            cases.add(new Case(
                    file.getFileName().toString(), start, data, context, scripting, dump.equals("\n") ? "" : dump));
        }
        return cases;
    }

    static FragmentContext context(String context) {
        if (context.startsWith("svg ")) {
            return FragmentContext.svg(context.substring(4));
        }
        if (context.startsWith("math ")) {
            return FragmentContext.mathml(context.substring(5));
        }
        return FragmentContext.html(context);
    }

    /** What the parser makes of a test. */
    static String dump(HtmlParser parser, Case test, boolean scripting, boolean processingInstructions) {
        parser.options(HtmlOptions.DEFAULT.withScripting(scripting).withProcessingInstructions(processingInstructions));
        HtmlTree tree = test.context() == null
                ? parser.parse(test.data())
                : parser.parseFragment(test.data(), context(test.context()));
        return TreeDump.of(tree);
    }
}
