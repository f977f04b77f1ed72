// SPDX-License-Identifier: Apache-2.0
package dev.juggle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.juggle.testing.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher, run by the system's {@code sh} in a checkout that holds nothing but stand-ins: a
 * {@code java} that prints its arguments one a line, and a {@code mvn} that only pretends to build.
 */
final class LauncherTest {
    @TempDir
    Path temporary;

    private Path checkout;
    private Path tools;
    private final Map<String, String> environment = new TreeMap<>();

    @BeforeEach
    void aBuiltCheckoutInAFolderWithSpaces() throws IOException {
        assumeTrue(Files.exists(Path.of("/bin/sh")), "the launcher is for systems with a POSIX shell");
        checkout = Files.createDirectories(temporary.resolve("check out"));
        tools = Files.createDirectories(temporary.resolve("tools"));
        for (String tool : List.of("find", "dirname", "readlink", "mkdir", "rm", "cat", "sleep", "sed", "touch")) {
            script(tools.resolve(tool), "exec " + which(tool) + " \"$@\"");
        }
        Files.copy(Project.root().resolve("juggle"), checkout.resolve("juggle"));
        Files.createDirectories(checkout.resolve("core/src/main/java"));
        Files.createDirectories(checkout.resolve("core/src/build"));
        Files.writeString(checkout.resolve("pom.xml"), "");
        Files.writeString(checkout.resolve("core/pom.xml"), "");
        Files.createDirectories(checkout.resolve("core/target"));
        Files.writeString(checkout.resolve("core/target/juggle.jar"), "");
        Files.writeString(checkout.resolve("core/target/packaged"), "");
        environment.put("PATH", tools.toString());
        environment.put("HOME", temporary.resolve("home").toString());
        environment.put("JAVA_HOME", jdk("jdk 25", "25.0.3").toString());
    }

    @Test
    void argumentsArriveAsTheyWereGiven() throws Exception {
        Result result = run("ingest", "two words", "", "*", "-o", "out.db");
        assertEquals(0, result.exitCode(), result.toString());
        List<String> lines = result.output();
        assertEquals(
                List.of("-jar", jar(), "ingest", "two words", "", "*", "-o", "out.db"),
                lines.subList(lines.indexOf("-jar"), lines.size()));
        assertTrue(lines.contains("-XX:+UseSerialGC"));
        assertTrue(lines.contains("-Xmx160m"));
        assertEquals(List.of(), result.errors());
    }

    @Test
    void argumentsBeyondAsciiAreUnderstoodInAnyLocale() throws Exception {
        Path java = jdk("jdk 25", "25.0.3").resolve("bin/java");
        script(java, "echo \"$LC_ALL\"");
        environment.put("LC_ALL", "C");
        assertEquals(List.of("C.UTF-8"), run("tables").output());
        environment.put("LC_ALL", "de_DE.utf8");
        assertEquals(List.of("de_DE.utf8"), run("tables").output());
        environment.remove("LC_ALL");
        environment.put("LANG", "en_GB.UTF-8");
        assertEquals(List.of(""), run("tables").output());
    }

    @Test
    void theQuickCompilerIsForWordsOnly() throws Exception {
        String quick = "-XX:TieredStopAtLevel=1";
        assertTrue(run("--version").output().contains(quick));
        assertTrue(run().output().contains(quick));
        assertTrue(run("ingest", "--help").output().contains(quick));
        assertFalse(run("ingest", "folder").output().contains(quick));
        assertFalse(run("ingest", "--", "--help").output().contains(quick));
    }

    @Test
    void theCacheIsUsedWhereItIs() throws Exception {
        assertFalse(run("tables").output().toString().contains("AOTCache"));
        Path cache = Files.writeString(checkout.resolve("core/target/juggle.aot"), "");
        assertTrue(run("tables").output().contains("-XX:AOTCache=" + cache));
    }

    @Test
    void optionsOfTheUserComeLast() throws Exception {
        environment.put("JUGGLE_JAVA_OPTS", "-Xmx1g -XX:+UseParallelGC");
        List<String> lines = run("tables").output();
        assertFalse(lines.contains("-XX:+UseSerialGC"));
        assertTrue(lines.indexOf("-Xmx1g") > lines.indexOf("-Xmx160m"));
        assertTrue(lines.indexOf("-Xmx1g") < lines.indexOf("-jar"));
    }

