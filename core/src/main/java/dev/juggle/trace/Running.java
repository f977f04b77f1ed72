// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

/**
 * A span that hasn't ended.
 *
 * @param state what the thread does
 * @param sinceNanos when it began, from the run's start
 */
public record Running(ThreadState state, long sinceNanos) {}
