// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.arena.ArenaFullException;
import dev.juggle.arena.BumpArena;
import dev.juggle.json.DocumentParser;
import dev.juggle.json.Limits;
import dev.juggle.json.ParsedDocument;
import dev.juggle.shred.FileEntry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads one file after another outside a run, exactly as a run would: unpacked by content, any encoding, the same parser.
 * Belongs to one thread.
 */
public final class SourceReader implements AutoCloseable {
    private final FileLoader loader = new FileLoader(Channels.newChannel(InputStream.nullInputStream()));
    private final DocumentParser parser;

    /** A reader that holds documents to {@code limits}, and replaces what is no UTF-8 only if asked to. */
    public SourceReader(Limits limits, boolean isRepairing) {
        this.parser = new DocumentParser(limits, isRepairing);
    }

    /**
     * Reads and parses a file.
     *
     * @param path the file
     * @param arena takes its text and tape
     * @param into is filled
     * @return why it can't be read; empty if it was
     * @throws ArenaFullException if the arena is too small; it may hold a part then
     */
    public String read(Path path, BumpArena arena, ParsedDocument into) throws IOException {
        FileEntry entry = new FileEntry(1, path.toString(), Files.size(path), "", "");
        LoadedFile file = new LoadedFile(new InputFile(entry, path));
        loader.load(file, arena);
        if (file.isUsable()) {
            parser.parse(arena, file.start, file.end, into);
        }
        return file.failure;
    }

    @Override
    public void close() {
        loader.close();
    }
}
