// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import java.util.List;

/**
 * The slice of input that one job carries: consecutive whole files, or a part of one.
 *
 * @param sequence its place in input order, from 0: the job's ticket
 * @param files its files in input order
 * @param problems what the walk reported on the way to these files
 */
record Extent(long sequence, List<InputFile> files, List<String> problems) {
    /** Bytes on disk as listed. */
    long listedBytes() {
        return files.stream().mapToLong(InputFile::sizeBytes).sum();
    }
}
