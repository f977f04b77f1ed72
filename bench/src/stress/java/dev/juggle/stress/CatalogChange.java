// SPDX-License-Identifier: Apache-2.0
package dev.juggle.stress;

import dev.juggle.catalog.Attribute;
import dev.juggle.catalog.AttributeTable;
import dev.juggle.catalog.CatalogStrategy;
import dev.juggle.catalog.NameReader;
import dev.juggle.catalog.Syntax;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * An attribute with an alias is defined while a reader looks up the alias (r1) and then the name (r2): 1 where it is found. The
 * addition goes into arrays that the reader's version shares; it must not find half of it there.
 */
public final class CatalogChange {
    private static final Attribute DEFINED = new Attribute("1.2.3", List.of("n", "a"), Syntax.EXACT);
    private static final long NAME = Slots.text("n");
    private static final long ALIAS = Slots.text("a");
    /** About as long as two changes take. */
    private static final int MOST_JOBS = 200;

    private CatalogChange() {}

    private static int found(NameReader<Attribute> reader, long address) {
        return DEFINED.equals(reader.find(address, 1)) ? 1 : 0;
    }

    /**
     * One job after the other until one finds the alias, and then the name in the same job: so the second look falls into the
     * middle of the change often. Not for ever, so that jobs from before the change count, too.
     */
    private static void look(NameReader<Attribute> reader, II_Result result) {
        int jobs = 0;
        do {
            reader.begin();
            result.r1 = found(reader, ALIAS);
        } while (result.r1 == 0 && ++jobs < MOST_JOBS);
        result.r2 = found(reader, NAME);
    }

    /** Versions behind a volatile reference. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "Before the change, or after it.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Half a change.")
    @State
    public static class Snapshot {
        private final AttributeTable table = new AttributeTable(CatalogStrategy.SNAPSHOT, 1);
        private final NameReader<Attribute> reader = table.reader();

        /** Defines. */
        @Actor
        public void editor() {
            table.define(List.of(DEFINED));
        }

        /** Looks twice within a job, in the first one that has the alias. */
        @Actor
        public void worker(II_Result result) {
            look(reader, result);
        }
    }

    /** Private copies, by version. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "Before the change, or after it.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Half a change.")
    @State
    public static class Copy {
        private final AttributeTable table = new AttributeTable(CatalogStrategy.COPY, 1);
        private final NameReader<Attribute> reader = table.reader();

        /** Defines. */
        @Actor
        public void editor() {
            table.define(List.of(DEFINED));
        }

        /** Looks twice within a job, in the first one that has the alias. */
        @Actor
        public void worker(II_Result result) {
            look(reader, result);
        }
    }

    /** Look-ups that are done again after a change: the second may be later than the first, never the other way round. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "Before the change, or after it.")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The change came between the two.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Half a change.")
    @State
    public static class Optimistic {
        private final AttributeTable table = new AttributeTable(CatalogStrategy.OPTIMISTIC, 1);
        private final NameReader<Attribute> reader = table.reader();

        /** Defines. */
        @Actor
        public void editor() {
            table.define(List.of(DEFINED));
        }

        /** Looks twice within a job, in the first one that has the alias. */
        @Actor
        public void worker(II_Result result) {
            look(reader, result);
        }
    }

    /** Name and alias defined by two changes, as with a table for names and one for OIDs and a lock each. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "Before the change, or after it.")
    @Outcome(
            id = {"0, 1", "1, 0"},
            expect = Expect.ACCEPTABLE_INTERESTING,
            desc = "THE WEAKER VARIANT FAILS: half.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Cannot be.")
    @State
    public static class InTwoSteps {
        private final dev.juggle.catalog.SharedNames<Attribute> names = CatalogStrategy.SNAPSHOT.names(true, 1);
        private final NameReader<Attribute> reader = names.reader();

        /** Defines, one name after the other. */
        @Actor
        public void editor() {
            names.change(edit -> edit.put(0, Slots.key("a"), DEFINED));
            names.change(edit -> edit.put(0, Slots.key("n"), DEFINED));
        }

        /** Looks twice within a job, in the first one that has the alias. */
        @Actor
        public void worker(II_Result result) {
            look(reader, result);
        }
    }

    /** Who saw the new version before its job began finds the new content in it. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "0, 1", "1, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "Not yet, just now, or before the job.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A new version and old content: stale until the next change.")
    @State
    public static class Version {
        private final AttributeTable table = new AttributeTable(CatalogStrategy.COPY, 1);
        private final NameReader<Attribute> reader = table.reader();

        /** Defines. */
        @Actor
        public void editor() {
            table.define(List.of(DEFINED));
        }

        /** Looks at the version, begins a job, and looks the name up. */
        @Actor
        public void worker(II_Result result) {
            result.r1 = (int) table.version();
            reader.begin();
            result.r2 = found(reader, NAME);
        }
    }

    /** The version is moved before the content and without the lock: the copy is old, and nothing will ever renew it. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The second job has the change.")
    @Outcome(id = "0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "THE WEAKER VARIANT FAILS: stale for good.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Cannot be.")
    @State
    public static class VersionMovedTooEarly {
        private volatile long version;
        private volatile @Nullable Attribute content;
        private volatile boolean isDone;

        /** Moves the version, then changes. */
        @Actor
        public void editor() {
            version = 1;
            content = DEFINED;
            isDone = true;
        }

        /** One job while it is changed, one when the change is complete. */
        @Actor
        public void worker(I_Result result) {
            long seen = version;
            Attribute copy = content;
            while (!isDone) {
                Thread.onSpinWait();
            }
            if (seen != version) {
                copy = content;
            }
            result.r1 = DEFINED.equals(copy) ? 1 : 0;
        }
    }
}
