// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class InputWalkTest {
    @TempDir
    Path temporary;

    private Path top;

    @BeforeEach
    void realFolder() throws IOException {
        top = temporary.toRealPath();
    }

    private Path put(String name, String text) throws IOException {
        Path path = top.resolve(name);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, text);
    }

    private WalkResult walk(String... arguments) {
        return InputWalk.walk(WalkOptions.of(List.of(arguments)));
    }

    private String at(String name) {
        return top.resolve(name).toString();
    }

    /** The stored paths below the test's folder, each with its table. */
    private String shown(WalkResult result) {
        return result.files().stream()
                .map(file -> file.entry().path().replace(top + "/", "") + "→"
                        + file.entry().table())
                .collect(Collectors.joining(" "));
    }

    @Test
    void foldersAreWalkedDepthFirstByTheBytesOfNames() throws IOException {
        put("in/b.json", "1");
        put("in/a/z.json", "1");
        put("in/Z.json", "1");
        put("in/é.json", "1");
        put("in/a.json", "1");
        WalkResult result = walk(at("in"));
        assertEquals("in/Z.json→in in/a/z.json→in in/a.json→in in/b.json→in in/é.json→in", shown(result));
        assertEquals(top.toString(), result.base());
        assertEquals(List.of(), result.problems());
        assertEquals(3, result.files().get(2).entry().id());
    }

    @Test
    void aFolderWithOneFileIsCalledAfterTheFile() throws IOException {
        put("in/deep/cities.2024.json.gz", "1");
        assertEquals("in/deep/cities.2024.json.gz→cities.2024", shown(walk(at("in"))));
    }

    @Test
    void filesOfOneFolderShareATable() throws IOException {
        put("x/a.json", "1");
        put("x/b.json", "1");
        put("y/c.json", "1");
        assertEquals("x/a.json→x y/c.json→c x/b.json→x", shown(walk(at("x/a.json"), at("y/c.json"), at("x/b.json"))));
    }

    @Test
    void namesCanBeGiven() throws IOException {
        put("x/a.json", "1");
        put("x/b.json", "1");
        List<String> arguments = List.of(at("x"));
        assertEquals(
                "x/a.json→t x/b.json→t",
                shown(InputWalk.walk(new WalkOptions(arguments, List.of(), List.of(), "t", false, null))));
        assertEquals(
                "x/a.json→a x/b.json→b",
                shown(InputWalk.walk(new WalkOptions(arguments, List.of(), List.of(), null, true, null))));
    }

    @Test
    void hiddenFilesAndTheOutputAreLeftOut() throws IOException {
        put("in/.hidden.json", "1");
        put("in/.git/config.json", "1");
        put("in/a.json", "1");
        put("in/out.json", "1");
        put("in/out.json-journal", "{}");
        put("in/out.json.part", "{}");
        WalkResult result = InputWalk.walk(
                new WalkOptions(List.of(at("in")), List.of(), List.of(), null, false, top.resolve("in/out.json")));
        assertEquals("in/a.json→a", shown(result));
    }

    @Test
    void contentDecidesWhereTheNameSaysNothing() throws IOException {
        put("in/README.md", "[![Build](x)]");
        put("in/log", "\n{\"a\":1}\n{\"a\":2}");
        put("in/matrix.txt", "[[1,2]]");
        put("in/page.html", "<p>");
        put("in/sequence", "\u001e{\"a\":1}\n");
        put("in/empty.txt", "");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(top.resolve("in/packed")))) {
            out.write("{}".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        Files.write(top.resolve("in/wide"), "\ufeff{\"a\":1}".getBytes(java.nio.charset.StandardCharsets.UTF_16LE));
        WalkResult result = walk(at("in"));
        assertEquals("in/log→in in/matrix.txt→in in/packed→in in/sequence→in in/wide→in", shown(result));
        assertEquals(3, result.skipped());
        assertEquals("in/page.html→page", shown(walk(at("in/page.html"))));
    }

    @Test
    void globsChooseFiles() throws IOException {
        put("in/a.json", "1");
        put("in/b.txt", "text");
        put("in/old/c.json", "1");
        put("in/tmp/d.json", "1");
        WalkOptions include = new WalkOptions(List.of(at("in")), List.of("*.txt"), List.of(), null, false, null);
        assertEquals("in/b.txt→b", shown(InputWalk.walk(include)));
        WalkOptions exclude =
                new WalkOptions(List.of(at("in")), List.of(), List.of("tmp", "old/*.json"), null, false, null);
        assertEquals("in/a.json→a", shown(InputWalk.walk(exclude)));
        assertEquals("in/a.json→a in/old/c.json→c in/tmp/d.json→d", shown(walk(at("in/*.json"), at("in/*/*.json"))));
        assertEquals("in/a.json→a in/old/c.json→c in/tmp/d.json→d", shown(walk(at("in/{*,*/*}.json"))));
    }

    @Test
    void aFileReachedTwiceCountsOnce() throws IOException {
        put("in/a.json", "1");
        put("in/b.json", "1");
        Files.createSymbolicLink(top.resolve("in/c.json"), top.resolve("in/a.json"));
        Files.createSymbolicLink(top.resolve("again"), top.resolve("in"));
        WalkResult result = walk(at("in/b.json"), at("in"), at("again"), at("in/../in/a.json"));
        assertEquals("in/b.json→b in/a.json→a", shown(result));
        assertEquals(List.of(), result.problems());
    }

    @Test
    @Timeout(20)
    void whatCannotBeFollowedIsReportedOnce() throws Exception {
        put("in/a.json", "1");
        put("in/z.json", "1");
        Files.createSymbolicLink(top.resolve("in/loop"), top.resolve("in"));
        Files.createSymbolicLink(top.resolve("in/nowhere.json"), top.resolve("absent"));
        new ProcessBuilder("mkfifo", at("in/pipe.json")).start().waitFor();
        WalkResult result = walk(at("in"), at("missing.json"), at("none*.json"));
        assertEquals("in/a.json→in in/z.json→in", shown(result));
        assertEquals(5, result.problems().size());
        assertTrue(
                result.problems().get(0).contains("in/loop: leads back to"),
                result.problems().toString());
        assertTrue(result.problems().get(1).contains("in/nowhere.json: no such file"));
        assertTrue(result.problems().get(2).contains("in/pipe.json: is not a regular file"));
        assertTrue(result.problems().get(3).contains("missing.json: no such file"));
        assertTrue(result.problems().get(4).contains("none*.json: matches no file"));
    }

    @Test
    void theBaseIsWhereAllArgumentsLie() throws IOException {
        put("x/y/a.json", "1");
        put("x/z/b.json", "1");
        assertEquals(at("x"), walk(at("x/y"), at("x/z/b.json")).base().replace("/z", "/z"));
        assertEquals(at("x/y"), walk(at("x/y/a.json")).base());
        assertEquals("", walk("-").base());
        assertEquals("stdin", walk("-").files().getFirst().entry().table());
        assertEquals("", walk("-", at("x/y")).base());
    }

    @Test
    void theWorkingFolderHasItsRealName() {
        WalkResult result =
                InputWalk.walk(new WalkOptions(List.of("."), List.of("pom.xml"), List.of(), null, false, null));
        assertEquals("pom", result.files().getFirst().entry().table());
        assertEquals("pom.xml", result.files().getFirst().entry().path());
        assertEquals("", result.base());
    }
}
