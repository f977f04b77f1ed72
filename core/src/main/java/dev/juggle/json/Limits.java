// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

import dev.juggle.arena.Check;

/**
 * What input may ask for at most. Whatever goes beyond is an error with its place, never a crash.
 *
 * @param maxDepth how many containers may be open at once. 1,024: far beyond what people write, and deep enough
 *     that only an attack needs more; everything behind the parser may keep a small stack of this size.
 * @param maxStringBytes longest string and longest number spelling, as spelled in the source. 2^28 - 1: what a
 *     tape word's length holds.
 * @param maxNameBytes longest member name, as spelled in the source. 1 MiB: names are kept in the catalog for the
 *     whole run, so they may not be as large as values.
 * @param maxChildren most members or elements of one container. 2^28 - 1: what a tape word's count holds.
 * @param maxDocumentBytes longest document. 4 GiB - 64 KiB: positions in an arena are unsigned 32-bit numbers.
 */
public record Limits(int maxDepth, int maxStringBytes, int maxNameBytes, int maxChildren, long maxDocumentBytes) {
    /** The limits used unless a caller asks for tighter ones. */
    public static final Limits DEFAULT =
            new Limits(1024, Tape.MAX_LENGTH, 1 << 20, Tape.MAX_LENGTH, (1L << 32) - (1 << 16));

    /** Checks that each limit is positive and no larger than what the tape can hold. */
    public Limits {
        Check.that(maxDepth >= 1 && maxDepth <= 1 << 20, "maxDepth must be 1 to 1048576");
        Check.that(maxStringBytes >= 1 && maxStringBytes <= Tape.MAX_LENGTH, "maxStringBytes must be 1 to 268435455");
        Check.that(maxNameBytes >= 1 && maxNameBytes <= maxStringBytes, "maxNameBytes must be 1 to maxStringBytes");
        Check.that(maxChildren >= 1 && maxChildren <= Tape.MAX_LENGTH, "maxChildren must be 1 to 268435455");
        Check.that(maxDocumentBytes >= 1 && maxDocumentBytes < 1L << 32, "maxDocumentBytes must be below 4 GiB");
    }
}
