// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

/**
 * A stretch of a document that was not understood and is kept out of the tables.
 *
 * @param ordinal its place among all records of the document, those stored and those set aside, from 0
 * @param byteOffset where the error is, in bytes from the start of the document
 * @param line where the error is, from 1
 * @param column where the error is, in code points from 1
 * @param message what was expected and found there: {@code expected …, found … (byte N)}
 * @param start absolute address of the first byte set aside; valid as long as the document's arena
 * @param end absolute address behind the last byte set aside
 */
public record SetAside(long ordinal, long byteOffset, long line, long column, String message, long start, long end) {
    /** The place and the message in one line: {@code line:column: message}. */
    public String describe() {
        return line + ":" + column + ": " + message;
    }
}
