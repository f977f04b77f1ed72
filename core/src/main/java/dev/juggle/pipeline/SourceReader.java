// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.arena.ArenaFullException;
import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.json.DocumentParser;
import dev.juggle.json.Limits;
import dev.juggle.json.ParsedDocument;
import dev.juggle.shred.FileEntry;
import dev.juggle.shred.PageRules;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads one file after another outside a run, exactly as a run would: unpacked by content, any encoding, the same parser.
 * Belongs to one thread.
 */
public final class SourceReader implements AutoCloseable {
    private final FileLoader loader = new FileLoader(Channels.newChannel(InputStream.nullInputStream()));
    private final DocumentParser parser;
    private final Pages pages;
    private @Nullable LoadedFile last;

    /**
     * A reader that holds documents to {@code limits}, and replaces what is no UTF-8 only if asked to.
     *
     * @param rules what becomes of HTML pages
     */
    public SourceReader(Limits limits, boolean isRepairing, PageRules rules) {
        this.parser = new DocumentParser(limits, isRepairing);
        this.pages = new Pages(rules, limits);
    }

    /**
     * Reads and parses a file.
     *
     * @param path the file
     * @param stored its path as stored
     * @param arena takes its text and tape
     * @param into is filled
     * @return why it can't be read; empty if it was
     * @throws ArenaFullException if the arena is too small; it may hold a part then
     */
    public String read(Path path, String stored, BumpArena arena, ParsedDocument into) throws IOException {
        FileEntry entry = new FileEntry(1, stored, Files.size(path), "", "");
        LoadedFile file = new LoadedFile(new InputFile(entry, path));
        last = file;
        loader.load(file, arena);
        if (file.isUsable() && Pages.isPage(file)) {
            pages.parse(arena, file, stored, into);
        } else if (file.isUsable()) {
            parser.parse(arena, file.start, file.end, into);
        }
        return file.failure;
    }

    /** Whether the text read last, unpacked but not decoded, is what {@code other} has. */
    public boolean isText(InputStream other) throws IOException {
        LoadedFile file = last;
        if (file == null || !file.isLoaded()) {
            return false;
        }
        byte[] piece = new byte[1 << 16];
        long at = file.start;
        for (int count = other.read(piece); count >= 0; count = other.read(piece)) {
            if (count > file.end - at || !Arrays.equals(Mem.bytes(at, count), 0, count, piece, 0, count)) {
                return false;
            }
            at += count;
        }
        return at == file.end;
    }

    @Override
    public void close() {
        pages.close();
        loader.close();
    }
}
