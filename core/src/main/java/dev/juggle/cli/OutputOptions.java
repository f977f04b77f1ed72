// SPDX-License-Identifier: Apache-2.0
package dev.juggle.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How rows are printed. */
final class OutputOptions {
    /** When texts carry colours. */
    enum Colour {
        /** On a terminal, unless NO_COLOR is set. */
        AUTO,
        /** Always. */
        ALWAYS,
        /** Never. */
        NEVER
    }

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            order = 30,
            description = {
                "table, json, ndjson, csv or tsv (default: table).",
                "A table is cut to the terminal's width, if there is one."
            })
    private HitPrinter.@Nullable Format format;

    @Option(
            names = "--color",
            paramLabel = "WHEN",
            order = 31,
            description = "auto (the default: on a terminal, unless NO_COLOR is set), always or never.")
    private Colour colour = Colour.AUTO;

    HitPrinter.Format format() {
        return format == null ? HitPrinter.Format.TABLE : format;
    }

    /** Whether the form needs all names before the first row. */
    boolean needsNames() {
        return switch (format()) {
            case TABLE, CSV, TSV -> true;
            case JSON, NDJSON -> false;
        };
    }

    boolean isColoured(Terminal terminal) {
        return colour == Colour.ALWAYS
                || (colour == Colour.AUTO && terminal.isColoured() && format() == HitPrinter.Format.TABLE);
    }

    boolean isCut(Terminal terminal) {
        return terminal.isLive();
    }
}
