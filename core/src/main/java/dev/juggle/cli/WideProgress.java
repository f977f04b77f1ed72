// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import dev.juggle.pipeline.Progress;
import dev.juggle.trace.Trace;
import dev.juggle.trace.WideView;
import java.util.List;

/** The lines of {@link WideView} on a terminal, drawn over themselves again and again. */
final class WideProgress implements RunView {
    private final Terminal terminal;
    private final WideView view;
    private int drawnLines;

    WideProgress(Trace trace, Terminal terminal) {
        this.terminal = terminal;
        this.view = new WideView(trace, terminal.isColoured());
    }

    @Override
    public synchronized void show(Progress progress) {
        List<String> lines = view.lines(terminal.columns() - 1);
        terminal.err().print(erase() + String.join("\n", lines) + "\n");
        terminal.err().flush();
        drawnLines = lines.size();
    }

    @Override
    public synchronized void clear() {
        terminal.err().print(erase());
        terminal.err().flush();
        drawnLines = 0;
    }

    /** Moves to the first line drawn and erases from there to the end of the screen. */
    private String erase() {
        return drawnLines == 0 ? "" : "\u001b[" + drawnLines + "A\r\u001b[J";
    }
}
