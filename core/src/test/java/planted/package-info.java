// SPDX-License-Identifier: Apache-2.0
/**
 * Faults planted on purpose: {@link dev.juggle.ArchitectureTest} must find each of them.
 *
 * <p><b>Threads.</b> Nothing here ever runs.
 *
 * <p><b>Memory.</b> None.
 *
 * <p><b>Start at</b> {@link planted.queue.Careless}.
 */
@NullMarked
package planted;

import org.jspecify.annotations.NullMarked;
