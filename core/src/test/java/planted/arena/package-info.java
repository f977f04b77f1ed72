// SPDX-License-Identifier: Apache-2.0
/**
 * Planted faults.
 *
 * <p><b>Threads.</b> Nothing here ever runs.
 *
 * <p><b>Memory.</b> None.
 *
 * <p><b>Start at</b> the only class.
 */
@NullMarked
package planted.arena;

import org.jspecify.annotations.NullMarked;
