// SPDX-License-Identifier: Apache-2.0
/**
 * Stress tests of what one thread sees of another's writes, run by jcstress: the queue's hand-over, an
 * arena that is handed round and recycled, the ticket gate, changes of the catalog. Each stands beside a weaker variant
 * that does fail, so that passing means something.
 *
 * <p><b>Threads.</b> jcstress starts one for each {@code @Actor}, millions of times, in several
 * compilation modes.
 *
 * <p><b>Memory.</b> One block per JVM, of which each test state takes 64 bytes, round and round.
 *
 * <p><b>Start at</b> {@code QueueHandOver}. Run with {@code mvn -Pstress verify}; results are in
 * docs/experiments.md.
 */
@NullMarked
package dev.juggle.stress;

import org.jspecify.annotations.NullMarked;
