// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import dev.juggle.arena.Mem;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Follows the links of a page to files beside it: {@code ../b.html#top} on the page {@code site/docs/a.html} leads to
 * {@code site/b.html}, which is the stored path of another page if it was read too. For one thread; allocates
 * only where a link has bytes spelled as {@code %XX} that are not ASCII.
 */
final class PageTarget {
    private byte[] page = new byte[0];
    private byte[] folder = new byte[256];
    private int folderLength;
    private boolean isElsewhere;
    private byte[] bytes = new byte[256];
    private int length;

    /** Begins a page with its path. */
    void begin(byte[] path) {
        page = path;
        isElsewhere = false;
        folder = path;
        folderLength = folderEnd(path, path.length);
    }

    /** Sets what a base element says: links are followed from there. */
    void base(long href, int hrefLength) {
        if (hrefLength > 0) {
            isElsewhere = !resolve(href, hrefLength);
            folder = Arrays.copyOf(bytes, length);
            folderLength = folderEnd(folder, length);
        }
    }

    /** The last path found. */
    byte[] bytes() {
        return bytes;
    }

    /** How many bytes of it. */
    int length() {
        return length;
    }

    /** Finds the path that a link leads to; false if that is no file beside the page. */
    boolean follow(long href, int hrefLength) {
        return !isElsewhere && resolve(href, hrefLength);
    }

    private static int folderEnd(byte[] path, int pathLength) {
        int end = pathLength;
        while (end > 0 && path[end - 1] != '/') {
            end--;
        }
        return end;
    }

    private boolean resolve(long href, int hrefLength) {
        long from = href;
        long end = href + hrefLength;
        while (from < end && Bytes.is(Mem.getByte(from), Bytes.SPACE)) {
            from++;
        }
        while (from < end && Bytes.is(Mem.getByte(end - 1), Bytes.SPACE)) {
            end--;
        }
        long pathEnd = from;
        while (pathEnd < end && Mem.getByte(pathEnd) != '#' && Mem.getByte(pathEnd) != '?') {
            if (Mem.getByte(pathEnd) == ':' && hasNoSlash(from, pathEnd)) {
                return false;
            }
            pathEnd++;
        }
        if (from == pathEnd) {
            length = 0;
            append(page, page.length);
            return true;
        }
        if (Mem.getByte(from) == '/') {
            return false;
        }
        length = 0;
        append(folder, folderLength);
        return steps(from, pathEnd);
    }

    private static boolean hasNoSlash(long from, long end) {
        for (long at = from; at < end; at++) {
            if (Mem.getByte(at) == '/') {
                return false;
            }
        }
        return true;
    }

    private boolean steps(long from, long end) {
        long at = from;
        while (at < end) {
            long step = at;
            while (at < end && Mem.getByte(at) != '/') {
                at++;
            }
            boolean isUp = at - step == 2 && Mem.getByte(step) == '.' && Mem.getByte(step + 1) == '.';
            boolean isHere = at - step == 1 && Mem.getByte(step) == '.';
            if (isUp) {
                if (length == 0) {
                    return false;
                }
                length = folderEnd(bytes, length - 1);
            } else if (!isHere) {
                decode(step, at);
                if (at < end) {
                    append((byte) '/');
                }
            }
            at++;
        }
        return true;
    }

    /** Appends a step with its {@code %XX} decoded; as it is, if that would be no UTF-8. */
    private void decode(long from, long end) {
        int start = length;
        boolean isPlain = true;
        for (long at = from; at < end; at++) {
            int value = Mem.getByte(at);
            int high = value == '%' && at + 2 < end ? digit(at + 1) : -1;
            int low = high >= 0 ? digit(at + 2) : -1;
            if (low >= 0) {
                value = high << 4 | low;
                isPlain &= value < 0x80 && value != 0 && value != '/';
                at += 2;
            }
            append((byte) value);
        }
        if (!isPlain
                && new String(bytes, start, length - start, StandardCharsets.UTF_8).matches("(?s).*[\ufffd\0/].*")) {
            length = start;
            for (long at = from; at < end; at++) {
                append(Mem.getByte(at));
            }
        }
    }

    private static int digit(long at) {
        return Character.digit(Mem.getByte(at), 16);
    }

    private void append(byte[] source, int count) {
        if (count > bytes.length - length) {
            bytes = Arrays.copyOf(bytes, 2 * (length + count));
        }
        System.arraycopy(source, 0, bytes, length, count);
        length += count;
    }

    private void append(byte value) {
        if (length == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * length);
        }
        bytes[length++] = value;
    }
}
