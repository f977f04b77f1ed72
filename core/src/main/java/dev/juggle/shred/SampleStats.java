// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.arena.Mem;
import dev.juggle.json.ParsedDocument;
import dev.juggle.json.Tape;
import dev.juggle.sqlite.Payload;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts what parsed samples show, path by path. Each value is hashed with all below it first, so that a repetition of
 * something larger is known before its parts are counted: what lies in it counts for its path, but is not
 * {@link PathStats#fresh}. Belongs to one thread.
 */
public final class SampleStats {
    /** Deeper values count with the one that holds them. */
    private static final int MAX_DEPTH = 48;

    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private final Map<String, PathStats> roots = new TreeMap<>();
    private final List<String> selection;
    private long[] hashes = new long[0];
    private long sampledBytes;
    private long inputBytes;
    private boolean isFollower;
    private Tape tape = new Tape();

    /** Counts what {@code selection}, the steps of `--path`, leads to. */
    public SampleStats(List<String> selection) {
        this.selection = List.copyOf(selection);
    }

    /** By the name that the files of a root table ask for. */
    Map<String, PathStats> roots() {
        return roots;
    }

    /** Bytes of text in all samples. */
    long sampledBytes() {
        return sampledBytes;
    }

    /** Says how large all of the input is, as far as that is known. */
    public void inputBytes(long bytes) {
        inputBytes = bytes;
    }

    /** How many times the sample's size the input is, at least once. */
    double scale() {
        return sampledBytes == 0 ? 1 : Math.max(1, (double) inputBytes / sampledBytes);
    }

    /**
     * Counts a document, or what was read of it.
     *
     * @param follows whether it comes right behind the one that was added before, in the input too
     */
    public void add(String root, ParsedDocument document, boolean follows) {
        isFollower = follows;
        PathStats record = roots.computeIfAbsent(root, _ -> new PathStats());
        tape = document.tape();
        sampledBytes += document.textEnd() - document.textStart();
        if (hashes.length < tape.wordCount()) {
            hashes = new long[tape.wordCount()];
        }
        boolean isOneValue =
                document.form() == ParsedDocument.Form.SINGLE || document.form() == ParsedDocument.Form.ARRAY;
        for (int top = 0; top < tape.wordCount(); top = tape.next(top)) {
            int value = Selection.find(tape, top, selection);
            if (value == Selection.ABSENT) {
                continue;
            }
            hash(value, 0);
            if (isOneValue && tape.type(value) == Tape.ARRAY) {
                int end = tape.next(value);
                for (int i = value + 2; i < end; i = tape.next(i)) {
                    count(record, i, 0, true);
                }
            } else {
                count(record, value, 0, true);
            }
        }
    }

    private void count(PathStats at, int i, int depth, boolean isFresh) {
        at.fresh += isFresh ? 1 : 0;
        if (isFollower) {
            at.followers++;
            at.freshFollowers += isFresh ? 1 : 0;
        }
        switch (tape.type(i)) {
            case Tape.NULL -> at.nulls++;
            case Tape.FALSE, Tape.TRUE -> at.booleans++;
            case Tape.INTEGER -> {
                at.numbers++;
                at.scalarBytes += Payload.bodyBytes(Payload.integerType(tape.longValue(i)));
            }
            case Tape.REAL -> {
                at.numbers++;
                at.scalarBytes += 8;
            }
            case Tape.NEGATIVE_ZERO_INTEGER, Tape.NEGATIVE_ZERO_REAL, Tape.BIG_INTEGER, Tape.BIG_REAL -> {
                at.numbers++;
                at.scalarBytes += tape.length(i);
            }
            case Tape.STRING, Tape.ESCAPED_STRING -> {
                at.texts++;
                at.scalarBytes += tape.length(i);
                isFirst(at, i, isFresh);
            }
            case Tape.EMPTY_ARRAY -> at.emptyArrays++;
            default -> countContainer(at, i, depth, isFresh);
        }
    }

    /** Whether a value is new here, and not because it lies in a repetition; only what does not is counted as met again. */
    private boolean isFirst(PathStats at, int i, boolean isFresh) {
        if (!isFresh) {
            at.distinct.note(hashes[i]);
            return false;
        }
        return at.distinct.add(hashes[i]);
    }

    private void countContainer(PathStats at, int i, int depth, boolean isFresh) {
        int count = tape.count(i);
        if (count == 0) {
            at.emptyObjects++;
            return;
        }
        boolean isBelowFresh = isFirst(at, i, isFresh);
        at.containerBytes += tape.endAddress(i) - tape.startAddress(i);
        if (tape.type(i) == Tape.ARRAY) {
            at.arrays++;
            at.elementCount += count;
            at.shortest = Math.min(at.shortest, count);
            at.longest = Math.max(at.longest, count);
            if (depth < MAX_DEPTH) {
                PathStats elements = at.elements();
                int p = i + 2;
                for (int k = 0; k < count; k++, p = tape.next(p)) {
                    count(elements, p, depth + 1, isBelowFresh);
                }
            }
            return;
        }
        at.objects++;
        at.memberCount += count;
        if (depth < MAX_DEPTH) {
            int p = i + 2;
            for (int k = 0; k < count; k++, p = tape.next(p + 1)) {
                at.keyBytes += tape.length(p);
                count(at.member(tape, p), p + 1, depth + 1, isBelowFresh);
            }
        }
    }

    private long hash(int i, int depth) {
        int type = tape.type(i);
        long hash = mix(MULTIPLIER, type);
        if (type < Tape.OBJECT) {
            hash = type <= Tape.TRUE ? hash : text(hash, i);
        } else if (depth > MAX_DEPTH) {
            hash = mix(hash, tape.endAddress(i) - tape.startAddress(i));
        } else {
            int p = i + 2;
            for (int end = tape.next(i); p < end; p = tape.next(p)) {
                if (type == Tape.OBJECT) {
                    hash = text(hash, p++);
                }
                hash = mix(hash, hash(p, depth + 1));
            }
        }
        hashes[i] = hash;
        return hash;
    }

    private long text(long seed, int i) {
        int length = tape.length(i);
        long at = tape.address(i);
        long hash = mix(seed, length);
        for (; length >= 8; length -= 8, at += 8) {
            hash = mix(hash, Mem.getLong(at));
        }
        return length == 0 ? hash : mix(hash, Mem.getLong(at) << (64 - 8 * length));
    }

    private static long mix(long hash, long word) {
        long product = (hash ^ word) * MULTIPLIER;
        return product ^ (product >>> 29);
    }
}
