// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

/**
 * How a document's records stand in its text, and what comes between them: {@code SINGLE} a value, {@code ARRAY} the
 * elements of one array (one a line), {@code LINES} a value a line, {@code SEQUENCE} RFC 7464, {@code EMPTY} nothing.
 */
enum FormText {
    SINGLE("", "", "", "\n"),
    ARRAY("[", "\n", ",\n", "\n]\n"),
    LINES("", "", "\n", "\n"),
    SEQUENCE("", "\u001e", "\n\u001e", "\n"),
    EMPTY("", "", "", "");

    private final String opening;
    private final String beforeFirst;
    private final String between;
    private final String closing;

    FormText(String opening, String beforeFirst, String between, String closing) {
        this.opening = opening;
        this.beforeFirst = beforeFirst;
        this.between = between;
        this.closing = closing;
    }

    /** The form that {@code _juggle_files.form} names; a file of which nothing was stored has none and gives nothing. */
    static FormText of(StoredFile file) {
        String name = file.form();
        if (name == null || file.isBroken()) {
            return EMPTY;
        }
        for (FormText form : values()) {
            if (form.name().equalsIgnoreCase(name)) {
                return form;
            }
        }
        throw new BadDatabaseException(
                file.path() + ": _juggle_files gives it the form \"" + name + "\", which this Juggle does not know");
    }

    /** What begins the text. */
    String opening() {
        return opening;
    }

    /** What comes before record {@code index}, from 0. */
    String before(long index) {
        return index == 0 ? beforeFirst : between;
    }

    /** What ends the text after that many records. */
    String closing(long records) {
        return records > 0 ? closing : this == ARRAY ? "]\n" : "";
    }
}
