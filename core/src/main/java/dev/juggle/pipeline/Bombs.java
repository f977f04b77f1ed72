// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

/** What unpacking may come to: a small file that unpacks to very much is more likely an attack than a document. */
final class Bombs {
    /** From this size on a text may not be more than {@link #MAX_RATIO} times as large as its file. */
    private static final long SUSPICIOUS_BYTES = 16 << 20;

    private static final long MAX_RATIO = 1000;

    private Bombs() {}

    /** Refuses a text of which so many bytes came from so many. */
    static void check(long textBytes, long rawBytes) throws BadPackingException {
        if (textBytes > SUSPICIOUS_BYTES && textBytes / MAX_RATIO > rawBytes) {
            throw new BadPackingException("unpacks to more than " + MAX_RATIO + " times its size, so it is not read");
        }
    }
}