    @Test
    void aJavaThatIsTooOldIsPassedOver() throws Exception {
        environment.put("JAVA_HOME", jdk("old", "17.0.15").toString());
        Path newer = jdk("newer", "26");
        Files.createSymbolicLink(tools.resolve("java"), newer.resolve("bin/java"));
        assertEquals("java of newer", run("tables").output().getFirst());
    }

    @Test
    void userFoldersAreSearched() throws Exception {
        environment.remove("JAVA_HOME");
        jdk("home/.jdks/early", "21.0.1");
        jdk("home/.jdks/fine", "25");
        jdk("home/.sdkman/candidates/java/26-tem", "26.0.1");
        rewrite("/usr/lib/jvm/*", "");
        assertEquals("java of 26-tem", run("tables").output().getFirst());
    }

    @Test
    void theChoiceIsRememberedUntilJavaHomeChanges() throws Exception {
        assertEquals("java of jdk 25", run("tables").output().getFirst());
        assertEquals(
                List.of(environment.get("JAVA_HOME"), "JAVA_HOME=" + environment.get("JAVA_HOME")),
                Files.readAllLines(checkout.resolve("core/target/java-home")));
        environment.put("JAVA_HOME", jdk("other", "25.0.9").toString());
        assertEquals("java of other", run("tables").output().getFirst());
        Files.delete(Path.of(environment.get("JAVA_HOME")).resolve("bin/java"));
        rewrite("/usr/lib/jvm/*", "\"" + jdk("third", "27-ea") + "\"");
        assertEquals("java of third", run("tables").output().getFirst());
    }

    @Test
    void withoutAJdkOneSentenceSaysHowToGetOne() throws Exception {
        rewrite("needed=25", "needed=99");
        Result result = run("--version");
        assertEquals(2, result.exitCode());
        assertEquals(1, result.errors().size(), result.toString());
        assertTrue(result.errors().getFirst().startsWith("juggle: no JDK of 99 or newer found"), result.toString());
    }

