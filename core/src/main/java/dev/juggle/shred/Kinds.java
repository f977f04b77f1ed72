// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.catalog.Kind;
import dev.juggle.json.Tape;

/** From the tape's types to the catalog's kinds. */
final class Kinds {
    /** An object without members, where it matters which one it is. No kind of the format, where it is an object as any. */
    static final int EMPTY_OBJECT = 30;

    private static final byte[] OF_TYPE = new byte[16];

    static {
        OF_TYPE[Tape.NULL] = Kind.NULL;
        OF_TYPE[Tape.FALSE] = Kind.BOOLEAN;
        OF_TYPE[Tape.TRUE] = Kind.BOOLEAN;
        OF_TYPE[Tape.INTEGER] = Kind.INTEGER;
        OF_TYPE[Tape.NEGATIVE_ZERO_INTEGER] = Kind.NEGATIVE_ZERO_INTEGER;
        OF_TYPE[Tape.BIG_INTEGER] = Kind.BIG_INTEGER;
        OF_TYPE[Tape.REAL] = Kind.REAL;
        OF_TYPE[Tape.NEGATIVE_ZERO_REAL] = Kind.NEGATIVE_ZERO_REAL;
        OF_TYPE[Tape.BIG_REAL] = Kind.BIG_REAL;
        OF_TYPE[Tape.STRING] = Kind.TEXT;
        OF_TYPE[Tape.ESCAPED_STRING] = Kind.ESCAPED_TEXT;
        OF_TYPE[Tape.OBJECT] = Kind.OBJECT;
        OF_TYPE[Tape.ARRAY] = Kind.ARRAY;
        OF_TYPE[Tape.EMPTY_ARRAY] = Kind.EMPTY_ARRAY;
    }

    private Kinds() {}

    /** The kind of the value at a tape index, empty objects told apart. */
    static int of(Tape tape, int i) {
        int kind = OF_TYPE[tape.type(i)];
        return kind == Kind.OBJECT && tape.count(i) == 0 ? EMPTY_OBJECT : kind;
    }

    /** The kind of a value of this tape type. */
    static int ofType(int type) {
        return OF_TYPE[type];
    }
}
