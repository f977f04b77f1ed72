// SPDX-License-Identifier: Apache-2.0
/**
 * The run itself: reader, workers and writer, and the jobs that go round between them. {@code
 * Ingest.run()} reads like the picture in ARCHITECTURE.md.
 *
 * <p><b>Threads.</b> The only room, beside search and server, that starts threads. A job is owned
 * by exactly one thread at a time and asserts it at each hand-over. The first failure closes every
 * queue, so nobody waits for a dead thread.
 *
 * <p><b>Memory.</b> A fixed number of arenas goes round; the reader waits for a free one, so it
 * can never run ahead of the writer. A job that needs more takes the reserve when it is the lowest
 * not yet placed.
 *
 * <p><b>Start at</b> {@code Ingest}.
 */
@NullMarked
package dev.juggle.pipeline;

import org.jspecify.annotations.NullMarked;
