// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.catalog.Decision;
import dev.juggle.catalog.JsonPath;
import dev.juggle.shred.PlanOptions.Dedup;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Decides from a sample how values are laid out, path by path, from the record down.
 *
 * <p>Maps and packed arrays are a question of what the data is: keys that are data would flood a table with columns, and a list of
 * coordinates is one value to whoever reads it. What is stored once is a question of bytes alone: the figures in
 * {@link RowCosts} say what values take in the rows of SQLite's file format, with and without. A decision that does not
 * save is not made. What lies in a repetition of something larger that is stored once counts no further.
 */
public final class Planner {
    /** Fewer alike objects under keys are no map but members: home and guest, the days of a week. */
    private static final long FEWEST_ALIKE_OBJECTS = 8;
    /** As many alike scalars or arrays under keys, in one object, are a map, even if the keys look like names. */
    private static final long FEWEST_ALIKE_VALUES = 40;
    /** More columns below one object make it a map: there are no more in a table. */
    private static final long MOST_COLUMNS = 800;
    /** More keys are a map in any case: there are no columns for them. */
    private static final long MOST_KEYS = 900;

    private static final double RARE = 0.25;
    private static final double ALIKE = 0.45;
    /** Longer arrays of numbers are one value, a vector, even if they differ in length. */
    private static final long VECTOR_LENGTH = 16;
    /** Fewer values say nothing about repetition. */
    private static final long FEWEST_REPEATED = 16;
    /** Shorter strings are not looked up, on average. */
    private static final long SHORT_TEXT_BYTES = 12;
    /** What is stored once must save this share of what it takes otherwise. */
    private static final double WORTH_SAVING = 0.15;
    /** The same where only an estimate of what the sample did not show says so. */
    private static final double WORTH_SAVING_BY_ESTIMATE = 0.25;
    /** What one more table must save in all. */
    private static final long TABLE_BYTES = 16 << 10;
    /** Deeper paths are plain. */
    private static final int MAX_DEPTH = 40;

    private final PlanOptions options;
    private final List<PlannedPath> paths = new ArrayList<>();
    private String root = "";

    private final double scale;

    private Planner(PlanOptions options, double scale) {
        this.options = options;
        this.scale = scale;
    }

    /** The plan that follows from a sample. */
    public static DataPlan plan(SampleStats sample, PlanOptions options) {
        Planner planner = new Planner(options, sample.scale());
        sample.roots().forEach((name, record) -> {
            planner.root = name;
            planner.decide(record, JsonPath.ROOT, false, 0);
        });
        return new DataPlan(planner.paths, sample.sampledBytes());
    }

    /** Decides about values at a path, and then about what is below. */
    private void decide(PathStats at, String path, boolean isInEntity, int depth) {
        if (depth > MAX_DEPTH) {
            return;
        }
        if (isPacked(at, path)) {
            return;
        }
        boolean isMap = isMap(at, path);
        boolean isEntity = isEntity(at, path, isInEntity, isMap) || isLookup(at, path, isInEntity);
        boolean isBelowEntity = isInEntity || isEntity;
        if (isMap) {
            decide(at.values(), JsonPath.values(path), isBelowEntity, depth + 1);
        } else {
            for (int m = 0; m < at.keys().size(); m++) {
                decide(at.memberStats().get(m), JsonPath.member(path, at.keys().get(m)), isBelowEntity, depth + 1);
            }
        }
        PathStats elements = at.elements;
        if (elements != null) {
            decide(elements, JsonPath.elements(path), isBelowEntity, depth + 1);
        }
    }

    // ---- packed

    private boolean isPacked(PathStats at, String path) {
        if (at.arrays == 0 || at.objects > 0 || options.tables().contains(path)) {
            return false;
        }
        String reason = packing(at);
        if (reason.isEmpty()) {
            return false;
        }
        long plain = RowCosts.plain(at);
        add(at, path, Decision.PACKED, reason, new Bytes(plain, at.containerBytes + 2 * at.arrays));
        return true;
    }

    /** Why arrays here are one value each; empty if they are not. */
    private static String packing(PathStats at) {
        PathStats elements = at.elements;
        if (elements == null || !isNumeric(elements)) {
            return "";
        }
        if (elements.arrays > 0) {
            return "arrays of numbers in arrays: one value";
        }
        if (at.shortest == at.longest && at.arrays > 1 && at.longest > 1) {
            return "always " + at.longest + " numbers: one value";
        }
        return at.elementCount / at.arrays >= VECTOR_LENGTH ? "long arrays of numbers: one value" : "";
    }

