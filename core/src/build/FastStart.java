// SPDX-License-Identifier: Apache-2.0

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The build's last step: makes the packaged program start fast. Run from its source, on the toolchain's
 * JDK: {@code java FastStart.java TARGET EXAMPLES}.
 *
 * <p>The JVM leaves classes of old class-file versions out of its ahead-of-time cache, and the published
 * picocli jar has the oldest there are; so picocli is compiled anew from its sources jar, into the place
 * of the copied one. Then one training run of the program fills the cache. Both are only a matter of
 * speed: where one fails, the program works without it. Figures:
 * docs/decisions/0003-fast-start.md.
 */
final class FastStart {
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    private FastStart() {}

    /** Takes the build's target folder and that of the examples for the training run. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path target = Path.of(arguments[0]);
        recompile(target);
        unseal(target.resolve("lib"));
        train(target, Path.of(arguments[1]));
        // The launcher compares the sources with this file.
        Files.writeString(target.resolve("packaged"), "");
    }

    private static void recompile(Path target) throws IOException {
        Path sources = only(target.resolve("picocli"), "picocli-", "-sources.jar");
        Path jar = only(target.resolve("lib"), "picocli-", ".jar");
        Path work = target.resolve("picocli");
        Path done = work.resolve("compiled");
        if (Files.exists(done) && !newer(jar, done)) {
            return;
        }
        List<Path> files = unpackJava(sources, work.resolve("src"));
        Path classes = Files.createDirectories(work.resolve("classes"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of("-nowarn", "-Xlint:none", "-proc:none", "-d", classes.toString());
            boolean fine = compiler.getTask(
                            null, manager, _ -> {}, options, null, manager.getJavaFileObjectsFromPaths(files))
                    .call();
            if (!fine) {
                System.out.println("picocli was not compiled anew; the program starts a little slower");
                return;
            }
        }
        rewrite(jar, name -> !name.endsWith(".class"), contents(classes));
        Files.writeString(done, "");
    }

    private static List<Path> unpackJava(Path sources, Path into) throws IOException {
        List<Path> files = new ArrayList<>();
        try (ZipFile zip = new ZipFile(sources.toFile())) {
            for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements(); ) {
                ZipEntry entry = all.nextElement();
                if (entry.getName().startsWith("picocli/") && entry.getName().endsWith(".java")) {
                    Path file = into.resolve(entry.getName()).normalize();
                    Files.createDirectories(file.getParent());
                    try (InputStream in = zip.getInputStream(entry)) {
                        Files.write(file, in.readAllBytes());
                    }
                    files.add(file);
                }
            }
        }
        return files;
    }

    private static SortedMap<String, byte[]> contents(Path folder) throws IOException {
        SortedMap<String, byte[]> contents = new TreeMap<>();
        try (var all = Files.walk(folder)) {
            for (Path one : all.filter(Files::isRegularFile).toList()) {
                contents.put(folder.relativize(one).toString().replace('\\', '/'), Files.readAllBytes(one));
            }
        }
        return contents;
    }

    /** Takes the seal off the jars that have one: a cache with classes of a sealed package stops JDK 25 from starting. */
    private static void unseal(Path lib) throws IOException {
        List<Path> jars;
        try (var all = Files.list(lib)) {
            jars = all.filter(file -> file.toString().endsWith(".jar")).toList();
        }
        for (Path jar : jars) {
            Manifest manifest;
            try (JarFile file = new JarFile(jar.toFile())) {
                manifest = file.getManifest();
            }
            if (manifest != null && manifest.getMainAttributes().remove(Attributes.Name.SEALED) != null) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                manifest.write(bytes);
                rewrite(
                        jar,
                        name -> !name.equals(JarFile.MANIFEST_NAME),
                        Map.of(JarFile.MANIFEST_NAME, bytes.toByteArray()));
            }
        }
    }

    /** Writes {@code jar} anew: {@code fresh} entries, then those old ones that {@code stays} lets through. */
    private static void rewrite(Path jar, Predicate<String> stays, Map<String, byte[]> fresh) throws IOException {
        Path written = jar.resolveSibling(jar.getFileName() + ".fresh");
        try (ZipFile old = new ZipFile(jar.toFile());
                OutputStream file = Files.newOutputStream(written);
                ZipOutputStream out = new ZipOutputStream(file)) {
            for (Map.Entry<String, byte[]> entry : fresh.entrySet()) {
                put(out, entry.getKey(), entry.getValue());
            }
            for (Enumeration<? extends ZipEntry> all = old.entries(); all.hasMoreElements(); ) {
                ZipEntry entry = all.nextElement();
                if (stays.test(entry.getName())) {
                    try (InputStream in = old.getInputStream(entry)) {
                        put(out, entry.getName(), in.readAllBytes());
                    }
                }
            }
        }
        Files.move(written, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void put(ZipOutputStream out, String name, byte[] bytes) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(LocalDateTime.of(2026, 1, 1, 0, 0));
        out.putNextEntry(entry);
        out.write(bytes);
        out.closeEntry();
    }

    private static void train(Path target, Path examples) throws IOException, InterruptedException {
        Path jar = target.resolve("juggle.jar");
        Path cache = target.resolve("juggle.aot");
        if (Files.exists(cache) && newer(cache, jar) && newer(cache, only(target.resolve("lib"), "picocli-", ".jar"))) {
            return;
        }
        Path scratch = target.resolve("training");
        delete(scratch);
        Files.createDirectories(scratch);
        List<String> command = List.of(
                JAVA.toString(),
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-XX:AOTCacheOutput=" + cache.getFileName(),
                "-classpath",
                jar.getFileName().toString(),
                "dev.juggle.cli.Rehearsal",
                examples.toAbsolutePath().toString(),
                scratch.getFileName().toString());
        // No --enable-native-access: it would keep the module graph out of the cache. Relative names, since
        // the JVM hands them on in a variable where a space would part them.
        boolean made = run(target, target.resolve("training.log"), command) && Files.exists(cache);
        // A cache that was made without complaint has been seen to stop the JVM, so it must prove itself.
        List<String> proof = List.of(
                JAVA.toString(), "-XX:+UseSerialGC", "-XX:AOTCache=" + cache, "-jar", jar.toString(), "--version");
        if (!made || !run(target, target.resolve("proof.log"), proof)) {
            System.out.println("no cache was made (training.log and proof.log say why); the program starts slower");
            Files.deleteIfExists(cache);
        }
    }

    private static boolean run(Path folder, Path log, List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return process.waitFor() == 0;
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (var all = Files.walk(folder)) {
                for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(one);
                }
            }
        }
    }

    private static boolean newer(Path file, Path than) throws IOException {
        return Files.getLastModifiedTime(file).compareTo(Files.getLastModifiedTime(than)) > 0;
    }

    private static Path only(Path folder, String start, String end) throws IOException {
        try (var all = Files.list(folder)) {
            return all.filter(file -> file.getFileName().toString().startsWith(start)
                            && file.getFileName().toString().endsWith(end))
                    .findFirst()
                    .orElseThrow(() -> new IOException("no " + start + "*" + end + " in " + folder));
        }
    }
}
