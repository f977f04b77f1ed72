// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import dev.juggle.arena.Mem;

/**
 * The errors of preprocessing the input stream (13.2.3.5): surrogates, noncharacters, controls. A pass
 * of its own over the input, made only when somebody asks for errors.
 */
final class InputErrors {
    private InputErrors() {}

    static void report(long input, int end, ParseErrorHandler errors) {
        int offset = 0;
        while (offset < end) {
            int lead = Mem.getByte(input + offset) & 0xff;
            int length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
            int code = length == 1 ? lead : lead & (0xff >> (length + 1));
            for (int next = 1; next < length && offset + next < end; next++) {
                code = code << 6 | (Mem.getByte(input + offset + next) & 0x3f);
            }
            if (code >= 0xd800 && code <= 0xdfff) {
                errors.report(ParseError.SURROGATE_IN_INPUT_STREAM, offset);
            } else if (CharacterReferences.isNoncharacter(code)) {
                errors.report(ParseError.NONCHARACTER_IN_INPUT_STREAM, offset);
            } else if (CharacterReferences.isControl(code)
                    && code != 0
                    && !(code < 0x80 && Bytes.is(code, Bytes.SPACE))) {
                errors.report(ParseError.CONTROL_CHARACTER_IN_INPUT_STREAM, offset);
            }
            offset += length;
        }
    }
}
