// SPDX-License-Identifier: Apache-2.0
package dev.juggle.arena;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How the memory that the user allows ({@code --memory}) is divided: a sum of lines, each with its
 * reason. What it holds is what Juggle decides about: blocks outside the heap and the
 * structures on it that grow with the input. The Java machine itself (classes, compiled code, its
 * collector) comes on top and does not depend on the input.
 */
public final class MemoryBudget {
    /** What is used when nothing is said: 256 MiB. */
    public static final long DEFAULT_MEMORY_BYTES = 256L << 20;

    /** The least that makes sense: 16 MiB. */
    public static final long MIN_MEMORY_BYTES = 16L << 20;

    /** Bytes a thread that reads keeps for compressed input on its way into an arena. */
    public static final int READ_BUFFER_BYTES = 128 << 10;

    /** Bytes for dividing a large document among jobs: a read buffer, and what is left over from one job for the next. */
    public static final int DIVISION_BYTES = READ_BUFFER_BYTES + (768 << 10) + Mem.PADDING_BYTES;

    private static final long ARENA_STEP_BYTES = 64 << 10;
    private static final long MAX_BLOCK_BYTES = BumpArena.MAX_CAPACITY_BYTES / ARENA_STEP_BYTES * ARENA_STEP_BYTES;
    private static final long JOB_BYTES = 4 << 10;
    private static final long MIB = 1 << 20;

    /** One line of the sum. */
    public record Line(String name, long bytes, String reason) {}

    private final long memoryBytes;
    private final int threads;
    private final int arenaCount;
    private final long arenaBytes;
    private final long reserveBytes;
    private final long pageCacheBytes;
    private final long identityBytes;
    private final List<Line> lines;

    /**
     * Divides {@code memoryBytes} among {@code threads} workers and {@code arenas} arenas.
     *
     * @param memoryBytes what may be used, at least {@link #MIN_MEMORY_BYTES}
     * @param threads worker threads, at least 1
     * @param arenas how many arenas go round, at least 2; 0 for two per worker and two
     * @throws IllegalArgumentException with a sentence for the user where that can't be done
     */
    public MemoryBudget(long memoryBytes, int threads, int arenas) {
        Check.that(
                memoryBytes >= MIN_MEMORY_BYTES,
                "--memory must be at least " + MIN_MEMORY_BYTES / MIB + "M, not " + memoryBytes + " bytes");
        Check.that(threads >= 1, "--threads must be at least 1, not " + threads);
        Check.that(arenas == 0 || arenas >= 2, "--arenas must be at least 2, not " + arenas);
        this.memoryBytes = memoryBytes;
        this.threads = threads;
        this.arenaCount = arenas == 0 ? 2 * threads + 2 : arenas;
        this.pageCacheBytes = Math.clamp(memoryBytes / 16, MIB, 64 * MIB);
        this.identityBytes = memoryBytes / 8;
        long catalogBytes = memoryBytes / 16;
        long readBytes = (threads + 1L) * READ_BUFFER_BYTES;
        long jobBytes = arenaCount * JOB_BYTES;
        long fixedBytes = pageCacheBytes + identityBytes + catalogBytes + readBytes + DIVISION_BYTES + jobBytes;
        long blocks = memoryBytes - fixedBytes;
        long arenaShare = memoryBytes * 2 / 5;
        this.arenaBytes = Math.min(arenaShare / arenaCount / ARENA_STEP_BYTES * ARENA_STEP_BYTES, MAX_BLOCK_BYTES);
        long reserve = blocks - arenaCount * arenaBytes;
        if (arenaBytes < ARENA_STEP_BYTES || reserve < arenaBytes) {
            throw new IllegalArgumentException("--memory " + memoryBytes / MIB + "M is too little for " + threads
                    + " threads and " + arenaCount + " arenas; give more memory or fewer of them");
        }
        this.reserveBytes = Math.min(reserve / ARENA_STEP_BYTES * ARENA_STEP_BYTES, MAX_BLOCK_BYTES);
        List<Line> sum = new ArrayList<>();
        sum.add(new Line(
                "arenas",
                arenaCount * arenaBytes,
                arenaCount + " of " + arenaBytes + " bytes: input, tape and rows of the jobs under way"));
        sum.add(new Line("reserve", reserveBytes, "for one job at a time that outgrows its arena"));
        sum.add(new Line("identities", identityBytes, "what is stored once, to find it when it comes again"));
        sum.add(new Line("page cache", pageCacheBytes, "pages the writer has not put to disk yet"));
        sum.add(new Line("catalog", catalogBytes, "tables, columns and shapes, and each worker's copy"));
        sum.add(new Line(
                "read buffers", readBytes, (threads + 1) + " of " + READ_BUFFER_BYTES + " bytes: compressed input"));
        sum.add(new Line("division", DIVISION_BYTES, "what is left over between two parts of a large document"));
        sum.add(new Line("queues and jobs", jobBytes, "slots and records of " + arenaCount + " jobs"));
        long rest = memoryBytes - sum.stream().mapToLong(Line::bytes).sum();
        sum.add(new Line("unused", rest, "left over from rounding"));
        this.lines = List.copyOf(sum);
    }

    /** What is divided: the sum of all {@link #lines()}. */
    public long memoryBytes() {
        return memoryBytes;
    }

    /** Worker threads that the division was made for. */
    public int threads() {
        return threads;
    }

    /** How many arenas go round. */
    public int arenaCount() {
        return arenaCount;
    }

    /** Capacity of each arena. */
    public long arenaBytes() {
        return arenaBytes;
    }

    /** Capacity of the reserve. */
    public long reserveBytes() {
        return reserveBytes;
    }

    /** What the database writer may keep of the pages it changed. */
    public long pageCacheBytes() {
        return pageCacheBytes;
    }

    /** What may be kept in mind of the values that are stored once: a fixed share, whatever the threads. */
    public long identityBytes() {
        return identityBytes;
    }

    /** Most jobs a batch may hold: half of the arenas, so that the others can go on meanwhile. */
    public int maxBatch() {
        return Math.max(1, arenaCount / 2);
    }

    /** The lines of the sum, the largest first by design; together they are {@link #memoryBytes()}. */
    public List<Line> lines() {
        return lines;
    }

    /**
     * The {@code --memory} to advise where a job needed a reserve of {@code neededBytes}: the least whole
     * number of MiB whose reserve holds it, for the same threads and arenas.
     */
    public long memoryForReserve(long neededBytes) {
        long low = memoryBytes / MIB;
        long high = Math.max(low, Math.min(neededBytes, MAX_BLOCK_BYTES) / MIB * 4 + 64);
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (new MemoryBudget(middle * MIB, threads, arenaCount).reserveBytes() >= neededBytes) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low * MIB;
    }

    /** The sum as a table for {@code --explain-memory}: one line each, a rule, the total. */
    public String explain() {
        StringBuilder text = new StringBuilder();
        for (Line line : lines) {
            text.append(row(line.name(), line.bytes(), line.reason()));
        }
        text.append("-".repeat(31)).append('\n');
        text.append(row("total (--memory)", memoryBytes, "the Java machine itself comes on top"));
        return text.toString();
    }

    private static String row(String name, long bytes, String reason) {
        return String.format(Locale.ROOT, "%-17s %9.2f MiB  %s%n", name, (double) bytes / MIB, reason);
    }
}
