// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

/**
 * The encoding a document was read in.
 *
 * @param name as the Encoding standard has it, such as {@code windows-1252}
 * @param source which rule decided
 */
public record DetectedEncoding(String name, Source source) {
    /** The rules that can decide, from the strongest to the weakest. */
    public enum Source {
        /** A byte order mark. */
        BYTE_ORDER_MARK,
        /** What the transport said (HTTP's Content-Type). */
        TRANSPORT,
        /** A declaration found in the first 1,024 bytes. */
        PRESCAN,
        /** A meta element found while parsing, which made the parser start anew. */
        LATE_META,
        /** What the caller guesses. */
        DEFAULT
    }
}
