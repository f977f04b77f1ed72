// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

/** Told about each parse error, in the order in which the parser meets them. */
@FunctionalInterface
public interface ParseErrorHandler {
    /**
     * One error.
     *
     * @param offset of the offending character, in bytes of the (decoded) input; its length at the end
     */
    void report(ParseError error, int offset);
}
