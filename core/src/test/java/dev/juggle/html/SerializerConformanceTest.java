// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The html5lib serializer tests. They are about a serializer that omits tags and quotes where it may, which the standard's,
 * and so ours, does not. What they say about ours: their short form is read as the same tree as the tokens written out in full, and
 * both are written as the same text.
 */
class SerializerConformanceTest {
    @Test
    void whatIsWrittenInShortIsTheSameTreeAsWhatIsWrittenOut() throws IOException {
        Path folder = Shared.folder("html5lib-tests/serializer");
        int all = 0;
        int right = 0;
        List<String> wrong = new ArrayList<>();
        try (HtmlParser parser = new HtmlParser()) {
            for (String file : List.of("core.test", "optionaltags.test")) {
                for (Object test : list(member(TinyJson.parse(Files.readString(folder.resolve(file))), "tests"))) {
                    String full = full(list(member(test, "input")));
                    String wanted = written(parser, full);
                    for (Object expected : list(member(test, "expected"))) {
                        all++;
                        String found = written(parser, String.valueOf(expected));
                        if (found.equals(wanted)) {
                            right++;
                        } else {
                            wrong.add(member(test, "description") + ": " + full + " | " + expected + "\n  " + wanted
                                    + "\n  " + found);
                        }
                    }
                }
            }
        }
        System.out.println("html5lib serializer tests: " + right + " of " + all);
        assertEquals(all, right, () -> String.join("\n", wrong));
    }

    /** The text of a document by our serializer; it must come out the same when it is read and written again. */
    private static String written(HtmlParser parser, String text) {
        HtmlTree tree = parser.parse(text);
        String written = Serializer.inner(tree, tree.root());
        HtmlTree again = parser.parse(written);
        assertEquals(written, Serializer.inner(again, again.root()), text);
        return written;
    }

    private static String full(List<?> tokens) {
        StringBuilder text = new StringBuilder();
        for (Object token : tokens) {
            List<?> parts = list(token);
            switch (String.valueOf(parts.getFirst())) {
                case "StartTag" -> tag(text, parts.get(2), parts.size() > 3 ? parts.get(3) : null);
                case "EmptyTag" -> tag(text, parts.get(1), parts.size() > 2 ? parts.get(2) : null);
                case "EndTag" -> text.append("</").append(parts.get(2)).append('>');
                case "Characters" -> {
                    String characters = String.valueOf(parts.get(1));
                    text.append(text.toString().endsWith("<script>") ? characters : escaped(characters));
                }
                case "Comment" -> text.append("<!--").append(parts.get(1)).append("-->");
                case "Doctype" -> doctype(text, parts);
                default -> throw new AssertionError("a token of another kind: " + token);
            }
        }
        return text.toString();
    }

    private static void doctype(StringBuilder text, List<?> parts) {
        String publicId = parts.size() > 2 ? String.valueOf(parts.get(2)) : "";
        String systemId = parts.size() > 3 ? String.valueOf(parts.get(3)) : "";
        text.append("<!DOCTYPE ").append(parts.get(1));
        if (!publicId.isEmpty()) {
            text.append(" PUBLIC \"").append(publicId).append('"');
        } else if (!systemId.isEmpty()) {
            text.append(" SYSTEM");
        }
        text.append(systemId.isEmpty() ? "" : " \"" + systemId + "\"").append('>');
    }

    private static void tag(StringBuilder text, @Nullable Object name, @Nullable Object attributes) {
        text.append('<').append(name);
        if (attributes instanceof List<?> pairs) {
            for (Object pair : pairs) {
                String value = String.valueOf(member(pair, "value"));
                text.append(' ').append(member(pair, "name")).append("=\"");
                text.append(value.replace("&", "&amp;").replace("\"", "&quot;")).append('"');
            }
        }
        text.append('>');
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    private static @Nullable Object member(@Nullable Object object, String name) {
        return ((Map<?, ?>) Objects.requireNonNull(object)).get(name);
    }

    private static List<?> list(@Nullable Object value) {
        return (List<?>) Objects.requireNonNull(value);
    }
}
