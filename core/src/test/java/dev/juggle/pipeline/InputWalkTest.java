// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class InputWalkTest {
    @TempDir
    Path temporary;

    private Path top;
    private List<String> problems = List.of();
    private String base = "";

    @BeforeEach
    void realFolder() throws IOException {
        top = temporary.toRealPath();
    }

    private void put(String... names) throws IOException {
        for (String name : names) {
            Path path = top.resolve(name);
            Files.createDirectories(path.getParent());
            Files.writeString(path, "{}");
        }
    }

    private String at(String name) {
        return top.resolve(name).toString();
    }

    /** The stored paths below the test's folder, each with its table; problems and base are noted. */
    private String walk(InputOptions options) {
        InputWalk walk = new InputWalk(options);
        List<String> shown = new ArrayList<>();
        long id = 1;
        for (InputFile file = walk.next(); file != null; file = walk.next()) {
            shown.add(file.path().replace(top + "/", "") + "→" + file.entry().table());
            assertEquals(id++, file.entry().id());
        }
        problems = walk.drainProblems().stream()
                .map(problem -> problem.replace(top + "/", ""))
                .toList();
        base = walk.base();
        return String.join(" ", shown);
    }

    private String walk(String... names) {
        List<String> arguments = new ArrayList<>();
        for (String name : names) {
            arguments.add(name.equals("-") ? name : at(name));
        }
        return walk(InputOptions.of(arguments, top.resolve("out.db")));
    }

    @Test
    void foldersAreWalkedDepthFirstByTheBytesOfNames() throws IOException {
        put("in/b.json", "in/a/z.json", "in/Z.json", "in/é.json", "in/a.json", "in/a-b.jsonl", "in/😀.ndjson");
        assertEquals(
                "in/Z.json→in in/a/z.json→in in/a-b.jsonl→in in/a.json→in in/b.json→in in/é.json→in in/😀.ndjson→in",
                walk("in"));
        assertEquals(List.of(), problems);
        assertEquals(top.toString(), base);
    }

    @Test
    void onlyJsonEndingsAreTakenFromFolders() throws IOException {
        put(
                "in/a.json",
                "in/b.JSON",
                "in/c.geojson.gz",
                "in/d.jsonl.zst",
                "in/e.txt",
                "in/f.gz",
                "in/json",
                "in/g.json~");
        assertEquals("in/a.json→in in/b.JSON→in in/c.geojson.gz→in in/d.jsonl.zst→in", walk("in"));
        assertEquals("in/e.txt→e", walk("in/e.txt"));
    }

    @Test
    void tablesAreNamedAfterFoldersAndFiles() throws IOException {
        put("in/deep/cities.2024.json.gz", "x/a.json", "x/b.json", "y/c.json", "z/.only.json", "z/d.json");
        assertEquals("in/deep/cities.2024.json.gz→cities.2024", walk("in"));
        assertEquals("x/a.json→x y/c.json→c x/b.json→x", walk("x/a.json", "y/c.json", "x/b.json"));
        assertEquals("x/a.json→x x/b.json→x y/c.json→c z/d.json→d", walk("x", "y", "z"));
        assertEquals("x/a.json→a", walk("x/a.json", "x/a.json"));
        List<String> arguments = List.of(at("x"), at("y/c.json"));
        Path out = top.resolve("out.db");
        assertEquals(
                "x/a.json→t x/b.json→t y/c.json→t",
                walk(new InputOptions(arguments, List.of(), List.of(), "t", false, out)));
        assertEquals(
                "x/a.json→a x/b.json→b y/c.json→c",
                walk(new InputOptions(arguments, List.of(), List.of(), "", true, out)));
        assertEquals("stdin→stdin y/c.json→c", walk("-", "y", "-"));
    }

    @Test
    void hiddenFilesAndTheOutputAreLeftOut() throws IOException {
        put("in/.hidden.json", "in/.git/config.json", "in/a.json", "in/out.json", "in/out.json.part");
        InputOptions options = InputOptions.of(List.of(at("in"), at("in/out.json")), top.resolve("in/out.json"));
        assertEquals("in/a.json→a", walk(options));
        assertEquals(List.of("in/out.json: is the output, so it is not read"), problems);
        assertEquals("in/.hidden.json→.hidden", walk("in/.hidden.json"));
    }

    @Test
    void globsChooseFiles() throws IOException {
        put("in/a.json", "in/b.txt", "in/old/c.json", "in/tmp/d.json", "in/.e.json");
        Path out = top.resolve("out.db");
        List<String> in = List.of(at("in"));
        assertEquals("in/b.txt→b", walk(new InputOptions(in, List.of("*.txt"), List.of(), "", false, out)));
        assertEquals(
                "in/a.json→a", walk(new InputOptions(in, List.of(), List.of("tmp", "old/*.json"), "", false, out)));
        assertEquals("in/a.json→a in/old/c.json→c in/tmp/d.json→d", walk("in/*.json", "in/*/*.json"));
        assertEquals("in/a.json→a in/old/c.json→c in/tmp/d.json→d", walk("in/**/*.json"));
        assertEquals("in/old/c.json→c in/tmp/d.json→d", walk("in/[ot]*"));
        assertEquals("", walk("in/*.xml"));
        assertEquals(List.of("in/*.xml: no such file or folder"), problems);
    }

    @Test
    void aFileReachedTwiceCountsOnce() throws IOException {
        put("in/a.json", "in/b.json");
        Files.createSymbolicLink(top.resolve("in/c.json"), top.resolve("in/a.json"));
        Files.createSymbolicLink(top.resolve("again"), top.resolve("in"));
        assertEquals("in/b.json→b in/a.json→a", walk("in/b.json", "in", "again"));
        assertEquals("in/b.json→in in/a.json→in", walk("in/b.json", "in/../in/a.json", "in/c.json", "in/b.json"));
        assertEquals(List.of(), problems);
    }

    @Test
    void hardLinksAreFilesOfTheirOwn() throws IOException {
        put("in/a.json");
        Files.createLink(top.resolve("in/b.json"), top.resolve("in/a.json"));
        Files.createSymbolicLink(top.resolve("in/c.json"), top.resolve("in/b.json"));
        assertEquals("in/a.json→in in/b.json→in", walk("in", "in/a.json"));
    }

    @Test
    void whatCannotBeFollowedIsReportedOnce() throws Exception {
        put("in/a.json", "in/z.json", "in/closed/b.json");
        Files.createSymbolicLink(top.resolve("in/loop"), top.resolve("in"));
        Files.createSymbolicLink(top.resolve("in/self"), top.resolve("in/self"));
        Files.createSymbolicLink(top.resolve("in/nowhere.json"), top.resolve("absent"));
        new ProcessBuilder("mkfifo", at("in/pipe.json"), at("in/other")).start().waitFor();
        assertEquals("in/a.json→in in/closed/b.json→in in/z.json→in", walk("in", "missing.json", "in/pipe.json"));
        assertEquals(
                List.of(
                        "in/loop: a link that leads back to in",
                        "in/nowhere.json: a link to nothing",
                        "in/pipe.json: is no regular file, so it is not opened",
                        "in/self: a link that leads back to itself",
                        "missing.json: no such file or folder",
                        "in/pipe.json: is no regular file, so it is not opened"),
                problems);
    }

    @Test
    void theBaseIsWhereAllArgumentsLie() throws IOException {
        put("x/y/a.json", "x/z/b.json");
        walk("x/y", "x/z/b.json");
        assertEquals(at("x"), base);
        walk("x/y/a.json", "-");
        assertEquals(at("x/y"), base);
        walk("-");
        assertEquals("", base);
    }

    @Test
    void theWorkingFolderHasItsRealName() {
        Path out = top.resolve("out.db");
        assertEquals(
                "pom.xml→pom", walk(new InputOptions(List.of("."), List.of("pom.xml"), List.of(), "", false, out)));
        assertEquals("", base);
        assertEquals("pom.xml→pom", walk(InputOptions.of(List.of("./pom.xml"), out)));
        assertEquals("", base);
        assertTrue(walk(InputOptions.of(List.of("../core/pom.xml"), out)).startsWith("../core/pom.xml→pom"));
        assertEquals("../core", base);
    }

    @Test
    void namesThatAreNoUtf8KeepTheirBytes() throws Exception {
        put("in/a.json");
        String script = "printf '{}' > \"$1/in/$(printf 'b\\377.json')\"";
        new ProcessBuilder("sh", "-c", script, "sh", top.toString()).start().waitFor();
        assertEquals("in/a.json→in in/b%FF.json→in", walk("in"));
    }
}
