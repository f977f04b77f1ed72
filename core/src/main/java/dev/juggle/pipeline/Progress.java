// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * How far a run has come, in numbers that any thread may read at any time. Each is right by itself; together they are not
 * of one moment. What to make of them (a bar, a rate) is the reader's business.
 */
public final class Progress {
    private final LongAdder listedFiles = new LongAdder();
    private final LongAdder listedBytes = new LongAdder();
    private final LongAdder doneFiles = new LongAdder();
    private final LongAdder doneBytes = new LongAdder();
    private final LongAdder records = new LongAdder();
    private final LongAdder rows = new LongAdder();
    private final LongAdder setAside = new LongAdder();
    private final AtomicLong totalBytes = new AtomicLong(-1);

    /** Numbers of a run that has not begun. */
    Progress() {}

    /** Files the walk has come to. */
    public long listedFiles() {
        return listedFiles.sum();
    }

    /** Their bytes on disk. */
    public long listedBytes() {
        return listedBytes.sum();
    }

    /** Files whose rows are placed. */
    public long doneFiles() {
        return doneFiles.sum();
    }

    /** Their bytes on disk. */
    public long doneBytes() {
        return doneBytes.sum();
    }

    /** Bytes on disk of the whole input; -1 while (or if) that is not known. */
    public long totalBytes() {
        return totalBytes.get();
    }

    /** Records stored. */
    public long records() {
        return records.sum();
    }

    /** Rows placed in the data's tables. */
    public long rows() {
        return rows.sum();
    }

    /** Records, or files as a whole, that were set aside. */
    public long setAside() {
        return setAside.sum();
    }

    void listed(InputFile file) {
        listedFiles.increment();
        listedBytes.add(Math.max(0, file.sizeBytes()));
    }

    void total(long bytes) {
        totalBytes.set(bytes);
    }

    void placed(JobCounts counts) {
        doneFiles.add(counts.files());
        doneBytes.add(counts.rawBytes());
        records.add(counts.records());
        rows.add(counts.rows());
        setAside.add(counts.setAside());
    }
}
