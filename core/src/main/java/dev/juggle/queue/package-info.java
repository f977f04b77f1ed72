// SPDX-License-Identifier: Apache-2.0
/**
 * The bounded queues through which jobs travel, and the gate that lets them take their tickets in
 * input order.
 *
 * <p><b>Threads.</b> Made to be shared: head and tail of a queue are locked apart, with a
 * condition each for empty and full. Closing wakes everybody; each side can tell how long it
 * waited.
 *
 * <p><b>Memory.</b> A queue is a ring of fixed size that holds references only; there is room for
 * every job there is, so no cycle of queues can fill up.
 *
 * <p><b>Start at</b> {@code BoundedQueue}.
 */
@NullMarked
package dev.juggle.queue;

import org.jspecify.annotations.NullMarked;
