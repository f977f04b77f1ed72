// SPDX-License-Identifier: Apache-2.0
/**
 * Tests about the project as a whole: its architecture and its tidiness.
 *
 * <p><b>Threads.</b> None.
 *
 * <p><b>Memory.</b> The compiled classes and one source file at a time.
 *
 * <p><b>Start at</b> {@link dev.juggle.ArchitectureTest} and {@link dev.juggle.TidyTest}.
 */
@NullMarked
package dev.juggle;

import org.jspecify.annotations.NullMarked;
