// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

/**
 * What an HTML tree may hold and an XML one may not (13.2.9 of the standard, "Coercing an HTML DOM
 * into an infoset"): names, characters and comments are changed as little as possible.
 */
final class InfosetCoercion {
    private InfosetCoercion() {}

    /** Character data in which each non-XML character is U+FFFD, and a form feed a space. */
    static String text(String text) {
        StringBuilder changed = null;
        for (int at = 0; at < text.length(); ) {
            int code = text.codePointAt(at);
            if (!isXmlCharacter(code)) {
                if (changed == null) {
                    changed = new StringBuilder(text);
                }
                changed.setCharAt(at, code == '\f' ? ' ' : '\ufffd');
            }
            at += Character.charCount(code);
        }
        return changed == null ? text : changed.toString();
    }

    /** A comment without two adjacent hyphens and without one at its end. */
    static String comment(String data) {
        String safe = text(data);
        while (safe.contains("--")) {
            safe = safe.replace("--", "- -");
        }
        return safe.endsWith("-") ? safe + " " : safe;
    }

    /** A name in which each character that XML does not allow is U and its six hexadecimal digits. */
    static String name(String name) {
        StringBuilder safe = new StringBuilder();
        for (int at = 0; at < name.length(); ) {
            int code = name.codePointAt(at);
            if (isNameCharacter(code, safe.isEmpty())) {
                safe.appendCodePoint(code);
            } else {
                safe.append(String.format("U%06X", code));
            }
            at += Character.charCount(code);
        }
        return safe.toString();
    }

    private static boolean isXmlCharacter(int code) {
        return code == '\t'
                || code == '\n'
                || code == '\r'
                || (code >= 0x20 && code <= 0xd7ff)
                || (code >= 0xe000 && code <= 0xfffd)
                || code >= 0x1_0000;
    }

    private static boolean isNameCharacter(int code, boolean first) {
        boolean start = code == '_'
                || (code >= 'A' && code <= 'Z')
                || (code >= 'a' && code <= 'z')
                || (code >= 0xc0 && code <= 0x2ff && code != 0xd7 && code != 0xf7)
                || (code >= 0x370 && code <= 0x1fff && code != 0x37e)
                || (code >= 0x2070 && code <= 0x218f)
                || (code >= 0x2c00 && code <= 0x2fef)
                || (code >= 0x3001 && code <= 0xd7ff)
                || (code >= 0xf900 && code <= 0xfdcf)
                || (code >= 0xfdf0 && code <= 0xfffd)
                || (code >= 0x1_0000 && code <= 0xe_ffff);
        return start
                || (!first
                        && (code == '-'
                                || code == '.'
                                || (code >= '0' && code <= '9')
                                || code == 0xb7
                                || (code >= 0x300 && code <= 0x36f)
                                || (code >= 0x203f && code <= 0x2040)));
    }
}
