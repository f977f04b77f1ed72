// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import dev.juggle.pipeline.Progress;

/** What a terminal shows of a run while it lasts. */
interface RunView {
    /** Draws the state of things over what was drawn before. */
    void show(Progress progress);

    /** Takes away what was drawn. */
    void clear();
}
