// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

/**
 * What all b-trees of one file share.
 *
 * @param appender gives page numbers
 * @param geometry the page size
 * @param overflow writes overflow pages
 * @param pending bounds what trees hold back
 * @param image space for one page under construction
 */
@SuppressWarnings("ArrayRecordComponent") // shared on purpose
record TreeContext(
        PageAppender appender, PageGeometry geometry, OverflowWriter overflow, PendingPages pending, byte[] image) {

    /** The trees of a file that {@code appender} writes. */
    static TreeContext of(PageAppender appender, PageGeometry geometry) {
        return new TreeContext(
                appender,
                geometry,
                new OverflowWriter(appender, geometry),
                new PendingPages(),
                new byte[geometry.pageBytes()]);
    }
}
