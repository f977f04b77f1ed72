// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Random values as SQLite has them: null, Long, Double, String, byte[], with a taste for edges. */
final class RandomValues {
    private static final double[] REALS = {
        0.0, -0.0, 1.0, -1.0, 0.1, 1e300, -1e-300, Double.MIN_VALUE, Double.MAX_VALUE, 1e15, 1048576.5
    };
    private static final String[] TEXTS = {
        "", "0", "007", "1e5", " 7 ", "é", "日本", "😀", "'", "\"", "a\nb", "\ufeffx", "\0x"
    };

    private RandomValues() {}

    /** Any value; texts and blobs up to {@code maxBytes} or so. */
    static @Nullable Object any(Random random, int maxBytes) {
        return switch (random.nextInt(8)) {
            case 0 -> null;
            case 1, 2, 3 -> integer(random);
            case 4 -> real(random);
            case 5 -> blob(random, maxBytes);
            default -> text(random, maxBytes);
        };
    }

    /** An integer of any magnitude. */
    static Long integer(Random random) {
        if (random.nextInt(4) == 0) {
            long power = 1L << random.nextInt(64);
            return (random.nextBoolean() ? power : -power) + random.nextInt(3) - 1;
        }
        return random.nextLong() >> random.nextInt(64);
    }

    /** A real number, sometimes one that looks like an integer. */
    static Double real(Random random) {
        return random.nextBoolean() ? REALS[random.nextInt(REALS.length)] : random.nextGaussian() * 1e6;
    }

    /** Text of one to four bytes a character. */
    static String text(Random random, int maxBytes) {
        if (random.nextInt(4) == 0) {
            return TEXTS[random.nextInt(TEXTS.length)];
        }
        int length = size(random, maxBytes);
        StringBuilder text = new StringBuilder(length);
        int[] alphabet = random.nextInt(3) == 0 ? new int[] {'a', 0xe9, 0x65e5, 0x1f600} : new int[] {'x', 'y', 'z'};
        for (int bytes = 0; bytes < length; bytes++) {
            text.appendCodePoint(alphabet[random.nextInt(alphabet.length)]);
        }
        return text.toString();
    }

    /** A blob. */
    static byte[] blob(Random random, int maxBytes) {
        byte[] blob = new byte[size(random, maxBytes)];
        random.nextBytes(blob);
        return blob;
    }

    /** Mostly small, sometimes anything up to {@code max}. */
    private static int size(Random random, int max) {
        return random.nextInt(random.nextInt(6) == 0 ? max + 1 : Math.min(max, 40) + 1);
    }
}
