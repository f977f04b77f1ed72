// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.catalog.Key;
import dev.juggle.json.Tape;
import java.util.Arrays;

/** Collects a plan's steps while it is compiled. */
final class StepList {
    private long[] keyHeaders = new long[16];
    private int[] keyStarts = new int[16];
    private byte[] kinds = new byte[16];
    private byte[] actions = new byte[16];
    private int[] memberCounts = new int[16];
    private long[] keyWords = new long[32];
    private int count;
    private int wordCount;

    /** Adds a step and gives its index; its action may change until the list is read. */
    int add(Key key, int kind, int memberCount) {
        if (count == keyHeaders.length) {
            grow();
        }
        int type = key.escaped() ? Tape.ESCAPED_STRING : Tape.STRING;
        keyHeaders[count] = (long) type << 60 | (long) key.bytes().length << 32;
        keyStarts[count] = wordCount;
        kinds[count] = (byte) kind;
        memberCounts[count] = memberCount;
        addWords(key.bytes());
        return count++;
    }

    void action(int step, byte action) {
        actions[step] = action;
    }

    byte action(int step) {
        return actions[step];
    }

    int count() {
        return count;
    }

    private void addWords(byte[] bytes) {
        int words = (bytes.length + 7) >>> 3;
        while (wordCount + words > keyWords.length) {
            keyWords = Arrays.copyOf(keyWords, keyWords.length * 2);
        }
        for (int i = 0; i < bytes.length; i++) {
            int word = wordCount + (i >>> 3);
            long shifted = (bytes[i] & 0xffL) << (8 * (i & 7));
            keyWords[word] = (i & 7) == 0 ? shifted : keyWords[word] | shifted;
        }
        wordCount += words;
    }

    private void grow() {
        int larger = count * 2;
        keyHeaders = Arrays.copyOf(keyHeaders, larger);
        keyStarts = Arrays.copyOf(keyStarts, larger);
        kinds = Arrays.copyOf(kinds, larger);
        actions = Arrays.copyOf(actions, larger);
        memberCounts = Arrays.copyOf(memberCounts, larger);
    }

    long[] keyHeaders() {
        return Arrays.copyOf(keyHeaders, count);
    }

    int[] keyStarts() {
        return Arrays.copyOf(keyStarts, count);
    }

    byte[] kinds() {
        return Arrays.copyOf(kinds, count);
    }

    byte[] actions() {
        return Arrays.copyOf(actions, count);
    }

    int[] memberCounts() {
        return Arrays.copyOf(memberCounts, count);
    }

    long[] keyWords() {
        return Arrays.copyOf(keyWords, wordCount);
    }
}
