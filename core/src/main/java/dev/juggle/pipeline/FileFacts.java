// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.UUID;

/**
 * What the file system says of a path, links followed, asked with a single call.
 *
 * @param kind what it is
 * @param sizeBytes its size
 * @param modified when it was last modified, ISO 8601 in UTC
 * @param device with {@code inode}, the file's key: the same for every path that leads to it through links
 * @param inode see {@code device}
 */
record FileFacts(Kind kind, long sizeBytes, String modified, long device, long inode) {
    /** Regular file, folder, or something that is never opened (pipe, device, socket). */
    enum Kind {
        FILE,
        FOLDER,
        SPECIAL
    }

    private static final String ATTRIBUTES = "unix:size,lastModifiedTime,isRegularFile,isDirectory,dev,ino,nlink";

    /** Asks the file system; does not open the file. */
    static FileFacts of(Path path) throws IOException {
        if (path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            Map<String, Object> all = Files.readAttributes(path, ATTRIBUTES);
            Kind kind = kind((Boolean) value(all, "isRegularFile"), (Boolean) value(all, "isDirectory"));
            long size = (Long) value(all, "size");
            String modified = time((FileTime) value(all, "lastModifiedTime"));
            boolean hasManyNames = kind == Kind.FILE && (Integer) value(all, "nlink") > 1;
            return hasManyNames
                    ? byName(path, kind, size, modified)
                    : new FileFacts(kind, size, modified, (Long) value(all, "dev"), (Long) value(all, "ino"));
        }
        BasicFileAttributes basic = Files.readAttributes(path, BasicFileAttributes.class);
        Kind kind = kind(basic.isRegularFile(), basic.isDirectory());
        return byName(path, kind, basic.size(), time(basic.lastModifiedTime()));
    }

    /** Hard links are files of their own, each rebuilt under its name: what they have in common is no key. */
    private static FileFacts byName(Path path, Kind kind, long size, String modified) throws IOException {
        UUID key = UUID.nameUUIDFromBytes(path.toRealPath().toString().getBytes(StandardCharsets.UTF_8));
        return new FileFacts(kind, size, modified, key.getMostSignificantBits(), key.getLeastSignificantBits());
    }

    private static Object value(Map<String, Object> all, String name) throws IOException {
        Object value = all.get(name);
        if (value == null) {
            throw new IOException("the file system does not tell its " + name);
        }
        return value;
    }

    private static Kind kind(boolean isFile, boolean isFolder) {
        return isFile ? Kind.FILE : isFolder ? Kind.FOLDER : Kind.SPECIAL;
    }

    private static String time(FileTime time) {
        return time.toInstant().toString();
    }
}
