// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;

/** Figures and failures as people read them. */
final class Words {
    private static final String[] UNITS = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};

    private Words() {}

    /** A number of bytes, three digits at least: {@code 812 bytes}, {@code 12.4 MiB}. */
    static String bytes(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        return unit == 0
                ? (bytes == 1 ? "1 byte" : bytes + " bytes")
                : String.format(Locale.ROOT, value < 100 ? "%.1f %s" : "%.0f %s", value, UNITS[unit]);
    }

    /** A whole number with its thousands set apart. */
    static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** So many of something: {@code 1 file}, {@code 2,000 files}. */
    static String count(long number, String thing) {
        String plural = thing.endsWith("y") && !thing.endsWith("ey")
                ? thing.substring(0, thing.length() - 1) + "ies"
                : thing + "s";
        return number(number) + " " + (number == 1 ? thing : plural);
    }

    /** A stretch of time: {@code 0.41 s}, {@code 3 min 12 s}. */
    static String seconds(double seconds) {
        if (seconds < 60) {
            return String.format(Locale.ROOT, seconds < 10 ? "%.2f s" : "%.1f s", seconds);
        }
        long whole = Math.round(seconds);
        return whole < 3600
                ? whole / 60 + " min " + whole % 60 + " s"
                : whole / 3600 + " h " + whole % 3600 / 60 + " min";
    }

    /** One in terms of another: {@code 4.7 %}. */
    static String percent(long part, long whole) {
        return whole == 0 ? "" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / whole);
    }

    /** What the file system says, place first. */
    static String of(IOException e) {
        String message = String.valueOf(e.getMessage());
        return switch (e) {
            case NoSuchFileException _ -> message + ": no such file or folder";
            case AccessDeniedException _ -> message + ": permission denied";
            case FileAlreadyExistsException _ -> message + ": exists already";
            case NotDirectoryException _ -> message + ": is not a folder";
            case DirectoryNotEmptyException _ -> message + ": is a folder with something in it";
            case FileSystemException system
            when system.getReason() != null && system.getFile() != null -> system.getFile() + ": " + system.getReason();
            default -> message;
        };
    }
}
