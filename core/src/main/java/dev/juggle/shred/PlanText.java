// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.arena.BumpArena;
import dev.juggle.arena.Mem;
import dev.juggle.catalog.Decision;
import dev.juggle.json.DocumentParser;
import dev.juggle.json.Limits;
import dev.juggle.json.ParsedDocument;
import dev.juggle.json.Tape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A plan as JSON text: {@code {"paths":[{"table":…,"path":…,"decision":…,…},…]}}. Of what stands beside these three members
 * nothing is read back, so that a plan may be edited.
 */
public final class PlanText {
    private PlanText() {}

    /** The whole plan, a line for each path, with reasons and figures. */
    public static String of(DataPlan plan) {
        JsonSink out = new JsonSink();
        out.ascii("{\"sampled_bytes\":" + plan.sampledBytes() + ",\n \"paths\":[");
        String before = "\n  ";
        for (PlannedPath path : plan.paths()) {
            out.ascii(before);
            before = ",\n  ";
            begin(path, out);
            out.ascii(",\"reason\":");
            out.string(path.reason());
            out.ascii(",\"values\":" + path.values() + ",\"distinct\":" + path.distinct());
            out.ascii(",\"bytes\":" + path.bytes() + ",\"saved\":" + path.saved() + "}");
        }
        out.ascii("]}\n");
        return out.text();
    }

    /** The decisions alone, as a database keeps them. */
    public static String decisions(DataPlan plan) {
        JsonSink out = new JsonSink();
        out.ascii("{\"paths\":[");
        String before = "";
        for (PlannedPath path : plan.paths()) {
            if (path.decision() != Decision.PLAIN) {
                out.ascii(before);
                before = ",";
                begin(path, out);
                out.raw('}');
            }
        }
        out.ascii("]}");
        return out.text();
    }

    private static void begin(PlannedPath path, JsonSink out) {
        out.ascii("{\"table\":");
        out.string(path.root());
        out.ascii(",\"path\":");
        out.string(path.path());
        out.ascii(",\"decision\":");
        out.string(path.decision().label());
    }

    /**
     * Reads a plan.
     *
     * @throws IllegalArgumentException if the text is none, with what was expected
     */
    public static DataPlan parse(byte[] json) {
        try (BumpArena arena = new BumpArena(64L * json.length + (1 << 20))) {
            long start = arena.allocate(json.length + Mem.PADDING_BYTES);
            Mem.copyIn(json, 0, start, json.length);
            ParsedDocument document = new ParsedDocument(Limits.DEFAULT);
            new DocumentParser(Limits.DEFAULT).parse(arena, start, start + json.length, document);
            if (document.setAsideCount() > 0) {
                throw new IllegalArgumentException(
                        document.setAside(1).getFirst().message());
            }
            Tape tape = document.tape();
            int paths = document.valueCount() == 1 ? Selection.find(tape, 0, List.of("paths")) : Selection.ABSENT;
            boolean isList = paths != Selection.ABSENT
                    && (tape.type(paths) == Tape.ARRAY || tape.type(paths) == Tape.EMPTY_ARRAY);
            if (!isList) {
                throw new IllegalArgumentException("expected an object with the member \"paths\", an array");
            }
            return new DataPlan(paths(tape, paths), 0);
        }
    }

    private static List<PlannedPath> paths(Tape tape, int array) {
        List<PlannedPath> list = new ArrayList<>();
        Set<List<String>> known = new HashSet<>();
        int i = array + 2;
        for (int n = 0; n < tape.count(array); n++, i = tape.next(i)) {
            String table = text(tape, i, n, "table");
            String path = text(tape, i, n, "path");
            Decision decision = decision(text(tape, i, n, "decision"), n);
            if (!known.add(List.of(table, path))) {
                throw new IllegalArgumentException("two decisions for " + path + " of table " + table);
            }
            list.add(new PlannedPath(table, path, decision, "given", 0, 0, 0, 0));
        }
        return list;
    }

    private static String text(Tape tape, int i, int number, String name) {
        int value = Selection.find(tape, i, List.of(name));
        if (value == Selection.ABSENT || tape.type(value) != Tape.STRING) {
            throw new IllegalArgumentException("expected a string \"" + name + "\" in entry " + (number + 1));
        }
        return tape.text(value);
    }

    private static Decision decision(String label, int number) {
        for (Decision decision : Decision.values()) {
            if (decision.label().equals(label)) {
                return decision;
            }
        }
        throw new IllegalArgumentException("expected plain, entity, map, packed or lookup as \"decision\" in entry "
                + (number + 1) + ", found " + label);
    }
}
