// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import java.util.Arrays;

/*
 * What a BulkSink made, as a list of pieces in order. A batch (the rows of one job for one table) is:
 *
 *     LOOSE*   rows as cells one behind the other, up to a limit
 *     PARENTS  the parents of those rows (child tables)
 *     START    if there are more: from here on leaves are packed
 *     LEAVES*  packed leaves with their overflow pages, and the parents of their rows
 *     CHAINS*  overflow pages of rows in a leaf that is not complete yet, where the batch is cut
 *     TAIL     the last leaf, not full, and the parents of its rows
 *     END
 *
 * Parents are runs: (parent, how many rows in a row have it), in arrays of their own.
 */
/** A {@link BulkSink}'s output: pieces that point into the arena, with the little that the writer must know of each. */
final class BulkOutput implements JobOutput {
    /** What a piece is. */
    enum Kind {
        LOOSE,
        PARENTS,
        START,
        LEAVES,
        CHAINS,
        TAIL,
        END
    }

    private int pieces;
    private Kind[] kinds = new Kind[16];
    private int[] tables = new int[16];
    private long[] addresses = new long[16];
    private int[] counts = new int[16];
    private long[] firstRows = new long[16];
    private int[] details = new int[16];
    private int[] parentRuns = new int[16];
    private int[] keyChanges = new int[16];

    private int leaves;
    private long[] leafAddresses = new long[16];
    private long[] leafLastRows = new long[16];
    private int[] leafChainEnds = new int[16];

    private int chains;
    private long[] chainPointers = new long[8];
    private long[] chainAddresses = new long[8];
    private int[] chainPages = new int[8];

    private int runs;
    private long[] parents = new long[16];
    private int[] parentRows = new int[16];

    private long rows;
    private long payloadBytes;

    /** Empties it. */
    void clear() {
        pieces = 0;
        leaves = 0;
        chains = 0;
        runs = 0;
        rows = 0;
        payloadBytes = 0;
    }

    /** Adds a piece; the fields it needs are set by the caller. Returns its index. */
    int add(Kind kind, int table, long address, long firstRow) {
        if (pieces == kinds.length) {
            int grown = pieces * 2;
            kinds = Arrays.copyOf(kinds, grown);
            tables = Arrays.copyOf(tables, grown);
            addresses = Arrays.copyOf(addresses, grown);
            counts = Arrays.copyOf(counts, grown);
            firstRows = Arrays.copyOf(firstRows, grown);
            details = Arrays.copyOf(details, grown);
            parentRuns = Arrays.copyOf(parentRuns, grown);
            keyChanges = Arrays.copyOf(keyChanges, grown);
        }
        kinds[pieces] = kind;
        tables[pieces] = table;
        addresses[pieces] = address;
        counts[pieces] = 0;
        firstRows[pieces] = firstRow;
        details[pieces] = 0;
        parentRuns[pieces] = runs;
        keyChanges[pieces] = 0;
        return pieces++;
    }

    /** Adds a packed leaf with the chains noted since the last one. */
    void addLeaf(long address, long lastRow) {
        if (leaves == leafAddresses.length) {
            leafAddresses = Arrays.copyOf(leafAddresses, leaves * 2);
            leafLastRows = Arrays.copyOf(leafLastRows, leaves * 2);
            leafChainEnds = Arrays.copyOf(leafChainEnds, leaves * 2);
        }
        leafAddresses[leaves] = address;
        leafLastRows[leaves] = lastRow;
        leafChainEnds[leaves++] = chains;
    }

    /** Adds overflow pages at {@code address}, whose first one's number belongs at {@code pointer}. */
    void addChain(long pointer, long address, int pages) {
        if (chains == chainPointers.length) {
            chainPointers = Arrays.copyOf(chainPointers, chains * 2);
            chainAddresses = Arrays.copyOf(chainAddresses, chains * 2);
            chainPages = Arrays.copyOf(chainPages, chains * 2);
        }
        chainPointers[chains] = pointer;
        chainAddresses[chains] = address;
        chainPages[chains++] = pages;
    }

    /** Adds a row's parent, to the last run (not before run {@code from}) if it is the same. */
    void addParent(long parent, int from) {
        if (runs > from && parents[runs - 1] == parent) {
            parentRows[runs - 1]++;
            return;
        }
        if (runs == parents.length) {
            parents = Arrays.copyOf(parents, runs * 2);
            parentRows = Arrays.copyOf(parentRows, runs * 2);
        }
        parents[runs] = parent;
        parentRows[runs++] = 1;
    }

    /** Empties it but for the parents of the last {@code count} rows. */
    void clearButParents(long count) {
        int from = runs;
        long left = count;
        while (left > 0 && from > 0) {
            from--;
            int kept = (int) Math.min(left, parentRows[from]);
            parentRows[from] = kept;
            left -= kept;
        }
        int kept = runs - from;
        System.arraycopy(parents, from, parents, 0, kept);
        System.arraycopy(parentRows, from, parentRows, 0, kept);
        clear();
        runs = kept;
    }

    /** Sets how many rows, or leaves, a piece has. */
    void count(int piece, int count) {
        counts[piece] = count;
    }

    /** Sets what else there is to know of a piece. */
    void detail(int piece, int detail) {
        details[piece] = detail;
    }

    /** Sets where a piece's parents begin. */
    void parentRun(int piece, int run) {
        parentRuns[piece] = run;
    }

    /** Counts a row whose key's first column differs from that of the row before it in the piece. */
    void countKeyChange(int piece) {
        keyChanges[piece]++;
    }

    /** Counts a row. */
    void countRow(int bytes) {
        rows++;
        payloadBytes += bytes;
    }

    int pieces() {
        return pieces;
    }

    Kind kind(int piece) {
        return kinds[piece];
    }

    int table(int piece) {
        return tables[piece];
    }

    long address(int piece) {
        return addresses[piece];
    }

    int count(int piece) {
        return counts[piece];
    }

    long firstRow(int piece) {
        return firstRows[piece];
    }

    int detail(int piece) {
        return details[piece];
    }

    int parentRun(int piece) {
        return parentRuns[piece];
    }

    int keyChanges(int piece) {
        return keyChanges[piece];
    }

    int leaves() {
        return leaves;
    }

    long leafAddress(int leaf) {
        return leafAddresses[leaf];
    }

    long leafLastRow(int leaf) {
        return leafLastRows[leaf];
    }

    /** Index behind the chains of {@code leaf}; they begin where the last leaf's ended. */
    int leafChainEnd(int leaf) {
        return leafChainEnds[leaf];
    }

    int chains() {
        return chains;
    }

    long chainPointer(int chain) {
        return chainPointers[chain];
    }

    long chainAddress(int chain) {
        return chainAddresses[chain];
    }

    int chainPages(int chain) {
        return chainPages[chain];
    }

    int runs() {
        return runs;
    }

    long parent(int run) {
        return parents[run];
    }

    int parentRows(int run) {
        return parentRows[run];
    }

    @Override
    public long rows() {
        return rows;
    }

    @Override
    public long payloadBytes() {
        return payloadBytes;
    }
}
