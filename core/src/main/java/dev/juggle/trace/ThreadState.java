// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

/**
 * What a traced thread does at a moment. A state is either work or a wait, and a wait borrows the
 * colour of the stage that is waited for: a lane that is hatched in the writer's colour waits for
 * the writer. The order of the constants is part of the trace file's format (see the package
 * notes): append, never insert.
 */
public enum ThreadState {
    /** Bytes come from a file into an arena. Bytes: those read. */
    READING("reading", 'R', Stage.READ, 0x3b82c4, Pattern.SOLID),
    /** The reader (or a worker that reads for itself) waits until the writer gives an arena back. */
    WAIT_ARENA("waiting for a free arena", 'a', Stage.WRITE, 0xd1573a, Pattern.DOTS),
    /** The reader waits for room in the todo queue: the workers are behind. */
    WAIT_TODO("waiting for room in the todo queue", 't', Stage.PARSE, 0x1b9e77, Pattern.DASHES),
    /** A worker waits for a job from the reader. */
    WAIT_JOB("waiting for a job", 'j', Stage.READ, 0x3b82c4, Pattern.RISING),
    /** Input bytes become a tape or a tree. Bytes: those parsed. */
    PARSING("parsing", 'P', Stage.PARSE, 0x1b9e77, Pattern.SOLID),
    /** Rows and shapes of a job are counted and what can go wrong is found, before the ticket. */
    SURVEYING("surveying", 'V', Stage.PARSE, 0x5fae8f, Pattern.UPRIGHT),
    /** A worker waits for the jobs before its own to pass the gate. */
    WAIT_TICKET("waiting for its ticket", 'g', Stage.TICKET, 0x8e6bbf, Pattern.FALLING),
    /** The one step done in input order: new names, shapes, row-id ranges. */
    TICKET("in its ticket", 'T', Stage.TICKET, 0x8e6bbf, Pattern.HOLES),
    /** Rows become SQLite payloads. Rows: those encoded. */
    ENCODING("encoding", 'E', Stage.ENCODE, 0xc9951c, Pattern.SLANTED),
    /** A worker waits for room in the done queue, or for the writer to take a fragment. */
    WAIT_DONE("waiting for the done queue", 'd', Stage.WRITE, 0xd1573a, Pattern.RISING),
    /** A job larger than its arena waits for the reserve, which one job at a time may hold. */
    WAIT_RESERVE("waiting for the reserve", 'v', Stage.WRITE, 0xd1573a, Pattern.CROSSED),
    /** The writer waits for finished rows. */
    WAIT_ROWS("waiting for finished rows", 'r', Stage.ENCODE, 0xc9951c, Pattern.RISING),
    /** Finished payloads go into pages or statements. Rows: those placed; bytes: their payloads. */
    PLACING("placing", 'W', Stage.WRITE, 0xd1573a, Pattern.SOLID),
    /** A batch is ended: pages go to the file. */
    COMMITTING("committing", 'C', Stage.COMMIT, 0xb0457b, Pattern.LEVEL),
    /** The operating system is asked to bring the file to the disk. */
    SYNCING("syncing", 'S', Stage.COMMIT, 0xb0457b, Pattern.GRID),
    /** Arenas are reset and put back into the free queue. */
    RECYCLING("recycling arenas", 'Y', Stage.WRITE, 0xa8793c, Pattern.UPRIGHT),
    /** Indexes, views, catalog tables and the header are written after the last job. */
    FINISHING("finishing the database", 'F', Stage.FINISH, 0x7d7f4e, Pattern.LEVEL),
    /** Anything else that is work: opening, listing folders, bookkeeping. */
    OTHER("other work", 'O', Stage.OTHER, 0x7c8794, Pattern.SOLID);

    private static final ThreadState[] ALL = values();

    /** How many states there are. */
    public static final int COUNT = ALL.length;

    private final String label;
    private final char symbol;
    private final Stage stage;
    private final boolean work;
    private final int colour;
    private final Pattern pattern;

    ThreadState(String label, char symbol, Stage stage, int colour, Pattern pattern) {
        this.label = label;
        this.symbol = symbol;
        this.stage = stage;
        this.work = Character.isUpperCase(symbol);
        this.colour = colour;
        this.pattern = pattern;
    }

    /** The state with this index, without the copy that {@link #values()} makes. */
    public static ThreadState of(int index) {
        return ALL[index];
    }

    /** Its place among the constants, which is also its number in trace files. */
    @SuppressWarnings("EnumOrdinal") // constants are only ever appended
    public int index() {
        return ordinal();
    }

    /** The words shown to people. */
    public String label() {
        return label;
    }

    /** One letter for narrow places; upper case works, lower case waits. Unique among the states. */
    public char symbol() {
        return symbol;
    }

    /** For work: the stage it belongs to. For a wait: the stage that is waited for. */
    public Stage stage() {
        return stage;
    }

    /** Whether the thread gets something done in this state; otherwise it waits. */
    public boolean isWork() {
        return work;
    }

    /** The fill, as 0xRRGGBB; readable on a light and on a dark ground. */
    public int colour() {
        return colour;
    }

    /** The fill's pattern. */
    public Pattern pattern() {
        return pattern;
    }
}
