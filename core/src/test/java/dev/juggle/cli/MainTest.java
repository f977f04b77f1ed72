// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.testing.Project;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MainTest {
    private static Map<String, CommandLine> commands() {
        return Main.commandLine(Terminal.ofProcess(Map.of())).getSubcommands();
    }

    @Test
    void unknownCommandsAndOptionsSuggestTheNearOne() {
        Ran command = Ran.juggle("tabels", "x.db");
        assertEquals(2, command.code());
        assertTrue(command.err().contains("did you mean tables"), command.err());
        Ran option = Ran.juggle("rebuild", "--forse", "a", "b");
        assertEquals(2, option.code());
        assertTrue(option.err().contains("did you mean --force"), option.err());
        assertEquals(1, option.err().lines().count(), option.err());
    }

    @Test
    void missingArgumentsAreWrongUse() {
        Ran ran = Ran.juggle("rebuild");
        assertEquals(2, ran.code());
        assertEquals("", ran.out());
        assertTrue(ran.err().contains("'DB'") && ran.err().contains("juggle rebuild -h"), ran.err());
        assertEquals(2, Ran.juggle().code());
    }

    @Test
    void briefHelpHasOneLinePerOption() {
        commands().forEach((name, command) -> {
            Ran ran = Ran.juggle(name, "-h");
            assertEquals(0, ran.code());
            long options =
                    ran.out().lines().filter(line -> line.startsWith("  ")).count();
            long visible = command.getCommandSpec().options().stream()
                    .filter(option -> !option.hidden())
                    .count();
            long expected =
                    visible + command.getCommandSpec().positionalParameters().size();
            assertEquals(expected, options, ran.out());
            ran.out().lines().forEach(line -> assertTrue(line.length() <= 110, line));
        });
    }

    @Test
    void completeHelpBeginsWithTwoExamples() {
        for (String name : commands().keySet()) {
            Ran ran = Ran.juggle(name, "--help");
            assertEquals(0, ran.code());
            List<String> lines = ran.out().lines().toList();
            assertEquals("Examples:", lines.get(2));
            assertTrue(lines.get(3).startsWith("  ") && lines.get(4).startsWith("  "), ran.out());
            assertEquals("", lines.get(5));
        }
    }

    @Test
    void everyOptionIsDescribed() {
        commands()
                .values()
                .forEach(command -> command.getCommandSpec().args().forEach(argument -> {
                    assertTrue(argument.description().length > 0, argument + " has no description");
                    assertFalse(argument.description()[0].isBlank(), argument + " has no description");
                }));
    }

    @Test
    void theCommandLineDocumentIsWhatTheHelpSays() throws IOException {
        String made = Ran.juggle("docs", "markdown").out();
        String kept = Files.readString(Project.root().resolve("docs/cli.md"));
        assertEquals(made, kept, "run: ./juggle docs markdown > docs/cli.md");
    }

    @Test
    void manualPageAndCompletionAreMadeFromTheSamePlace() {
        String man = Ran.juggle("docs", "man").out();
        assertTrue(man.startsWith(".TH JUGGLE 1\n") && man.contains("\\-\\-force"), man);
        String script = Ran.juggle("completion").out();
        assertTrue(script.startsWith("#!") && script.contains("--force"), script);
    }

    @Test
    void aClosedPipeEndsQuietly() {
        OutputStream closed = new OutputStream() {
            @Override
            public void write(int b) {
                throw new Terminal.ClosedPipe();
            }
        };
        java.io.ByteArrayOutputStream err = new java.io.ByteArrayOutputStream();
        Terminal terminal = new Terminal(
                new PrintStream(closed, false, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                false,
                80);
        assertEquals(0, Main.run(terminal, "--help"));
        assertEquals("", err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aStackTraceNeedsDebug() {
        Ran plain = Ran.juggle("tables", "absent.db");
        assertEquals(2, plain.code());
        assertEquals("juggle: absent.db: no such file\n", plain.err());
        Ran debug = Ran.juggle("tables", "absent.db", "--debug");
        assertTrue(debug.err().contains("\tat dev.juggle"), debug.err());
    }

    @Test
    void experimentsNeedACheckout() {
        Ran ran = Ran.juggle("bench", "writer");
        assertEquals(2, ran.code());
        assertEquals("juggle: experiments run in a checkout only, by its launcher: ./juggle bench --help\n", ran.err());
    }

    @Test
    void versionIsShown() {
        assertTrue(Ran.juggle("--version").out().startsWith("juggle "));
        assertEquals(0, Ran.juggle("-V").code());
    }
}
