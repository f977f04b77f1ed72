// SPDX-License-Identifier: Apache-2.0
/**
 * Where the time of a run goes: who did what, since when, and what that means.
 *
 * <p><b>Threads.</b> Each traced thread owns one {@link dev.juggle.trace.TraceRecorder} and is the
 * only one that writes to it; any thread may read it. The partners of its fences are listed there.
 * {@link dev.juggle.trace.Trace} hands the recorders out.
 *
 * <p><b>Memory.</b> A ring of spans per thread and a table of samples per run, both of fixed size
 * ({@link dev.juggle.trace.TraceOptions}). Old spans are dropped and counted; totals never are.
 *
 * <p><b>Start at</b> {@link dev.juggle.trace.TraceRecorder}.
 */
@NullMarked
package dev.juggle.trace;

import org.jspecify.annotations.NullMarked;
