// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.shred.FileEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The input, one file after another, in input order: arguments as given; within a folder by raw name bytes,
 * depth first. A file reached twice (twice named, through a link) counts once, where it is reached first.
 * Hidden files of folders, and the output with its side files, are left out. What can't be listed or
 * is no file is reported once, and the walk goes on; nothing is opened here but folders.
 *
 * <p>It is lazy: it holds the names of the folders it is in the middle of, a key of 16 bytes for each
 * file seen, and no open handle. Belongs to one thread at a time.
 */
public final class InputWalk {
    private final InputOptions options;
    private final List<Argument> arguments;
    private final FileSearch search;
    private FileSearch.@Nullable Found ahead;
    private @Nullable Argument named;
    private String tableOfNamed = "";
    private long count;
    private final Deque<Listed> listed = new ArrayDeque<>();
    private final List<String> problems = new ArrayList<>();

    /** A file that was looked at ahead of its turn, with what was reported on the way to the next. */
    private record Listed(InputFile file, List<String> problems) {}

    /** Begins a walk; the arguments are looked at now, globs among them spelled out. */
    public InputWalk(InputOptions options) {
        this.options = options;
        this.arguments = Argument.all(options.arguments());
        this.search = new FileSearch(options, arguments);
        this.ahead = search.next();
    }

    /** The files that come next, at most so many; they are still to come. */
    List<InputFile> peek(int most) {
        while (listed.size() < most) {
            InputFile file = search();
            if (file == null) {
                break;
            }
            listed.add(new Listed(file, search.drainProblems()));
        }
        return listed.stream().map(Listed::file).toList();
    }

    /** The next file, or null at the end. Standard input comes without a path to open. */
    public @Nullable InputFile next() {
        Listed known = listed.poll();
        if (known == null) {
            return search();
        }
        problems.addAll(known.problems());
        return known.file();
    }

    private @Nullable InputFile search() {
        FileSearch.Found found = ahead;
        if (found == null) {
            return null;
        }
        ahead = search.next();
        count++;
        FileFacts facts = found.facts();
        String table = table(found);
        if (facts == null) {
            return new InputFile(new FileEntry(count, found.stored(), -1, "", table), null);
        }
        return new InputFile(
                new FileEntry(count, found.stored(), facts.sizeBytes(), facts.modified(), table), found.file());
    }

    /** What was reported since the last call, one sentence each, the path first. */
    public List<String> drainProblems() {
        List<String> drained = new ArrayList<>(problems);
        problems.clear();
        if (listed.isEmpty()) {
            drained.addAll(search.drainProblems());
        }
        return drained;
    }

    /** The folder that all stored paths lie below, as given; empty for the working directory. */
    public String base() {
        return Argument.base(arguments);
    }

    /** A folder's files share a table of its name, unless there is only one: hence the look ahead. */
    private String table(FileSearch.Found found) {
        if (!options.table().isEmpty()) {
            return options.table();
        }
        Argument argument = found.argument();
        String ofFile = FileNames.base(FileNames.last(found.file()));
        if (argument.kind() != Argument.Kind.FOLDER) {
            boolean isOwn = options.isTablePerFile() && argument.kind() == Argument.Kind.FILE;
            return isOwn ? ofFile : argument.table();
        }
        if (options.isTablePerFile()) {
            return ofFile;
        }
        if (!argument.equals(named)) {
            named = argument;
            boolean isOnly = ahead == null || !ahead.argument().equals(argument);
            tableOfNamed = isOnly ? ofFile : argument.table();
        }
        return tableOfNamed;
    }
}
