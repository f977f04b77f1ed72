// SPDX-License-Identifier: Apache-2.0
package dev.juggle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.ImportOrderer;
import com.palantir.javaformat.java.JavaFormatterOptions;
import com.palantir.javaformat.java.RemoveUnusedImports;
import dev.juggle.Tidy.Finding;
import dev.juggle.testing.Project;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole checkout is tidy, as {@link Tidy} and {@link Links} mean it; and both find what is planted. */
final class TidyTest {
    /** The list of exceptions may only shrink: this is how many there may be, and it may only be lowered. */
    private static final int MOST_EXCEPTIONS = 12;

    private static final String EXCEPTIONS = "core/src/test/resources/tidy-exceptions.txt";

    @Test
    void everySourceIsTidySaveTheListedExceptions() throws IOException {
        Set<String> found = new TreeSet<>();
        for (Path file : files(".java")) {
            Tidy.findings(relative(file), Files.readString(file)).stream()
                    .map(Finding::toString)
                    .forEach(found::add);
        }
        Set<String> excepted = Files.readAllLines(Project.root().resolve(EXCEPTIONS)).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertTrue(excepted.size() <= MOST_EXCEPTIONS, "the list of exceptions may only shrink");
        assertEquals(
                String.join("\n", excepted),
                String.join("\n", found),
                "left: " + EXCEPTIONS + ", right: what is there");
    }

    @Test
    void everyFileIsFormatted() throws IOException {
        Path memory = Path.of(System.getProperty("juggle.target", "target"), "formatted.txt");
        Set<String> known = Files.exists(memory) ? new HashSet<>(Files.readAllLines(memory)) : Set.of();
        Set<String> fine = new TreeSet<>();
        List<String> unformatted = new ArrayList<>();
        for (Path file : files(".java")) {
            String source = Files.readString(file);
            String digest = digest(source);
            if (known.contains(digest) || formatted(source).equals(source)) {
                fine.add(digest);
            } else {
                unformatted.add(relative(file));
            }
        }
        Files.createDirectories(memory.toAbsolutePath().getParent());
        Files.write(memory, fine);
        assertEquals(List.of(), unformatted, "run `mvn spotless:apply` with Maven on a JDK of 25 or newer");
    }

    @Test
    void everyRelativeLinkLeadsSomewhere() throws IOException {
        TreeMap<String, List<String>> broken = new TreeMap<>();
        for (Path file : files(".md")) {
            List<String> here = Links.broken(file);
            if (!here.isEmpty()) {
                broken.put(relative(file), here);
            }
        }
        assertEquals(new TreeMap<String, List<String>>(), broken);
    }

    @Test
    void everyPackageOfTheProductIntroducesItself() throws IOException {
        List<String> silent = files(".java").stream()
                .map(TidyTest::relative)
                .filter(path -> path.contains("src/main/java/"))
                .map(path -> path.substring(0, path.lastIndexOf('/')))
                .distinct()
                .filter(folder -> !Files.exists(Project.root().resolve(folder, "package-info.java")))
                .toList();
        assertEquals(List.of(), silent);
    }

    @Test
    void aLongFileIsFound() {
        String source = "// SPDX-License-Identifier: Apache-2.0\n" + "// line\n".repeat(Tidy.FILE_LINES);
        assertEquals(List.of("a/B.java: lines 1001"), planted("a/B.java", source));
    }

    @Test
    void aLongMethodIsFound() {
        String atTheLimit = classWith("void m() {\n" + "m();\n".repeat(Tidy.METHOD_LINES - 2) + "}");
        assertEquals(List.of(), planted("a/B.java", atTheLimit));
        String beyond = classWith("/**\n * Not\n * counted.\n */\nvoid m() {\n" + "m();\n".repeat(69) + "}");
        assertEquals(List.of("a/B.java:B#m: lines 71"), planted("a/B.java", beyond));
    }

    @Test
    void aSixthParameterIsFoundButNotInARecordOrEnum() {
        assertEquals(List.of(), planted("a/B.java", classWith("void m(int a, int b, int c, int d, int e) {}")));
        assertEquals(
                List.of("a/B.java:B.C#m: parameters 6"),
                planted(
                        "a/B.java",
                        classWith("static class C { void m(int a, int b, int c, int d, int e, int f) {} }")));
        assertEquals(
                List.of(),
                planted("a/B.java", classWith("record R(int a, int b, int c, int d, int e, int f) { R {} }")));
        assertEquals(
                List.of(),
                planted("a/B.java", classWith("enum E { X; E(int a, int b, int c, int d, int e, int f) {} }")));
    }

