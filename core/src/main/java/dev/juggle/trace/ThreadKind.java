// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

/** What a traced thread is for; the verdict adds the threads of one kind together. Append only (file format). */
public enum ThreadKind {
    /** Takes free arenas and fills them with input. */
    READER("reader"),
    /** Parses, takes its ticket, encodes; in mode {@code consumer} it reads as well. */
    WORKER("worker"),
    /** Places finished rows, commits, gives arenas back. */
    WRITER("writer"),
    /** The one thread of mode {@code single}, which does everything in turn. */
    SOLO("single thread");

    private static final ThreadKind[] ALL = values();

    /** How many kinds there are. */
    public static final int COUNT = ALL.length;

    private final String label;

    ThreadKind(String label) {
        this.label = label;
    }

    /** The kind with this index. */
    public static ThreadKind of(int index) {
        return ALL[index];
    }

    /** Its place among the constants, which is also its number in trace files. */
    @SuppressWarnings("EnumOrdinal") // constants are only ever appended
    public int index() {
        return ordinal();
    }

    /** The word shown to people, singular and lower case. */
    public String label() {
        return label;
    }
}
