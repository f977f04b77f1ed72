// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

/**
 * What one job, or a whole run, came to.
 *
 * @param files files that are part of the output
 * @param emptyFiles those of them with neither a record nor anything set aside
 * @param rawBytes bytes read, as on disk
 * @param textBytes the same unpacked
 * @param records records stored
 * @param rows rows in the data's tables
 * @param setAside records, or files as a whole, that were set aside
 * @param warnings duplicate members and the like
 */
record JobCounts(
        long files,
        long emptyFiles,
        long rawBytes,
        long textBytes,
        long records,
        long rows,
        long setAside,
        long warnings) {
    static final JobCounts NONE = new JobCounts(0, 0, 0, 0, 0, 0, 0, 0);

    JobCounts plus(JobCounts more) {
        return new JobCounts(
                files + more.files,
                emptyFiles + more.emptyFiles,
                rawBytes + more.rawBytes,
                textBytes + more.textBytes,
                records + more.records,
                rows + more.rows,
                setAside + more.setAside,
                warnings + more.warnings);
    }
}
