// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

/** What a document can get wrong, each with what would have been right there. */
public enum Problem {
    /** No fault. */
    NONE("nothing"),
    /** A value should begin. */
    VALUE("a value"),
    /** The first element of an array, or its end. */
    ELEMENT_OR_END("a value or ']'"),
    /** The first member of an object, or its end. */
    NAME_OR_END("a member name in double quotes or '}'"),
    /** The next member of an object, after a comma. */
    NAME("a member name in double quotes after ','"),
    /** The colon between name and value. */
    COLON("':' after a member name"),
    /** The way on in an object. */
    COMMA_OR_BRACE("',' or '}' after a member"),
    /** The way on in an array. */
    COMMA_OR_BRACKET("',' or ']' after an element"),
    /** Something behind a whole document. */
    END("the end of the document after its value"),
    /** Something behind a value where only further values may stand. */
    NEXT_VALUE("the end of the line or another value"),
    /** A number, true, false or null runs into what follows it. */
    SEPARATOR("white space after a value"),
    /** A backslash before something that needs or knows none. */
    ESCAPE("one of \"\\/bfnrtu after '\\'"),
    /** {@code \\u} without its digits. */
    HEX_DIGITS("four hexadecimal digits after '\\u'"),
    /** A control character, or the end, inside a string. */
    STRING_CHARACTER("the rest of a string, up to its '\"'"),
    /** Bytes that are not UTF-8. */
    UTF_8("valid UTF-8"),
    /** A number that breaks off or starts with a needless zero. */
    NUMBER("a number"),
    /** Too many open containers. */
    DEPTH("no deeper nesting than the limit"),
    /** A string or number spelling that is too long. */
    STRING_LENGTH("no longer string or number than the limit"),
    /** A member name that is too long. */
    NAME_LENGTH("no longer member name than the limit"),
    /** Too many members or elements. */
    CHILD_COUNT("no more members or elements than the limit"),
    /** A document that is too long. */
    DOCUMENT_LENGTH("no longer document than the limit"),
    /** An item of a text sequence that may have been cut: RFC 7464, section 2.4. */
    ITEM_END("a line feed after an item of a text sequence");

    private final String expected;

    Problem(String expected) {
        this.expected = expected;
    }

    /** What would have been right, for a message: "expected …". */
    String expected() {
        return expected;
    }
}
