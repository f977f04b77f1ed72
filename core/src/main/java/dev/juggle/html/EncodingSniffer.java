// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import org.jspecify.annotations.Nullable;

/** Finds the encoding of a document's bytes (13.2.3.2): byte order mark, transport, prescan, default. */
final class EncodingSniffer {
    /** As much of a document is looked at before parsing. */
    static final int PRESCAN_BYTES = 1024;

    private final byte[] bytes;
    private final int end;
    private int at;
    private String attributeName = "";
    private String attributeValue = "";

    private EncodingSniffer(byte[] bytes) {
        this.bytes = bytes;
        this.end = Math.min(bytes.length, PRESCAN_BYTES);
    }

    /**
     * The encoding to begin with.
     *
     * @param transport the transport's label, or null
     * @param byDefault the name or label of the encoding to fall back on
     */
    static DetectedEncoding sniff(byte[] bytes, @Nullable String transport, String byDefault) {
        String marked = byteOrderMark(bytes);
        if (marked != null) {
            return new DetectedEncoding(marked, DetectedEncoding.Source.BYTE_ORDER_MARK);
        }
        String told = transport == null ? null : Encodings.get(transport);
        if (told != null) {
            return new DetectedEncoding(told, DetectedEncoding.Source.TRANSPORT);
        }
        String found = prescan(bytes);
        if (found != null) {
            return new DetectedEncoding(found, DetectedEncoding.Source.PRESCAN);
        }
        String fallback = Encodings.get(byDefault);
        return new DetectedEncoding(
                fallback == null ? Encodings.WINDOWS_1252 : fallback, DetectedEncoding.Source.DEFAULT);
    }

    private static @Nullable String byteOrderMark(byte[] bytes) {
        if (bytes.length >= 3 && bytes[0] == (byte) 0xef && bytes[1] == (byte) 0xbb && bytes[2] == (byte) 0xbf) {
            return Encodings.UTF_8;
        }
        if (bytes.length >= 2 && bytes[0] == (byte) 0xfe && bytes[1] == (byte) 0xff) {
            return Encodings.UTF_16_BE;
        }
        return bytes.length >= 2 && bytes[0] == (byte) 0xff && bytes[1] == (byte) 0xfe ? Encodings.UTF_16_LE : null;
    }

    /** "Prescan a byte stream to determine its encoding": the declared encoding, or null. */
    static @Nullable String prescan(byte[] bytes) {
        if (startsWith(bytes, 0, "<\0?\0x\0")) {
            return Encodings.UTF_16_LE;
        }
        if (startsWith(bytes, 0, "\0<\0?\0x")) {
            return Encodings.UTF_16_BE;
        }
        String found = new EncodingSniffer(bytes).scan();
        return found == null ? xmlEncoding(bytes) : found;
    }

    private @Nullable String scan() {
        for (; at < end; at++) {
            if (bytes[at] != '<') {
                continue;
            }
            if (startsWith(bytes, at, "<!--")) {
                at = indexOf("-->", at + 2) + 2;
                if (at < 2) {
                    return null;
                }
            } else if (isMeta()) {
                at += 5;
                String found = meta();
                if (found != null) {
                    return found;
                }
            } else if (isTag()) {
                while (at < end && !isSpaceAt(at) && bytes[at] != '>') {
                    at++;
                }
                while (attribute()) {
                    // only where they end matters
                }
            } else if (at + 1 < end && (bytes[at + 1] == '!' || bytes[at + 1] == '/' || bytes[at + 1] == '?')) {
                at = indexOf(">", at);
                if (at < 0) {
                    return null;
                }
            }
        }
        return null;
    }

    private boolean isMeta() {
        return at + 5 < end
                && lower(at + 1) == 'm'
                && lower(at + 2) == 'e'
                && lower(at + 3) == 't'
                && lower(at + 4) == 'a'
                && (isSpaceAt(at + 5) || bytes[at + 5] == '/');
    }

    private boolean isTag() {
        int name = at + 1 < end && bytes[at + 1] == '/' ? at + 2 : at + 1;
        return name < end && Bytes.is(bytes[name], Bytes.LETTER);
    }

