// SPDX-License-Identifier: Apache-2.0
/**
 * Where the time goes: spans recorded by every thread, the timeline they make, and its exports.
 *
 * <p><b>Threads.</b> One recorder per thread, written without locks by its owner and read by
 * others only as far as the owner has published.
 *
 * <p><b>Memory.</b> Each recorder is a ring of fixed size; when it is full the oldest spans give
 * way.
 *
 * <p><b>Start at</b> {@code TraceRecorder}.
 */
@NullMarked
package dev.juggle.trace;

import org.jspecify.annotations.NullMarked;
