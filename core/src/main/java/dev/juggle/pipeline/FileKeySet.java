// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

/**
 * The files seen so far, by device and inode: two longs a file in an open-addressed table, since there may be
 * millions. Belongs to one thread.
 */
final class FileKeySet {
    private long[] keys = new long[2 * 64];
    private boolean[] taken = new boolean[64];
    private int count;

    /** Adds a file; false if it was there before. */
    boolean add(long device, long inode) {
        if (2 * (count + 1) > taken.length) {
            grow();
        }
        int slot = find(device, inode);
        if (taken[slot]) {
            return false;
        }
        put(slot, device, inode);
        count++;
        return true;
    }

    /** Whether the file was added before. */
    boolean contains(long device, long inode) {
        return taken[find(device, inode)];
    }

    private int find(long device, long inode) {
        int mask = taken.length - 1;
        long hash = (inode * 0x9e37_79b9_7f4a_7c15L ^ device) * 0xbf58_476d_1ce4_e5b9L;
        int slot = (int) (hash >>> 32) & mask;
        while (taken[slot] && (keys[2 * slot] != device || keys[2 * slot + 1] != inode)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void put(int slot, long device, long inode) {
        taken[slot] = true;
        keys[2 * slot] = device;
        keys[2 * slot + 1] = inode;
    }

    private void grow() {
        long[] oldKeys = keys;
        boolean[] oldTaken = taken;
        keys = new long[oldKeys.length * 2];
        taken = new boolean[oldTaken.length * 2];
        for (int slot = 0; slot < oldTaken.length; slot++) {
            if (oldTaken[slot]) {
                put(find(oldKeys[2 * slot], oldKeys[2 * slot + 1]), oldKeys[2 * slot], oldKeys[2 * slot + 1]);
            }
        }
    }
}
