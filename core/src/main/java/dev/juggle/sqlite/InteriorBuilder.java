// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/*
 * A level is told child after child, each with the key that divides it from the next. Children and keys go into the
 * open page as cells. The pair that does not fit any more is *held*: its child will be the page's right-most, its key the
 * divider one level up. It is not put there before another pair has come, so that the page behind it never stays
 * without a cell. If none comes, the page gives up its last cell instead: that one's child becomes the right-most, its key
 * the divider, and the held pair the one cell of the last page. (A root without a cell is malformed to SQLite.)
 */
/** The interior pages above the leaves of one b-tree, built from below while the leaves arrive. */
final class InteriorBuilder {
    /** One level: its open page and the pair that did not fit. */
    private static final class Level {
        private final PageBuilder page;
        private boolean held;
        private long heldChild;
        private byte[] heldKey = {};

        private Level(PageBuilder page) {
            this.page = page;
        }
    }

    private final PageAppender appender;
    private final PageGeometry geometry;
    private final int type;
    private final List<Level> levels = new ArrayList<>();
    private final byte[] image;

    /**
     * Builds above leaves that the caller appends.
     *
     * @param type the type byte of its pages
     * @param image a page's space to work in; may be shared
     */
    InteriorBuilder(PageAppender appender, PageGeometry geometry, int type, byte[] image) {
        this.appender = appender;
        this.geometry = geometry;
        this.type = type;
        this.image = image;
    }

    /** Whether there is no child yet. */
    boolean isEmpty() {
        return levels.isEmpty();
    }

    /** The next leaf, and the key that divides it from the one to come. */
    void add(long child, byte[] key, int offset, int bytes) throws IOException {
        add(0, child, key, offset, bytes);
    }

    private void add(int number, long child, byte[] key, int offset, int bytes) throws IOException {
        if (number == levels.size()) {
            levels.add(new Level(new PageBuilder(geometry, true)));
        }
        Level level = levels.get(number);
        if (level.held) {
            level.held = false;
            long page = append(level, level.heldChild);
            add(number + 1, page, level.heldKey, 0, level.heldKey.length);
        }
        if (level.page.fits(PageGeometry.PAGE_NUMBER_BYTES + bytes)) {
            level.page.add(child, key, offset, bytes);
        } else {
            level.held = true;
            level.heldChild = child;
            level.heldKey = Arrays.copyOfRange(key, offset, offset + bytes);
        }
    }

    private long append(Level level, long right) throws IOException {
        level.page.finish(image, 0, type, right);
        return appender.append(image, 0);
    }

    /**
     * Ends the tree with its last leaf and leaves the root page in {@code root}, without appending it. There
     * must have been other leaves before.
     */
    void finish(long lastChild, byte[] root) throws IOException {
        long child = lastChild;
        for (int number = 0; ; number++) {
            Level level = levels.get(number);
            if (level.held) {
                split(level, number);
            }
            if (number == levels.size() - 1) {
                level.page.finish(root, 0, type, child);
                return;
            }
            child = append(level, child);
        }
    }

    private void split(Level level, int number) throws IOException {
        byte[] last = level.page.removeLast();
        long right = PageBuilder.getInt(last, 0) & 0xffff_ffffL;
        long page = append(level, right);
        int key = PageGeometry.PAGE_NUMBER_BYTES;
        add(number + 1, page, last, key, last.length - key);
        level.page.add(level.heldChild, level.heldKey, 0, level.heldKey.length);
        level.held = false;
    }
}
