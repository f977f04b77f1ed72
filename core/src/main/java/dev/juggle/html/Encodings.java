// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The labels of the Encoding standard (4.2), by which documents name their encoding. */
final class Encodings {
    static final String UTF_8 = "UTF-8";
    static final String UTF_16_LE = "UTF-16LE";
    static final String UTF_16_BE = "UTF-16BE";
    static final String WINDOWS_1252 = "windows-1252";
    static final String REPLACEMENT = "replacement";
    static final String USER_DEFINED = "x-user-defined";

    private static final Map<String, String> NAMES = new HashMap<>();

    static {
        add(UTF_8, "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8");
        add("IBM866", "866 cp866 csibm866 ibm866");
        add("ISO-8859-2", "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2");
        add("ISO-8859-3", "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3");
        add("ISO-8859-4", "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4");
        add(
                "ISO-8859-5",
                "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5" + " iso_8859-5:1988");
        add(
                "ISO-8859-6",
                "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e"
                        + " iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987");
        add(
                "ISO-8859-7",
                "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597"
                        + " iso_8859-7 iso_8859-7:1987 sun_eu_greek");
        add(
                "ISO-8859-8",
                "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598"
                        + " iso_8859-8 iso_8859-8:1988 visual");
        add("ISO-8859-8-I", "csiso88598i iso-8859-8-i logical");
        add("ISO-8859-10", "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6");
        add("ISO-8859-13", "iso-8859-13 iso8859-13 iso885913");
        add("ISO-8859-14", "iso-8859-14 iso8859-14 iso885914");
        add("ISO-8859-15", "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9");
        add("ISO-8859-16", "iso-8859-16");
        add("KOI8-R", "cskoi8r koi koi8 koi8-r koi8_r");
        add("KOI8-U", "koi8-ru koi8-u");
        add("macintosh", "csmacintosh mac macintosh x-mac-roman");
        add("windows-874", "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874");
        add("windows-1250", "cp1250 windows-1250 x-cp1250");
        add("windows-1251", "cp1251 windows-1251 x-cp1251");
        add(
                WINDOWS_1252,
                "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1"
                        + " iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252");
        add("windows-1253", "cp1253 windows-1253 x-cp1253");
        add(
                "windows-1254",
                "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5"
                        + " latin5 windows-1254 x-cp1254");
        add("windows-1255", "cp1255 windows-1255 x-cp1255");
        add("windows-1256", "cp1256 windows-1256 x-cp1256");
        add("windows-1257", "cp1257 windows-1257 x-cp1257");
        add("windows-1258", "cp1258 windows-1258 x-cp1258");
        add("x-mac-cyrillic", "x-mac-cyrillic x-mac-ukrainian");
        add("GBK", "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk");
        add("gb18030", "gb18030");
        add("Big5", "big5 big5-hkscs cn-big5 csbig5 x-x-big5");
        add("EUC-JP", "cseucpkdfmtjapanese euc-jp x-euc-jp");
        add("ISO-2022-JP", "csiso2022jp iso-2022-jp");
        add("Shift_JIS", "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis");
        add(
                "EUC-KR",
                "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601"
                        + " windows-949");
        add(REPLACEMENT, "csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement");
        add(UTF_16_BE, "unicodefffe utf-16be");
        add(UTF_16_LE, "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le");
        add(USER_DEFINED, "x-user-defined");
    }

    private Encodings() {}

    /** "Get an encoding": the name of the encoding with this label, or null. */
    static @Nullable String get(String label) {
        int start = 0;
        int end = label.length();
        while (start < end && isSpace(label.charAt(start))) {
            start++;
        }
        while (end > start && isSpace(label.charAt(end - 1))) {
            end--;
        }
        return NAMES.get(label.substring(start, end).toLowerCase(Locale.ROOT));
    }

    /** "Extracting a character encoding from a meta element" (2.7.2): from a content attribute's value; or null. */
    static @Nullable String ofContent(String content) {
        String lower = content.toLowerCase(Locale.ROOT);
        int at = 0;
        while (true) {
            at = lower.indexOf("charset", at);
            if (at < 0) {
                return null;
            }
            at = skipSpace(lower, at + "charset".length());
            if (at < lower.length() && lower.charAt(at) == '=') {
                break;
            }
        }
        at = skipSpace(lower, at + 1);
        if (at >= lower.length()) {
            return null;
        }
        char first = lower.charAt(at);
        if (first == '"' || first == '\'') {
            int close = lower.indexOf(first, at + 1);
            return close < 0 ? null : get(lower.substring(at + 1, close));
        }
        int end = at;
        while (end < lower.length() && lower.charAt(end) != ';' && !isSpace(lower.charAt(end))) {
            end++;
        }
        return get(lower.substring(at, end));
    }

    /** What a declaration inside the document means: it can't be UTF-16 if it could be read. */
    static String declared(String name) {
        return switch (name) {
            case UTF_16_BE, UTF_16_LE -> UTF_8;
            case USER_DEFINED -> WINDOWS_1252;
            default -> name;
        };
    }

    private static int skipSpace(String text, int from) {
        int at = from;
        while (at < text.length() && isSpace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean isSpace(char character) {
        return character < 0x80 && Bytes.is(character, Bytes.SPACE);
    }

    private static void add(String name, String labels) {
        for (String label : labels.split(" ", -1)) {
            NAMES.put(label, name);
        }
    }
}
