// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

/** The names of the settings that are understood, not only shown. */
public final class Settings {
    /** Reader mode: {@code single}, {@code producer}, {@code consumer} or {@code stream}. */
    public static final String MODE = "mode";

    /** Number of worker threads. */
    public static final String THREADS = "threads";

    /** Number of arenas. */
    public static final String ARENAS = "arenas";

    /** Jobs per commit. */
    public static final String BATCH = "batch";

    /** The memory the run may use, as given. */
    public static final String MEMORY = "memory";

    /** Processors the machine offers. */
    public static final String PROCESSORS = "processors";

    private Settings() {}

    /** A number of bytes as an option takes it: {@code 256M}, or all its digits. */
    public static String size(long bytes) {
        return bytes % (1 << 20) == 0 ? (bytes >> 20) + "M" : Long.toString(bytes);
    }
}
