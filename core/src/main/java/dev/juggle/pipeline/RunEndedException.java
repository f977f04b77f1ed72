// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

/** Takes a thread home after the run was ended by another one's failure, which is where the cause is to be found. */
final class RunEndedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RunEndedException() {
        super(null, null, false, false);
    }
}
