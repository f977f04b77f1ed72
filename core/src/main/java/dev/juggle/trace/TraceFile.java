// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/** A {@link Timeline} as a file; the format is described in the package notes. */
public final class TraceFile {
    /** The newest version of the format that is read, and the one that is written. */
    public static final int VERSION = 1;

    private static final byte[] MAGIC = "JUGTRACE".getBytes(StandardCharsets.US_ASCII);
    private static final int MOST_THREADS = 1 << 16;
    private static final int MOST_SPANS = 1 << 26;
    private static final int MOST_TEXT = 1 << 20;

    private TraceFile() {}

    /** Writes a timeline to a file, replacing what was there. */
    public static void write(Timeline timeline, Path file) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            write(timeline, out);
        }
    }

    static void write(Timeline timeline, OutputStream out) throws IOException {
        out.write(MAGIC);
        out.write(VERSION);
        try (DataOutputStream body = new DataOutputStream(new BufferedOutputStream(new DeflaterOutputStream(out)))) {
            putVarint(body, timeline.startMillis());
            putVarint(body, timeline.totals().nanos());
            putSettings(body, timeline.totals().settings());
            putVarint(body, ThreadState.COUNT);
            putVarint(body, timeline.spans().size());
            for (int i = 0; i < timeline.spans().size(); i++) {
                putThread(body, timeline.totals().threads().get(i));
                putSpans(body, timeline.spans().get(i));
            }
            putSamples(body, timeline.samples());
        }
    }

    /**
     * Reads a timeline from a file.
     *
     * @throws IOException if the file can't be read, isn't a trace, is a newer version's or is
     *     damaged; the message names the file and says which
     */
    public static Timeline read(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            return read(in);
        } catch (EOFException e) {
            throw new IOException(file + ": the trace ends early; it wasn't written to its end", e);
        } catch (ZipException | BadTraceException e) {
            throw new IOException(file + ": " + reason(e), e);
        }
    }

    private static String reason(IOException problem) {
        return problem instanceof BadTraceException
                ? String.valueOf(problem.getMessage())
                : "the trace is damaged (" + problem.getMessage() + ")";
    }

    static Timeline read(InputStream in) throws IOException {
        if (!Arrays.equals(in.readNBytes(MAGIC.length), MAGIC)) {
            throw new BadTraceException("not a trace of Juggle (it doesn't begin with JUGTRACE)");
        }
        final int version = in.read();
        if (version != VERSION) {
            throw new BadTraceException("a trace of version " + version + "; this Juggle reads version " + VERSION);
        }
        final DataInputStream body = new DataInputStream(new BufferedInputStream(new InflaterInputStream(in)));
        final long startMillis = varint(body);
        final long nanos = varint(body);
        final Map<String, String> settings = settings(body);
        final int states = count(body, ThreadState.COUNT);
        final int threadCount = count(body, MOST_THREADS);
        final List<ThreadTotals> threads = new ArrayList<>();
        final List<Spans> spans = new ArrayList<>();
        for (int i = 0; i < threadCount; i++) {
            threads.add(thread(body, states));
            spans.add(spans(body, states));
        }
        final Samples samples = samples(body);
        if (body.read() >= 0) {
            throw new BadTraceException("the trace goes on after its end");
        }
        return new Timeline(startMillis, new RunTotals(nanos, threads, settings), spans, samples);
    }

    private static void putSettings(DataOutputStream out, Map<String, String> settings) throws IOException {
        putVarint(out, settings.size());
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            putText(out, setting.getKey());
            putText(out, setting.getValue());
        }
    }

    private static Map<String, String> settings(DataInputStream in) throws IOException {
        final Map<String, String> settings = new LinkedHashMap<>();
        final int count = count(in, MOST_TEXT);
        for (int i = 0; i < count; i++) {
            final String name = text(in);
            settings.put(name, text(in));
        }
        return settings;
    }

    private static void putThread(DataOutputStream out, ThreadTotals thread) throws IOException {
        putVarint(out, thread.kind().index());
        putText(out, thread.name());
        putVarint(out, thread.lifetime().startNanos());
        putVarint(out, thread.lifetime().endNanos());
        final Running running = thread.running();
        putVarint(out, running == null ? 0 : running.state().index() + 1);
        putVarint(out, running == null ? 0 : running.sinceNanos());
        for (StateTotal total : thread.states()) {
            putVarint(out, total.nanos());
            putVarint(out, total.spans());
            putVarint(out, total.bytes());
            putVarint(out, total.rows());
        }
    }

    private static ThreadTotals thread(DataInputStream in, int states) throws IOException {
        final ThreadKind kind = ThreadKind.of(count(in, ThreadKind.COUNT - 1));
        final String name = text(in);
        final long start = varint(in);
        final Lifetime lifetime = new Lifetime(start, varint(in));
        final int state = count(in, states);
        final long since = varint(in);
        final List<StateTotal> totals = new ArrayList<>();
        for (int i = 0; i < ThreadState.COUNT; i++) {
            totals.add(i < states ? new StateTotal(varint(in), varint(in), varint(in), varint(in)) : StateTotal.ZERO);
        }
        return new ThreadTotals(
                kind, name, lifetime, state == 0 ? null : new Running(ThreadState.of(state - 1), since), totals);
    }

    private static void putSpans(DataOutputStream out, Spans spans) throws IOException {
        putVarint(out, spans.first());
        putVarint(out, spans.count());
        long end = 0;
        for (int i = 0; i < spans.count(); i++) {
            putVarint(out, spans.startNanos(i) - end);
            putVarint(out, spans.nanos(i));
            putVarint(out, spans.state(i).index());
            putVarint(out, spans.bytes(i));
            putVarint(out, spans.rows(i));
            end = spans.endNanos(i);
        }
    }

    private static Spans spans(DataInputStream in, int states) throws IOException {
        final long first = varint(in);
        final int count = count(in, MOST_SPANS);
        long[] words = new long[Math.min(count, 1 << 12) * TraceRecorder.SPAN_WORDS];
        long end = 0;
        for (int i = 0; i < count; i++) {
            final int at = i * TraceRecorder.SPAN_WORDS;
            if (at == words.length) {
                words = Arrays.copyOf(words, Math.min(2 * at, count * TraceRecorder.SPAN_WORDS));
            }
            words[at] = end + varint(in);
            final long nanos = varint(in);
            words[at + 1] = TraceRecorder.pack(nanos, count(in, states - 1));
            words[at + 2] = varint(in);
            words[at + 3] = varint(in);
            end = words[at] + nanos;
        }
        return new Spans(first, count, words);
    }

    private static void putSamples(DataOutputStream out, Samples samples) throws IOException {
        putVarint(out, Gauge.COUNT);
        for (int i = 0; i < Gauge.COUNT; i++) {
            putVarint(out, samples.capacity(Gauge.of(i)));
        }
        putVarint(out, samples.count());
        final long[] words = samples.words();
        for (int i = 0; i < words.length; i++) {
            final long before = i < SampleRing.COLUMNS ? 0 : words[i - SampleRing.COLUMNS];
            putVarint(out, zigzag(words[i] - before));
        }
    }

    private static Samples samples(DataInputStream in) throws IOException {
        if (count(in, Gauge.COUNT) != Gauge.COUNT) {
            throw new BadTraceException("the trace has other gauges than version " + VERSION);
        }
        final long[] capacities = new long[Gauge.COUNT];
        for (int i = 0; i < Gauge.COUNT; i++) {
            capacities[i] = varint(in);
        }
        final long[] words = new long[count(in, MOST_TEXT) * SampleRing.COLUMNS];
        for (int i = 0; i < words.length; i++) {
            final long before = i < SampleRing.COLUMNS ? 0 : words[i - SampleRing.COLUMNS];
            words[i] = before + unzigzag(varint(in));
        }
        return new Samples(words, capacities);
    }

    private static void putText(DataOutputStream out, String text) throws IOException {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        putVarint(out, bytes.length);
        out.write(bytes);
    }

    private static String text(DataInputStream in) throws IOException {
        final byte[] bytes = new byte[count(in, MOST_TEXT)];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static void putVarint(DataOutputStream out, long value) throws IOException {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    private static long varint(DataInputStream in) throws IOException {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            final int next = in.readUnsignedByte();
            value |= (long) (next & 0x7f) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new BadTraceException("the trace is damaged (a number of more than ten bytes)");
    }

    /** A number that counts something, checked before anything is made of it. */
    private static int count(DataInputStream in, int most) throws IOException {
        final long value = varint(in);
        if (value < 0 || value > most) {
            throw new BadTraceException("the trace is damaged (" + value + " where at most " + most + " is possible)");
        }
        return (int) value;
    }

    private static long zigzag(long value) {
        return (value << 1) ^ (value >> 63);
    }

    private static long unzigzag(long value) {
        return (value >>> 1) ^ -(value & 1);
    }

    /** The bytes aren't a trace that this class reads; the message says why, without the file's name. */
    static final class BadTraceException extends IOException {
        private static final long serialVersionUID = 1;

        BadTraceException(String message) {
            super(message);
        }
    }
}
