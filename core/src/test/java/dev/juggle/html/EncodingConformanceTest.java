// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The html5lib encoding tests, and how the rules of 13.2.3.2 rank against each other. */
class EncodingConformanceTest {
    private static final byte[] UTF_8_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    @Test
    void encodingsAreThoseOfTheTests() throws IOException {
        Path folder = Shared.folder("html5lib-tests/encoding");
        int all = 0;
        int right = 0;
        List<String> wrong = new ArrayList<>();
        try (HtmlParser parser = new HtmlParser()) {
            for (Path file : Shared.files(folder, ".dat")) {
                String content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                for (String test : content.split("(?m)^#data\n", -1)) {
                    if (test.isEmpty()) {
                        continue;
                    }
                    int end = test.indexOf("\n#encoding\n");
                    byte[] data = test.substring(0, end).getBytes(StandardCharsets.ISO_8859_1);
                    String expected = Encodings.get(test.substring(end + "\n#encoding\n".length()));
                    String found = encoding(parser.parse(data, null)).name();
                    all++;
                    if (found.equals(expected)) {
                        right++;
                    } else {
                        wrong.add(file.getFileName() + ": " + test + " -> " + found);
                    }
                }
            }
        }
        System.out.println("html5lib encoding tests: " + right + " of " + all
                + ", and one more (scripted/tests1.dat) depends on a script being run");
        assertEquals(all, right, () -> String.join("\n", wrong));
        assertEquals(82, all);
    }

    @Test
    void aByteOrderMarkBeatsTheTransportAndTheTransportBeatsTheDeclaration() {
        byte[] page = "<meta charset=koi8-r><p>\u00e9".getBytes(StandardCharsets.UTF_8);
        try (HtmlParser parser = new HtmlParser()) {
            assertEquals(
                    new DetectedEncoding("UTF-8", DetectedEncoding.Source.BYTE_ORDER_MARK),
                    encoding(parser.parse(marked(page), "windows-1251")));
            assertEquals(
                    new DetectedEncoding("windows-1251", DetectedEncoding.Source.TRANSPORT),
                    encoding(parser.parse(page, "CP1251")));
            assertEquals(
                    new DetectedEncoding("KOI8-R", DetectedEncoding.Source.PRESCAN),
                    encoding(parser.parse(page, null)));
            assertEquals(
                    new DetectedEncoding("KOI8-R", DetectedEncoding.Source.PRESCAN),
                    encoding(parser.parse(page, "no such label")));
            assertEquals(
                    new DetectedEncoding("ISO-8859-7", DetectedEncoding.Source.DEFAULT),
                    encoding(parser.defaultEncoding("greek").parse("<p>".getBytes(StandardCharsets.UTF_8), null)));
        }
    }

    @Test
    void theMarkIsNotPartOfTheText() {
        try (HtmlParser parser = new HtmlParser()) {
            HtmlTree tree = parser.parse(marked("<p>x".getBytes(StandardCharsets.UTF_8)), null);
            assertEquals("x", tree.textContent(tree.root()));
            HtmlTree wide = parser.parse("\ufeff<p>\u4e2d\ud83d\ude00".getBytes(StandardCharsets.UTF_16LE), "latin1");
            assertEquals("UTF-16LE", encoding(wide).name());
            assertEquals("\u4e2d\ud83d\ude00", wide.textContent(wide.root()));
        }
    }

    @Test
    void aLateDeclarationMakesTheParserStartAnew() {
        String filler = "<!--" + "x".repeat(EncodingSniffer.PRESCAN_BYTES) + "-->";
        byte[] page = (filler + "<meta http-equiv=Content-Type content='text/html; charset=windows-1251'><p>\u044f")
                .getBytes(Charset.forName("windows-1251"));
        try (HtmlParser parser = new HtmlParser()) {
            HtmlTree tree = parser.parse(page, null);
            assertEquals(new DetectedEncoding("windows-1251", DetectedEncoding.Source.LATE_META), encoding(tree));
            assertEquals("\u044f", tree.textContent(tree.documentElement()));
            HtmlTree told = parser.parse(page, "koi8-r");
            assertEquals("KOI8-R", encoding(told).name());
        }
    }

    @Test
    void aDeclaredUtf16IsUtf8AndAnXmlDeclarationCounts() {
        assertEquals("UTF-8", EncodingSniffer.prescan(ascii("<meta charset=utf-16>")));
        assertEquals("windows-1252", EncodingSniffer.prescan(ascii("<meta charset=x-user-defined>")));
        assertEquals("Shift_JIS", EncodingSniffer.prescan(ascii("<?xml version='1.0' encoding='sjis'?><html>")));
        assertNull(EncodingSniffer.prescan(ascii("<meta content='text/html; charset=utf-8'>")));
        assertNull(EncodingSniffer.prescan(ascii("<!-- <meta charset=utf-8> -->")));
        assertNull(EncodingSniffer.prescan(ascii("<script charset=utf-8>")));
    }

    @Test
    void singleByteTablesAreTheStandards() {
        try (HtmlParser parser = new HtmlParser()) {
            assertEquals("\u20ac\u0081\u00e9", text(parser, "windows-1252", 0x80, 0x81, 0xe9));
            assertEquals("\u045e\u040e", text(parser, "koi8-u", 0xae, 0xbe));
            assertEquals("\u1e02\u00ff", text(parser, "iso-8859-14", 0xa1, 0xff));
            assertEquals("\u0104\u0138", text(parser, "latin6", 0xa1, 0xff));
            assertEquals("\uf780\uf7ff", text(parser, "x-user-defined", 0x80, 0xff));
            assertEquals("\u20ac", text(parser, "x-mac-cyrillic", 0xff));
            assertEquals("\ufffd", text(parser, "iso-2022-kr", 0x41, 0x42));
            assertEquals("\u4e2d", text(parser, "gb2312", 0xd6, 0xd0));
            assertEquals("\u65e5", text(parser, "euc-jp", 0xc6, 0xfc));
        }
    }

    @Test
    void brokenUtf8BecomesReplacementCharactersAsTheDecoderWants() {
        try (HtmlParser parser = new HtmlParser()) {
            assertEquals("a\ufffdb", text(parser, "utf-8", 'a', 0xc3, 'b'));
            assertEquals("\ufffd\ufffd\ufffd", text(parser, "utf-8", 0xed, 0xa0, 0x80));
            assertEquals("\ufffd", text(parser, "utf-8", 0xf0, 0x9f, 0x98));
            assertEquals("\ufffd\ufffd", text(parser, "utf-8", 0xc0, 0xaf));
        }
    }

    private static String text(HtmlParser parser, String label, int... bytes) {
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        page.writeBytes(ascii("<p>"));
        for (int value : bytes) {
            page.write(value);
        }
        HtmlTree tree = parser.parse(page.toByteArray(), label);
        return tree.textContent(tree.root());
    }

    private static DetectedEncoding encoding(HtmlTree tree) {
        return Objects.requireNonNull(tree.encoding());
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] marked(byte[] page) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(UTF_8_MARK);
        bytes.writeBytes(page);
        return bytes.toByteArray();
    }
}
