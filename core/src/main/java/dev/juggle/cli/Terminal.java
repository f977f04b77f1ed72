// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import java.io.BufferedOutputStream;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where a command writes: results to {@link #out}, messages to {@link #err}. A closed pipe on either is no error to report but
 * the end of the command ({@link ClosedPipe}); any other failure to write is one.
 *
 * @param out results, buffered; flushed by {@link Main}
 * @param err messages and progress
 * @param isLive whether {@code err} is a terminal, so that a line on it can be drawn again
 * @param isColoured whether texts may carry colours: both streams are terminals, and {@code NO_COLOR} is not set
 * @param columns width of the terminal, in characters
 */
record Terminal(PrintStream out, PrintStream err, boolean isLive, boolean isColoured, int columns) {
    private static final int DEFAULT_COLUMNS = 80;

    /** The other end of a pipe was closed: whoever read from us has seen enough. */
    static final class ClosedPipe extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ClosedPipe() {
            super("closed pipe", null, false, false);
        }
    }

    /** The process's own standard output and error. */
    static Terminal ofProcess(Map<String, String> environment) {
        boolean live = isTerminal(2) && !"dumb".equals(environment.get("TERM"));
        boolean coloured = live
                && isTerminal(1)
                && environment.getOrDefault("NO_COLOR", "").isEmpty();
        return new Terminal(
                stream(FileDescriptor.out, 1 << 16),
                stream(FileDescriptor.err, 1 << 10),
                live,
                coloured,
                columns(environment));
    }

    private static PrintStream stream(FileDescriptor descriptor, int bufferBytes) {
        OutputStream pipe = new Pipe(new FileOutputStream(descriptor));
        boolean flushesLines = descriptor == FileDescriptor.err;
        return new PrintStream(new BufferedOutputStream(pipe, bufferBytes), flushesLines, StandardCharsets.UTF_8);
    }

    /** Java only tells about standard input and output together, so the descriptor itself is looked at (Linux). */
    private static boolean isTerminal(int descriptor) {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException notLinux) {
            Console console = System.console();
            return Optional.ofNullable(console).map(Console::isTerminal).orElse(false);
        }
    }

    private static int columns(Map<String, String> environment) {
        try {
            return Math.max(20, Integer.parseInt(environment.getOrDefault("COLUMNS", "")));
        } catch (NumberFormatException notSet) {
            return DEFAULT_COLUMNS;
        }
    }

    /** One message, said by the program. */
    void say(String message) {
        out.flush();
        err.println("juggle: " + message);
    }

    /** Text in bold, where colours are allowed. */
    String bold(String text) {
        return isColoured ? "\u001b[1m" + text + "\u001b[0m" : text;
    }

    /** A stream that tells a closed pipe from other failures; {@link PrintStream} would swallow both. */
    private static final class Pipe extends OutputStream {
        private final OutputStream to;

        Pipe(OutputStream to) {
            this.to = to;
        }

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            try {
                to.write(bytes, from, length);
            } catch (IOException e) {
                String message = String.valueOf(e.getMessage());
                if (message.contains("Broken pipe") || message.contains("Connection reset")) {
                    throw new ClosedPipe();
                }
                throw new UncheckedIOException("cannot write: " + message, e);
            }
        }
    }
}
