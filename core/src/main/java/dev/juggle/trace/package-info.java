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
 *
 * <p><b>The trace file</b>, version 1, as {@link dev.juggle.trace.TraceFile} writes it. Eight bytes
 * {@code JUGTRACE}, one byte version, then one zlib stream (RFC 1950) of unsigned varints, seven
 * bits each, lowest first, the eighth says that more follow. {@code text} is a length and UTF-8.
 * Times are nanoseconds from the start of the run.
 *
 * <pre>
 * file    = start (milliseconds since 1970), length, settings, states, threads × thread, samples
 * settings= count, count × (text name, text value)
 * states  = how many states there were: those of ThreadState, from the first
 * thread  = kind, text name, start, end, running state + 1 or 0, since,
 *           states × (time, spans, bytes, rows), spans
 * spans   = number of the first (so many were dropped), count,
 *           count × (start − end of the one before, length, state, bytes, rows)
 * samples = gauges, gauges × capacity, count,
 *           count × (time, bytes read, rows placed, gauges × value), each as its zigzagged
 *           difference from the sample before
 * </pre>
 *
 * A new state is appended and the version stays; anything else is a new version.
 */
@NullMarked
package dev.juggle.trace;

import org.jspecify.annotations.NullMarked;