    private @Nullable String meta() {
        boolean gotPragma = false;
        Boolean needPragma = null;
        String charset = null;
        boolean seenEquiv = false;
        boolean seenContent = false;
        boolean seenCharset = false;
        while (attribute()) {
            switch (attributeName) {
                case "http-equiv" -> {
                    gotPragma |= !seenEquiv && attributeValue.equals("content-type");
                    seenEquiv = true;
                }
                case "content" -> {
                    String found = seenContent || charset != null ? null : Encodings.ofContent(attributeValue);
                    seenContent = true;
                    if (found != null) {
                        charset = found;
                        needPragma = true;
                    }
                }
                case "charset" -> {
                    if (!seenCharset) {
                        charset = Encodings.get(attributeValue);
                        needPragma = false;
                        seenCharset = true;
                    }
                }
                default -> {
                    // of no interest
                }
            }
        }
        boolean declares = needPragma != null && (!needPragma || gotPragma) && at < end;
        return declares && charset != null ? Encodings.declared(charset) : null;
    }

    /** "Get an attribute"; false if there is none. Running out of bytes ends everything: then too. */
    private boolean attribute() {
        while (at < end && (isSpaceAt(at) || bytes[at] == '/')) {
            at++;
        }
        if (at >= end || bytes[at] == '>') {
            return false;
        }
        StringBuilder name = new StringBuilder();
        attributeValue = "";
        while (at < end
                && !isSpaceAt(at)
                && bytes[at] != '/'
                && bytes[at] != '>'
                && (bytes[at] != '=' || name.isEmpty())) {
            name.append((char) lower(at++));
        }
        attributeName = name.toString();
        while (at < end && isSpaceAt(at)) {
            at++;
        }
        if (at >= end) {
            return false;
        }
        if (bytes[at] != '=') {
            return true;
        }
        at++;
        while (at < end && isSpaceAt(at)) {
            at++;
        }
        return at < end && value();
    }

    private boolean value() {
        StringBuilder value = new StringBuilder();
        int quote = bytes[at];
        if (quote == '"' || quote == '\'') {
            at++;
            while (at < end && bytes[at] != quote) {
                value.append((char) lower(at++));
            }
            at++;
        } else {
            while (at < end && !isSpaceAt(at) && bytes[at] != '>') {
                value.append((char) lower(at++));
            }
        }
        attributeValue = value.toString();
        return at < end;
    }

    /** "Get an XML encoding": from an XML declaration, which some pages have. */
    private static @Nullable String xmlEncoding(byte[] bytes) {
        EncodingSniffer scan = new EncodingSniffer(bytes);
        if (!startsWith(bytes, 0, "<?xml") || scan.indexOf(">", 0) < 0) {
            return null;
        }
        int at = scan.indexOf("encoding", 0);
        if (at < 0) {
            return null;
        }
        at = scan.skipControls(at + "encoding".length());
        if (at >= scan.end || bytes[at] != '=') {
            return null;
        }
        at = scan.skipControls(at + 1);
        if (at >= scan.end || (bytes[at] != '"' && bytes[at] != '\'')) {
            return null;
        }
        int quote = bytes[at++];
        StringBuilder label = new StringBuilder();
        while (at < scan.end && bytes[at] != quote) {
            if ((bytes[at] & 0xff) <= 0x20) {
                return null;
            }
            label.append((char) (bytes[at++] & 0xff));
        }
        String found = at < scan.end ? Encodings.get(label.toString()) : null;
        return found == null || !found.startsWith("UTF-16") ? found : Encodings.UTF_8;
    }

    private int skipControls(int from) {
        int position = from;
        while (position < end && (bytes[position] & 0xff) <= 0x20) {
            position++;
        }
        return position;
    }

    private int indexOf(String wanted, int from) {
        for (int position = from; position + wanted.length() <= end; position++) {
            if (startsWith(bytes, position, wanted)) {
                return position;
            }
        }
        return -1;
    }

    private boolean isSpaceAt(int position) {
        return Bytes.is(bytes[position], Bytes.SPACE);
    }

    private int lower(int position) {
        int value = bytes[position] & 0xff;
        return value >= 'A' && value <= 'Z' ? value + 'a' - 'A' : value;
    }

    private static boolean startsWith(byte[] bytes, int at, String wanted) {
        if (at + wanted.length() > bytes.length) {
            return false;
        }
        for (int index = 0; index < wanted.length(); index++) {
            if (bytes[at + index] != wanted.charAt(index)) {
                return false;
            }
        }
        return true;
    }
}
