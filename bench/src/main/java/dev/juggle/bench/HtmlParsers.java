// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import ch.digitalfondue.jfiveparse.JFiveParse;
import dev.juggle.arena.MallocAllocator;
import dev.juggle.html.HtmlParser;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import nu.validator.htmlparser.common.XmlViolationPolicy;
import org.jsoup.Jsoup;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * The HTML parsers that are compared, each from UTF-8 bytes to all that it makes of a page. Ours are
 * used again and again, as they are meant to be; so these are for one thread.
 */
@SuppressWarnings("ImmutableEnumChecker") // the parsers are the point
public enum HtmlParsers {
    /** Ours, in its arena. */
    JUGGLE {
        private final HtmlParser parser = new HtmlParser();

        @Override
        Object parse(byte[] page) {
            return parser.parseUtf8(page);
        }
    },
    /** Ours, with a call of malloc for each record and a free for each at the end. */
    JUGGLE_MALLOC {
        private final HtmlParser parser = new HtmlParser(new MallocAllocator());

        @Override
        Object parse(byte[] page) {
            return parser.parseUtf8(page);
        }
    },
    /** jfiveparse, a tree of objects. */
    JFIVEPARSE {
        @Override
        Object parse(byte[] page) {
            return JFiveParse.parse(new String(page, StandardCharsets.UTF_8));
        }
    },
    /** jsoup, a tree of objects. */
    JSOUP {
        @Override
        Object parse(byte[] page) {
            return Jsoup.parse(new String(page, StandardCharsets.UTF_8));
        }
    },
    /** nu.validator, SAX events and no tree. */
    NU_VALIDATOR {
        @Override
        Object parse(byte[] page) {
            var parser = new nu.validator.htmlparser.sax.HtmlParser(XmlViolationPolicy.ALLOW);
            DefaultHandler handler = new DefaultHandler();
            parser.setContentHandler(handler);
            InputSource source = new InputSource(new ByteArrayInputStream(page));
            source.setEncoding("UTF-8");
            try {
                parser.parse(source);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (SAXException e) {
                throw new IllegalStateException(e);
            }
            return handler;
        }
    };

    /** Parses a page; what comes back keeps the work from being optimised away. */
    abstract Object parse(byte[] page);

    /** A page by its letter, from the folder that bench/html-pages.sh has filled. */
    static byte[] page(String letter) {
        String folder = System.getProperty("juggle.pages");
        if (folder == null) {
            throw new IllegalStateException("-Djuggle.pages=FOLDER is missing: see bench/html-pages.sh");
        }
        try {
            return Files.readAllBytes(Path.of(folder, letter + ".html"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
