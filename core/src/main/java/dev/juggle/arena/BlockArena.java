// SPDX-License-Identifier: Apache-2.0
package dev.juggle.arena;

import java.util.ArrayList;
import java.util.List;

/*
 * Linked blocks, each at least as large as all before it together, so n bytes take O(log n) blocks and at most
 * twice the memory. reset() keeps the memory: one block stays as it is (the usual case, two stores), several are
 * replaced by one of their joint size, so that the next document of that size finds a single block. Nothing is
 * zeroed: whoever allocates writes every field. That is where an arena wins; see docs/experiments.md, "HTML".
 */
/**
 * An arena that grows by linked blocks instead of being full, and is reset at once. Owned by one
 * thread at a time.
 */
public final class BlockArena implements Allocator {
    private static final long FIRST_BLOCK_BYTES = 64 * 1024;
    private static final byte POISON = (byte) 0xdb;

    private final List<Block> blocks = new ArrayList<>();
    private final long maxBytes;
    private long nextBlockBytes = FIRST_BLOCK_BYTES;
    private long capacityBytes;
    private long position;
    private long limit;
    private long generation;

    /** An arena without a limit of its own. */
    public BlockArena() {
        this(Long.MAX_VALUE - 128);
    }

    /**
     * An arena that takes at most {@code maxBytes} from the system.
     *
     * @param maxBytes a limit on the sum of its blocks
     */
    public BlockArena(long maxBytes) {
        Check.that(maxBytes > 0, "not a limit", maxBytes);
        this.maxBytes = maxBytes;
    }

    @Override
    public long allocate(long bytes) {
        long address = (position + 7) & -8;
        if (bytes > limit - address || position == 0) {
            address = grow(bytes);
        }
        position = address + bytes;
        return address;
    }

    @Override
    public void reset() {
        generation++;
        if (blocks.size() == 1) {
            position = blocks.getFirst().base();
            if (Mem.CHECKED) {
                Mem.fill(position, limit - position, POISON);
            }
            return;
        }
        long joint = capacityBytes;
        closeBlocks();
        nextBlockBytes = Math.max(joint, FIRST_BLOCK_BYTES);
    }

    @Override
    public long generation() {
        return generation;
    }

    @Override
    public long capacityBytes() {
        return capacityBytes;
    }

    /** How many blocks are linked at present. */
    public int blockCount() {
        return blocks.size();
    }

    @Override
    public void close() {
        generation++;
        closeBlocks();
    }

    private long grow(long bytes) {
        Check.that(bytes >= 0, "bytes asked for", bytes);
        long wanted = Math.max(nextBlockBytes, (bytes + 63) & -64);
        if (wanted > maxBytes - capacityBytes) {
            wanted = (bytes + 63) & -64;
        }
        if (wanted > maxBytes - capacityBytes || wanted < 0) {
            throw new ArenaFullException(bytes, maxBytes - capacityBytes);
        }
        Block block = new Block(Math.max(wanted, 64));
        blocks.add(block);
        capacityBytes += block.capacityBytes();
        nextBlockBytes = capacityBytes;
        limit = block.base() + block.capacityBytes();
        return block.base();
    }

    private void closeBlocks() {
        blocks.forEach(Block::close);
        blocks.clear();
        capacityBytes = 0;
        position = 0;
        limit = 0;
    }
}
