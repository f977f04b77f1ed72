// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The most memory this process ever had resident, as Linux counts it (VmHWM, see proc(5)). */
final class PeakMemory {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String FIELD = "VmHWM:";

    private PeakMemory() {}

    /** In bytes; -1 where the system doesn't tell. */
    static long bytes() {
        try {
            for (String line : Files.readAllLines(STATUS)) {
                if (line.startsWith(FIELD)) {
                    String kibibytes =
                            line.substring(FIELD.length()).replace("kB", "").trim();
                    return Long.parseLong(kibibytes) << 10;
                }
            }
        } catch (IOException | NumberFormatException unknown) {
            // no such file: not Linux
        }
        return -1;
    }
}