    /** Whether there is nothing but numbers here and in all arrays below. */
    private static boolean isNumeric(PathStats at) {
        if (at.texts > 0 || at.booleans > 0 || at.objects > 0 || at.emptyObjects > 0 || at.numbers + at.arrays == 0) {
            return false;
        }
        return at.elements == null || isNumeric(at.elements);
    }

    // ---- maps

    private boolean isMap(PathStats at, String path) {
        if (at.objects == 0) {
            return false;
        }
        boolean isForced = options.tables().contains(path);
        String reason = isForced ? "as --table-of says" : mapping(at);
        if (reason.isEmpty()) {
            return false;
        }
        long plain = RowCosts.plain(at);
        add(at, path, Decision.MAP, reason, new Bytes(plain, RowCosts.map(at)));
        return true;
    }

    /** Why objects here are maps; empty if they are not. */
    private static String mapping(PathStats at) {
        long keys = at.keys().size();
        if (at.overflows() || keys > MOST_KEYS) {
            return number(keys) + (at.overflows() ? " and more keys" : " keys");
        }
        if (keys < 4) {
            return "";
        }
        double share = (double) at.memberCount / at.objects / keys;
        boolean isRare = at.objects >= 4 && share < RARE;
        PathStats values = at.values();
        long nulls = values.nulls;
        double alikeObjects = (double) (values.objects + values.emptyObjects) / Math.max(1, values.count() - nulls);
        String figures = number(keys) + " keys, each in " + percent(share) + " of the objects";
        if (alikeObjects > 0.8) {
            boolean areMaps = !mapping(values).isEmpty();
            boolean isAlike = areMaps || likeness(values) >= ALIKE;
            boolean isFew = at.objects < 4 || isRare || areMaps;
            if (keys >= FEWEST_ALIKE_OBJECTS && isAlike && isFew) {
                return figures + ", values alike";
            }
            long columns = RowCosts.columns(at);
            return keys >= FEWEST_ALIKE_OBJECTS && columns > MOST_COLUMNS ? number(columns) + " columns otherwise" : "";
        }
        boolean isOneKind = isOneKind(values);
        boolean areOdd = at.oddKeys * 2 > keys;
        if (isRare) {
            boolean isRarest = keys >= 16 && (isOneKind || share < RARE / 4);
            return isRarest || (areOdd && isOneKind) ? figures : "";
        }
        boolean isMany = keys >= FEWEST_ALIKE_VALUES || areOdd;
        return at.objects < 4 && isOneKind && isMany ? figures + ", values alike" : "";
    }

    /** How much the objects here have of what all have: 1 if all have the same members, near 0 if no two share any. */
    private static double likeness(PathStats at) {
        double sum = 0;
        for (PathStats member : at.memberStats()) {
            sum += (double) member.count() * member.count();
        }
        return at.memberCount == 0 ? 1 : sum / at.memberCount / at.objects;
    }

    private static boolean isOneKind(PathStats at) {
        long all = at.count() - at.nulls;
        long most = Math.max(Math.max(at.numbers, at.texts), Math.max(at.booleans, at.arrays + at.emptyArrays));
        return most >= 0.9 * all;
    }

    // ---- what is stored once

    private boolean isEntity(PathStats at, String path, boolean isInEntity, boolean isMap) {
        boolean isElements = path.endsWith("[*]");
        boolean areArrays = !isElements && at.objects == 0 && at.arrays > 0;
        boolean isForced = options.extracted().contains(path) && at.objects + at.arrays > 0;
        boolean isForbidden = options.dedup() == Dedup.NONE
                || options.notExtracted().contains(path)
                || options.tables().contains(path);
        boolean isNone = at.objects == 0 && !isElements && !areArrays;
        if (isMap || path.equals(JsonPath.ROOT) || (isForbidden && !isForced) || isNone) {
            return false;
        }
        long all = isElements ? at.count() : areArrays ? at.arrays : at.objects;
        Once once = new Once(
                Decision.ENTITY,
                isForced,
                areArrays ? RowCosts.array(at) : (double) RowCosts.once(at, isElements) / Math.max(1, all),
                isElements ? RowCosts.ELEMENT : 0,
                isElements ? RowCosts.LINK : RowCosts.REFERENCE);
        return decideOnce(at, path, Values.of(at, all, isElements, isInEntity), once);
    }

