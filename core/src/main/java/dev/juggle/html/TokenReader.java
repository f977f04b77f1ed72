// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import dev.juggle.arena.BlockArena;
import dev.juggle.arena.Mem;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads HTML as a stream of tokens, without a tree: to look at the links or the title of a page and
 * stop. The text of script, style, title, textarea and their like is taken as text, as a parser would; nothing else of
 * tree construction happens: no tag is implied and none is ignored. Made once, used for many
 * documents; for one thread.
 */
public final class TokenReader implements AutoCloseable {
    /** Takes what the tokenizer had in hand when it was stopped. */
    private static final TokenHandler NOBODY = new TokenHandler() {};

    private final BlockArena arena = new BlockArena();
    private final NodeStore store = new NodeStore(new Names(), arena);
    private final HtmlToken token = new HtmlToken(store);
    private final Sink sink = new Sink();
    private final Tokenizer tokenizer = new Tokenizer(store, sink);

    /** A reader with memory of its own. */
    public TokenReader() {}

    /** Reads text. Whether it was read to its end. */
    public boolean read(String text, TokenHandler handler) {
        return read(text.getBytes(StandardCharsets.UTF_8), handler);
    }

    /** Reads UTF-8, broken sequences as U+FFFD. Whether it was read to its end. */
    public boolean read(byte[] bytes, TokenHandler handler) {
        arena.reset();
        store.names.forget();
        long address = arena.allocate(bytes.length);
        Mem.copyIn(bytes, 0, address, bytes.length);
        int length = bytes.length;
        if (Utf8.firstInvalid(address, length) < length) {
            long repaired = arena.allocate(3L * length);
            length = Utf8.repair(address, length, repaired);
            address = repaired;
        }
        store.begin(address, length, HtmlLimits.NONE);
        sink.handler = handler;
        sink.stopped = false;
        sink.ended = false;
        tokenizer.run(Tokenizer.DATA, 0, true, HtmlLimits.NONE);
        sink.handler = null;
        return sink.ended;
    }

    /** Gives the memory back. */
    @Override
    public void close() {
        arena.close();
    }

    private final class Sink implements TokenSink {
        private @Nullable TokenHandler handler;
        private boolean stopped;
        private boolean ended;

        private TokenHandler begin(int name, int offset, int length, int source) {
            token.name = name;
            token.attributes = 0;
            token.attributeCount = 0;
            token.selfClosing = false;
            token.offset = offset;
            token.length = length;
            token.source = source;
            TokenHandler current = handler;
            return current == null || stopped ? NOBODY : current;
        }

        private void stopUnless(boolean goOn) {
            if (!goOn || stopped) {
                stopped = true;
                tokenizer.stop();
            }
        }

        @Override
        public void startTag(int name, int attributes, int count, boolean selfClosing, int source) {
            TokenHandler current = begin(name, 0, 0, source);
            token.attributes = attributes;
            token.attributeCount = count;
            token.selfClosing = selfClosing;
            switch (name) {
                case Name.TITLE, Name.TEXTAREA -> tokenizer.switchTo(Tokenizer.RCDATA);
                case Name.STYLE, Name.XMP, Name.IFRAME, Name.NOEMBED, Name.NOFRAMES ->
                    tokenizer.switchTo(Tokenizer.RAWTEXT);
                case Name.SCRIPT -> tokenizer.switchTo(Tokenizer.SCRIPT_DATA);
                case Name.PLAINTEXT -> tokenizer.switchTo(Tokenizer.PLAINTEXT);
                default -> {
                    // markup goes on
                }
            }
            stopUnless(current.startTag(token));
        }

        @Override
        public void endTag(int name, int source) {
            stopUnless(begin(name, 0, 0, source).endTag(token));
        }

        @Override
        public void characters(int offset, int length, int source) {
            stopUnless(begin(0, offset, length, source).characters(token));
        }

        @Override
        public void nullCharacter(int source) {
            // a parser drops it nearly everywhere
        }

        @Override
        public void comment(int offset, int length, int source) {
            stopUnless(begin(0, offset, length, source).comment(token));
        }

        @Override
        public void processingInstruction(int target, int offset, int length, int source) {
            int whole = store.attributeOffset(target);
            int wholeLength = store.attributeLength(target);
            if (offset >= 0) {
                wholeLength = offset + length - whole;
            }
            stopUnless(begin(0, whole, wholeLength, source).processingInstruction(token));
        }

        @Override
        public void doctype(int offset, int length, int identifiers, boolean forceQuirks, int source) {
            stopUnless(begin(0, offset, length, source).doctype(token));
        }

        @Override
        public void endOfFile(int source) {
            ended = !stopped;
        }

        @Override
        public boolean allowsCdata() {
            return false;
        }
    }
}