    @Test
    void aMissingLicenceLineIsFound() {
        assertEquals(List.of("a/B.java: no SPDX line on top"), planted("a/B.java", "class B {}\n"));
    }

    @Test
    void aMissingDocCommentIsFoundInTheProductOnly() {
        String silent = "// SPDX-License-Identifier: Apache-2.0\npublic class B { public void m() {} void n() {} }\n";
        assertEquals(
                List.of("src/main/java/B.java:B: no doc comment", "src/main/java/B.java:B#m: no doc comment"),
                planted("src/main/java/B.java", silent));
        assertEquals(List.of(), planted("src/test/java/B.java", silent));
        String fine = """
                // SPDX-License-Identifier: Apache-2.0
                /** B. */
                public class B {
                    /// M.
                    public void m() {}

                    @Override
                    public String toString() {
                        return "";
                    }
                }
                """;
        assertEquals(List.of(), planted("src/main/java/B.java", fine));
    }

    @Test
    void marksOfUnfinishedWorkAreFound() {
        for (String mark : List.of("// TO" + "DO later", "// FIX" + "ME", "@Dis" + "abled void m() {}")) {
            assertEquals(List.of("a/B.java: a mark of unfinished work"), planted("a/B.java", classWith(mark + "\n")));
        }
    }

    @Test
    void aPackageInfoWithoutItsParagraphsIsFound() {
        String path = "a/package-info.java";
        String licence = "// SPDX-License-Identifier: Apache-2.0\n";
        assertEquals(
                List.of(
                        path + ": doesn't say what the package is",
                        path + ": lacks <p><b>Threads.</b>",
                        path + ": lacks <p><b>Memory.</b>",
                        path + ": lacks <p><b>Start at</b>"),
                planted(path, licence + "package a;\n"));
        assertEquals(
                List.of(path + ": lacks <p><b>Memory.</b>"),
                planted(path, licence + "/** A. <p><b>Threads.</b> x <p><b>Start at</b> y */\npackage a;\n"));
    }

    @Test
    void brokenLinksAreFound(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("other.md"), "# A title, with words\n");
        Path file = folder.resolve("page.md");
        Files.writeString(file, """
                # Page
                [a](other.md) [b](other.md#a-title-with-words) [c](#page) [d](https://example.org/x) ![e](gone.png)
                [f](other.md#gone) [g](#gone) `[h](code.md)`
                ```
                [i](block.md)
                ```
                """);
        assertEquals(List.of("gone.png", "other.md#gone", "#gone"), Links.broken(file));
    }

    @Test
    void badFormatIsFound() {
        String source = "// SPDX-License-Identifier: Apache-2.0\npackage a;\n\nfinal  class B {}\n";
        assertNotEquals(source, formatted(source));
        assertEquals(source.replace("  ", " "), formatted(source));
    }

    private static List<String> planted(String path, String source) {
        return Tidy.findings(path, source).stream().map(Finding::toString).toList();
    }

    private static String classWith(String body) {
        return "// SPDX-License-Identifier: Apache-2.0\nclass B {\n" + body + "\n}\n";
    }

    /** What Spotless makes of {@code source}, step by step: imports in order, unused ones gone, palantir's format. */
    private static String formatted(String source) {
        JavaFormatterOptions.Style style = JavaFormatterOptions.Style.PALANTIR;
        JavaFormatterOptions options =
                JavaFormatterOptions.builder().style(style).build();
        try {
            String ordered = ImportOrderer.reorderImports(source, style);
            return Formatter.createFormatter(options).formatSource(RemoveUnusedImports.removeUnusedImports(ordered));
        } catch (FormatterException e) {
            return "not parsed: " + e.getMessage();
        }
    }

    private static List<Path> files(String ending) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String part : List.of("core/src", "bench/src", "docs", "examples")) {
            Path folder = Project.root().resolve(part);
            if (Files.exists(folder)) {
                try (Stream<Path> all = Files.walk(folder)) {
                    all.filter(file -> file.toString().endsWith(ending)).forEach(files::add);
                }
            }
        }
        try (Stream<Path> top = Files.list(Project.root())) {
            top.filter(file -> file.toString().endsWith(ending)).forEach(files::add);
        }
        assertTrue(!files.isEmpty());
        return files;
    }

    private static String relative(Path file) {
        return Project.root().relativize(file).toString().replace('\\', '/');
    }

    private static String digest(String source) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(sha.digest(source.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