    private boolean isLookup(PathStats at, String path, boolean isInEntity) {
        boolean isForced = options.extracted().contains(path) && at.objects == 0;
        boolean isForbidden = options.dedup() != Dedup.ALL
                || options.notExtracted().contains(path)
                || at.objects + at.emptyObjects + at.arrays > 0;
        if (at.texts == 0 || path.endsWith("[*]") || (isForbidden && !isForced)) {
            return false;
        }
        long text = at.scalarBytes / at.texts;
        if (text < SHORT_TEXT_BYTES && !isForced) {
            return false;
        }
        Once once = new Once(Decision.LOOKUP, isForced, text + 1, 0, RowCosts.REFERENCE);
        return decideOnce(at, path, Values.of(at, at.texts, false, isInEntity), once);
    }

    /**
     * How values would be stored once, and what one takes.
     *
     * @param decision ENTITY or LOOKUP
     * @param isForced whether the user says so
     * @param value its own bytes
     * @param plain what it takes beside these, laid out plainly
     * @param reference what each reference to it takes, if it is stored once
     */
    private record Once(Decision decision, boolean isForced, double value, int plain, int reference) {
        Bytes bytes(double values, double distinct) {
            return new Bytes(
                    Math.round(values * (value + plain)),
                    Math.round(distinct * (value + RowCosts.ENTITY) + values * reference));
        }
    }

    /**
     * How many values there are, and how many of them differ: in the sample, and in all of the input.
     *
     * <p>How many differ that the sample did not show is estimated by how many it showed once and how many twice: by Chao's
     * estimator at least once² / (2 × twice). Taken is twice that, since it is a lower bound; where fewer than
     * {@link #FEWEST_REPEATED} were met twice, it says nothing, and all others are taken to differ.
     */
    private record Values(long seen, long seenDistinct, double freshOfAll, double unseen) {
        static Values of(PathStats at, long all, boolean isElements, boolean isInEntity) {
            long seen = Math.round(all * (isInEntity ? at.freshShare() : 1));
            double once = at.distinct.once();
            double twice = at.distinct.twice();
            return new Values(
                    seen,
                    Math.min(seen, RowCosts.distinct(at, isElements)),
                    all * (isInEntity ? at.freshShareOfAll() : 1),
                    twice < FEWEST_REPEATED ? Double.MAX_VALUE : once * once / twice);
        }

        double all(double scale) {
            return Math.max((double) seen, freshOfAll * scale);
        }

        double allDistinct(double scale) {
            return Math.min(all(scale), seenDistinct + unseen);
        }
    }

    private boolean decideOnce(PathStats at, String path, Values values, Once once) {
        Bytes seen = once.bytes((double) values.seen, (double) values.seenDistinct);
        Bytes all = once.bytes(values.all(scale), values.allDistinct(scale));
        boolean isWorth = isWorth(seen, WORTH_SAVING, scale) || isWorth(all, WORTH_SAVING_BY_ESTIMATE, 1);
        if (!once.isForced && (values.seen < FEWEST_REPEATED || !isWorth)) {
            return false;
        }
        String reason = number(values.seen) + " values, " + number(values.seenDistinct) + " differ";
        Bytes bytes = seen;
        if (!once.isForced && !isWorth(seen, WORTH_SAVING, scale)) {
            reason += "; in all about " + number(Math.round(values.all(scale))) + " and "
                    + number(Math.round(values.allDistinct(scale)));
            bytes = new Bytes(seen.plain, seen.plain * all.decided / all.plain);
        }
        add(at, path, once.decision, once.isForced ? "as --extract says" : reason, bytes);
        return true;
    }

    /** Whether storing once saves a good share, and in all of the input more than the pages of one more table. */
    private static boolean isWorth(Bytes bytes, double share, double scale) {
        long saved = bytes.plain - bytes.decided;
        return saved > share * bytes.plain && saved * scale > TABLE_BYTES;
    }

    /** What values take plainly, and what they take as decided. */
    private record Bytes(long plain, long decided) {}

    private void add(PathStats at, String path, Decision decision, String reason, Bytes bytes) {
        long saved = bytes.plain - bytes.decided;
        paths.add(new PlannedPath(root, path, decision, reason, at.count(), at.distinct.size(), bytes.plain, saved));
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, share < 0.1 ? "%.1f %%" : "%.0f %%", 100 * share);
    }
}
