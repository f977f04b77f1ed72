// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import dev.juggle.pipeline.Progress;
import java.util.Locale;

/**
 * One line on a terminal, drawn again and again: how far the run is, how fast, how long it will take, what was set aside. It is
 * called by the pipeline's thread; {@link #clear} takes it away.
 */
final class ProgressBar implements RunView {
    private static final int BAR_CHARS = 20;
    private static final String ERASE_LINE = "\r\u001b[K";

    private final Terminal terminal;
    private final long startNanos = System.nanoTime();
    private boolean drawn;

    ProgressBar(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public synchronized void show(Progress progress) {
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        String line =
                line(progress.doneBytes(), progress.totalBytes(), progress.records(), progress.setAside(), seconds);
        terminal.err().print(ERASE_LINE + cut(line));
        terminal.err().flush();
        drawn = true;
    }

    @Override
    public synchronized void clear() {
        if (drawn) {
            terminal.err().print(ERASE_LINE);
            terminal.err().flush();
            drawn = false;
        }
    }

    /** The line; {@code total} is -1 while the size of the input is unknown. */
    static String line(long done, long total, long records, long setAside, double seconds) {
        StringBuilder line = new StringBuilder();
        if (total > 0) {
            double share = Math.min(1, (double) done / total);
            int filled = (int) (share * BAR_CHARS);
            line.append(String.format(Locale.ROOT, "%3d %% [", (int) (share * 100)));
            line.append("=".repeat(filled))
                    .append(" ".repeat(BAR_CHARS - filled))
                    .append("] ");
        }
        line.append(Words.bytes(done));
        line.append(String.format(Locale.ROOT, ", %.1f MiB/s", seconds > 0 ? done / seconds / (1 << 20) : 0));
        if (total > done && done > 0 && seconds > 1) {
            line.append(", ").append(left(seconds * (total - done) / done)).append(" left");
        }
        if (setAside > 0) {
            line.append(", ").append(Words.number(setAside)).append(" set aside");
        }
        return line.append(", ").append(Words.count(records, "record")).toString();
    }

    private static String left(double seconds) {
        return seconds < 60 ? (long) Math.ceil(seconds) + " s" : Words.seconds(seconds);
    }

    private String cut(String line) {
        return line.length() < terminal.columns() ? line : line.substring(0, terminal.columns() - 1);
    }
}
