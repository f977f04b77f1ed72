// SPDX-License-Identifier: Apache-2.0
/**
 * The command line: one class per command, the words on stderr, and the exit codes. The only room
 * that may use {@code System.out}, {@code System.err} and {@code System.exit}.
 *
 * <p><b>Threads.</b> Runs on the main thread; progress is drawn by the pipeline's own thread
 * through an interface given from here.
 *
 * <p><b>Memory.</b> Small objects only; everything large is behind {@code MemoryBudget}.
 *
 * <p><b>Start at</b> {@link dev.juggle.cli.Main}.
 */
@NullMarked
package dev.juggle.cli;

import org.jspecify.annotations.NullMarked;
