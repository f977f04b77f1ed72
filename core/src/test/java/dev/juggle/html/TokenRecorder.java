// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import dev.juggle.arena.BlockArena;
import dev.juggle.arena.Mem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects tokens in the form of the html5lib tokenizer tests. */
final class TokenRecorder implements TokenSink {
    final List<Object> tokens = new ArrayList<>();
    final List<String> errors = new ArrayList<>();
    private final NodeStore store;
    private final StringBuilder pending = new StringBuilder();
    private boolean cdata;

    private TokenRecorder(NodeStore store) {
        this.store = store;
    }

    static TokenRecorder run(
            String input, String state, @Nullable String lastStartTag, boolean processingInstructions) {
        byte[] bytes = Wtf8.encode(input);
        try (BlockArena arena = new BlockArena()) {
            long address = arena.allocate(bytes.length + 8);
            Mem.copyIn(bytes, 0, address, bytes.length);
            Names names = new Names();
            NodeStore store = new NodeStore(names, arena);
            store.begin(address, bytes.length, HtmlLimits.NONE);
            TokenRecorder recorder = new TokenRecorder(store);
            Tokenizer tokenizer = new Tokenizer(store, recorder);
            Lines lines = new Lines(bytes);
            tokenizer.errors = (error, offset) -> recorder.errors.add(error.code() + "@" + lines.place(offset));
            InputErrors.report(address, bytes.length, tokenizer.errors);
            int last = 0;
            if (lastStartTag != null) {
                long spelling = arena.allocate(64);
                Mem.copyIn(Wtf8.encode(lastStartTag), 0, spelling, lastStartTag.length());
                last = names.of(spelling, lastStartTag.length());
            }
            tokenizer.run(stateOf(state), last, processingInstructions, HtmlLimits.NONE);
            return recorder;
        }
    }

    private static int stateOf(String state) {
        return switch (state) {
            case "Data state" -> Tokenizer.DATA;
            case "RCDATA state" -> Tokenizer.RCDATA;
            case "RAWTEXT state" -> Tokenizer.RAWTEXT;
            case "Script data state" -> Tokenizer.SCRIPT_DATA;
            case "PLAINTEXT state" -> Tokenizer.PLAINTEXT;
            case "CDATA section state" -> Tokenizer.CDATA_SECTION;
            default -> throw new IllegalArgumentException(state);
        };
    }

    List<String> sortedErrors() {
        return errors.stream().sorted().toList();
    }

    private @Nullable String text(int offset, int length) {
        return length < 0 ? null : Wtf8.decode(Mem.bytes(store.text(offset), length));
    }

    private void add(@Nullable Object... token) {
        if (!pending.isEmpty()) {
            tokens.add(List.of("Character", pending.toString()));
            pending.setLength(0);
        }
        if (token.length > 0) {
            List<@Nullable Object> list = new ArrayList<>();
            Collections.addAll(list, token);
            tokens.add(list);
        }
    }

    @Override
    public void startTag(int name, int attributes, int count, boolean selfClosing, int source) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int attribute = attributes; attribute < attributes + count; attribute++) {
            map.put(
                    store.names.spelling(store.attributeName(attribute)),
                    text(store.attributeOffset(attribute), store.attributeLength(attribute)));
        }
        if (selfClosing) {
            add("StartTag", store.names.spelling(name), map, true);
        } else {
            add("StartTag", store.names.spelling(name), map);
        }
    }

    @Override
    public void endTag(int name, int source) {
        add("EndTag", store.names.spelling(name));
    }

    @Override
    public void characters(int offset, int length, int source) {
        pending.append(text(offset, length));
    }

    @Override
    public void nullCharacter(int source) {
        pending.append('\0');
    }

    @Override
    public void comment(int offset, int length, int source) {
        add("Comment", text(offset, length));
    }

    @Override
    public void processingInstruction(int target, int offset, int length, int source) {
        add(
                "ProcessingInstruction",
                text(store.attributeOffset(target), store.attributeLength(target)),
                text(offset, length));
    }

    @Override
    public void doctype(int offset, int length, int identifiers, boolean forceQuirks, int source) {
        add(
                "DOCTYPE",
                text(offset, length),
                text(store.attributeOffset(identifiers), store.attributeLength(identifiers)),
                text(store.attributeOffset(identifiers + 1), store.attributeLength(identifiers + 1)),
                !forceQuirks);
    }

    @Override
    public void endOfFile(int source) {
        add();
    }

    @Override
    public boolean allowsCdata() {
        return cdata;
    }

    /** Line and column of an offset as the tests count: columns in UTF-16 units, CR LF one line end. */
    private static final class Lines {
        private final byte[] bytes;

        Lines(byte[] bytes) {
            this.bytes = bytes;
        }

        String place(int offset) {
            int line = 1;
            int column = 1;
            for (int at = 0; at < offset && at < bytes.length; at++) {
                if (bytes[at] == '\n' || (bytes[at] == '\r' && (at + 1 == bytes.length || bytes[at + 1] != '\n'))) {
                    line++;
                    column = 1;
                } else if ((bytes[at] & 0xc0) != 0x80 && bytes[at] != '\r') {
                    column += (bytes[at] & 0xf8) == 0xf0 ? 2 : 1;
                }
            }
            return line + ":" + column;
        }
    }
}
