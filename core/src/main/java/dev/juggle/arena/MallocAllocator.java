// SPDX-License-Identifier: Apache-2.0
package dev.juggle.arena;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;

/**
 * The opposite of an arena, kept for the comparison: every allocation, and every record inside
 * one, is a call of the C library's malloc, and {@link #reset()} is a free for each. Slow on purpose;
 * see docs/experiments.md, "HTML".
 */
public final class MallocAllocator implements Allocator {
    private static final MethodHandle MALLOC =
            function("malloc", FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
    private static final MethodHandle FREE = function("free", FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG));

    private long[] taken = new long[1024];
    private int count;
    private long takenBytes;
    private long generation;

    /** An allocator that holds nothing yet. */
    public MallocAllocator() {}

    @Override
    public long allocate(long bytes) {
        long address = malloc(bytes + Mem.PADDING_BYTES);
        if (Mem.CHECKED) {
            LiveBlocks.add(address, address + bytes);
        }
        takenBytes += bytes;
        keep(address | (Mem.CHECKED ? 1 : 0));
        return address;
    }

    @Override
    public void record(long bytes) {
        keep(malloc(bytes));
    }

    @Override
    public boolean perRecord() {
        return true;
    }

    @Override
    public void reset() {
        for (int index = 0; index < count; index++) {
            long address = taken[index] & -2;
            if (Mem.CHECKED && (taken[index] & 1) != 0) {
                LiveBlocks.remove(address);
            }
            free(address);
        }
        count = 0;
        takenBytes = 0;
        generation++;
    }

    @Override
    public long generation() {
        return generation;
    }

    @Override
    public long capacityBytes() {
        return takenBytes;
    }

    /** How many calls of malloc are not yet answered by a free. */
    public int allocationCount() {
        return count;
    }

    @Override
    public void close() {
        reset();
    }

    private void keep(long address) {
        if (count == taken.length) {
            taken = Arrays.copyOf(taken, 2 * count);
        }
        taken[count++] = address;
    }

    private static long malloc(long bytes) {
        try {
            long address = (long) MALLOC.invokeExact(bytes);
            if (address == 0) {
                throw new OutOfMemoryError("malloc of " + bytes + " bytes");
            }
            return address;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static void free(long address) {
        try {
            FREE.invokeExact(address);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @SuppressWarnings("restricted")
    private static MethodHandle function(String name, FunctionDescriptor descriptor) {
        Linker linker = Linker.nativeLinker();
        MemorySegment address = linker.defaultLookup().find(name).orElseThrow();
        return linker.downcallHandle(address, descriptor, Linker.Option.critical(false));
    }
}
