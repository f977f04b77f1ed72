// SPDX-License-Identifier: Apache-2.0
package dev.juggle.catalog;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Gives out names that are unique the way SQLite compares identifiers: without regard to ASCII case. Names stay as they are
 * where they can; a taken one gets `_2`, `_3` …; an overlong one is cut and ends in a hash of the whole, so that it is the
 * same on every run. Touched only by the thread that holds the ticket.
 */
final class Names {
    /** Longer names, in UTF-8 bytes, are cut: they only make a schema unreadable. */
    static final int MAX_BYTES = 120;

    private static final int KEPT_BYTES = 100;

    private final Set<String> taken = new HashSet<>();
    private final Map<String, Integer> nextSuffix = new HashMap<>();

    /** Takes a name out of circulation without giving it to anybody. */
    void reserve(String name) {
        taken.add(folded(name));
    }

    /** The wanted name, or the nearest one that is free. */
    String take(String wanted) {
        String name = shortened(wanted);
        String base = folded(name);
        if (taken.add(base)) {
            return name;
        }
        int suffix = nextSuffix.getOrDefault(base, 2);
        while (!taken.add(base + "_" + suffix)) {
            suffix++;
        }
        nextSuffix.put(base, suffix + 1);
        return name + "_" + suffix;
    }

    private static String shortened(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= MAX_BYTES) {
            return name;
        }
        int cut = KEPT_BYTES;
        while ((bytes[cut] & 0xC0) == 0x80) {
            cut--;
        }
        return new String(bytes, 0, cut, StandardCharsets.UTF_8) + "_" + hex(fnv1a(bytes));
    }

    private static String hex(long hash) {
        return String.format("%08x", (int) (hash ^ (hash >>> 32)));
    }

    /** FNV-1a, 64 bits (draft-eastlake-fnv): any stable hash would do. */
    private static long fnv1a(byte[] bytes) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : bytes) {
            hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
        }
        return hash;
    }

    private static String folded(String name) {
        StringBuilder out = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            out.append(c >= 'A' && c <= 'Z' ? (char) (c + 32) : c);
        }
        return out.toString();
    }
}
