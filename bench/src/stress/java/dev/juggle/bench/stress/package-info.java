// SPDX-License-Identifier: Apache-2.0
/**
 * The hand-overs of the product under jcstress: each test stands beside a weaker variant with one thing
 * done wrong, whose wrong outcome must show up. If it doesn't, the test proves nothing. Run with
 * {@code mvn -Pstress verify}.
 *
 * <p><b>Threads.</b> Each actor is called by a thread of its own, as close together as jcstress can.
 *
 * <p><b>Memory.</b> One small state per try; arenas are made once per class.
 *
 * <p><b>Start at</b> {@link dev.juggle.bench.stress.QueueStress}.
 */
@NullMarked
package dev.juggle.bench.stress;

import org.jspecify.annotations.NullMarked;