    @Test
    void newerSourcesAreBuiltFirst() throws Exception {
        tool(
                "mvn",
                "echo \"$JAVA_HOME $*\" >\"" + temporary + "/built\"; echo chatter; touch \"" + checkout
                        + "/core/target/packaged\"");
        assertEquals(0, run("tables").exitCode());
        assertFalse(Files.exists(temporary.resolve("built")), "nothing was newer");
        Path source = Files.writeString(checkout.resolve("core/src/main/java/New.java"), "");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(1)));
        Files.setLastModifiedTime(
                checkout.resolve("core/target/packaged"),
                FileTime.from(Instant.now().minusSeconds(60)));
        Result result = run("tables");
        assertEquals(0, result.exitCode(), result.toString());
        assertFalse(result.output().contains("chatter"), "a build says nothing on stdout");
        String built = Files.readString(temporary.resolve("built"));
        assertTrue(built.startsWith(environment.get("JAVA_HOME") + " -f " + checkout), built);
        assertFalse(Files.exists(checkout.resolve(".building")));
    }

    @Test
    void aFailedBuildIsSaidAndNothingRuns() throws Exception {
        Files.delete(checkout.resolve("core/target/packaged"));
        tool("mvn", "echo 'no network' >&2; exit 1");
        Result result = run("tables");
        assertEquals(2, result.exitCode());
        assertEquals(List.of(), result.output());
        assertTrue(result.errors().contains("no network"), result.toString());
        assertTrue(result.errors().getLast().startsWith("juggle: the build failed"), result.toString());
        assertFalse(Files.exists(checkout.resolve(".building")));
    }

    @Test
    void aMissingMavenIsNamed() throws Exception {
        Files.delete(checkout.resolve("core/target/juggle.jar"));
        Result result = run("tables");
        assertEquals(2, result.exitCode());
        assertTrue(result.errors().getLast().contains("Maven (mvn) 3.8.7 or newer is missing"), result.toString());
    }

    @Test
    void theLockOfADeadBuildIsTakenOver() throws Exception {
        Files.delete(checkout.resolve("core/target/packaged"));
        tool("mvn", "touch \"" + checkout + "/core/target/packaged\"");
        Process dead = new ProcessBuilder("/bin/sh", "-c", "exit").start();
        dead.waitFor();
        Files.createDirectories(checkout.resolve(".building"));
        Files.writeString(checkout.resolve(".building/pid"), dead.pid() + "\n");
        assertEquals(0, run("tables").exitCode());
    }

    @Test
    void experimentsAreBuiltWhenTheFirstOneIsAskedFor() throws Exception {
        Files.createDirectories(checkout.resolve("bench/src/main"));
        Files.createDirectories(checkout.resolve("bench/target"));
        tool(
                "mvn",
                "echo \"$*\" >>\"" + temporary + "/built\"; touch \"" + checkout + "/core/target/packaged\"; "
                        + "echo 'a.jar:b c.jar' >\"" + checkout + "/bench/target/classpath\"");
        Result result = run("bench", "writer", "--rounds", "two words");
        assertEquals(0, result.exitCode(), result.toString());
        List<String> lines = result.output();
        int main = lines.indexOf("dev.juggle.bench.Bench");
        assertEquals(List.of("writer", "--rounds", "two words"), lines.subList(main + 1, lines.size()));
        String classes = checkout.resolve("bench/target/classes").toString();
        assertEquals(List.of("-cp", classes + ":" + jar() + ":a.jar:b c.jar"), lines.subList(main - 2, main));
        assertTrue(lines.contains("-Djuggle.root=" + checkout));
        assertFalse(lines.contains("-Xmx160m"), "the product's limit is not the experiments'");
        List<String> built = Files.readAllLines(temporary.resolve("built"));
        assertEquals(1, built.size());
        assertTrue(built.getFirst().contains("-pl core,bench package"), built.getFirst());

        assertEquals(0, run("bench", "writer").exitCode());
        assertEquals(0, run("tables").exitCode());
        assertEquals(built, Files.readAllLines(temporary.resolve("built")), "nothing was newer");
        Files.setLastModifiedTime(
                checkout.resolve("core/target/packaged"),
                FileTime.from(Instant.now().plusSeconds(1)));
        assertEquals(0, run("bench", "--help").exitCode());
        assertEquals(2, Files.readAllLines(temporary.resolve("built")).size(), "built against an older program");
    }

    @Test
    void anInstalledProgramHasNoExperiments() throws Exception {
        List<String> lines = run("bench", "writer").output();
        assertEquals(List.of("-jar", jar(), "bench", "writer"), lines.subList(lines.indexOf("-jar"), lines.size()));
    }

    @Test
    void aSymbolicLinkLeadsToTheCheckout() throws Exception {
        Path link = Files.createSymbolicLink(tools.resolve("link"), Path.of("../check out/juggle"));
        Path linkToLink = Files.createSymbolicLink(temporary.resolve("far link"), link);
        Result result = run(linkToLink, temporary, List.of("tables"));
        assertTrue(
                result.output().contains(jar().replace(checkout.toString(), tools + "/../check out")),
                result.toString());
    }

    private String jar() {
        return checkout.resolve("core/target/juggle.jar").toString();
    }

    private void rewrite(String old, String replacement) throws IOException {
        Path launcher = checkout.resolve("juggle");
        String text = Files.readString(launcher);
        assertTrue(text.contains(old));
        Files.writeString(launcher, text.replace(old, replacement));
    }

    /** A stand-in for a JDK: a release file as JDKs have, and a {@code java} that tells what it got. */
    private Path jdk(String name, String version) throws IOException {
        Path home = temporary.resolve(name);
        Path bin = Files.createDirectories(home.resolve("bin"));
        Files.writeString(
                home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\nOS_ARCH=\"y\"\n");
        script(bin.resolve("java"), "echo 'java of " + home.getFileName() + "'; for a; do printf '%s\\n' \"$a\"; done");
        script(bin.resolve("javac"), "");
        return home;
    }

    private void tool(String name, String body) throws IOException {
        script(tools.resolve(name), body);
    }

    private static void script(Path file, String body) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Path which(String tool) {
        return Arrays.stream(System.getenv("PATH").split(":"))
                .map(folder -> Path.of(folder, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }

    private Result run(String... arguments) throws IOException, InterruptedException {
        return run(checkout.resolve("juggle"), temporary, List.of(arguments));
    }

    private Result run(Path launcher, Path folder, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("/bin/sh", launcher.toString()));
        command.addAll(arguments);
        Path output = temporary.resolve("stdout");
        Path errors = temporary.resolve("stderr");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        boolean ended = process.waitFor(60, TimeUnit.SECONDS);
        process.destroyForcibly();
        assertTrue(ended, "the launcher hangs");
        return new Result(process.exitValue(), Files.readAllLines(output), Files.readAllLines(errors));
    }

    /** What one run of the launcher left. */
    private record Result(int exitCode, List<String> output, List<String> errors) {}
}
