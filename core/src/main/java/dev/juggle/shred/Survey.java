// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.arena.BumpArena;
import dev.juggle.catalog.Catalog;
import dev.juggle.catalog.Decision;
import dev.juggle.catalog.Kind;
import dev.juggle.catalog.Member;
import dev.juggle.catalog.NameReader;
import dev.juggle.catalog.Table;
import dev.juggle.catalog.TableRole;
import dev.juggle.json.ParsedDocument;
import dev.juggle.json.Tape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The walk over a job's documents that lists every row it will write: records, and below them the elements of arrays and
 * the members of maps, depth first, so that in each table rows stand in document order and a child's parent never decreases.
 * No recursion: open arrays and maps are frames on a stack of ints. Belongs to one worker; makes new plans only when it runs
 * under the ticket.
 *
 * <p>A value that is stored once is hashed where a row refers to it, and looked for among those that the job met before and
 * among those that the run has stored. Only if it is in neither, what lies below it is walked, right after the row, so
 * that the rows of its table too stand in the order of the first references to them.
 */
final class Survey {
    /**
     * Ints of a frame: table id; the next element's tape index, or that of a map's next key; its position, or, for a map,
     * whether it goes by {@link #distinct}; elements left; the parent's entry in the row list.
     */
    private static final int FRAME = 5;

    /** In place of a table's id: the frame is a stretch of entities, from the second int on. */
    private static final int ENTITIES = -1;

    /** In a map's frame, in place of a position: its members go as they stand. */
    private static final int AS_THEY_STAND = -1;

    /** Heap that the plans of one job may take: rows with further structures are compiled once more when they are encoded. */
    private static final long MAX_JOB_PLAN_BYTES = 4L << 20;

    private final Catalog catalog;
    private final ShredOptions options;
    private final RowList rows;
    private final IdentityTable identities;
    private final JobEntities entities;
    private final SubtreeHash hash;
    private final PlanTrie trie;
    private final NameReader<Member> names;
    private final RowEncoder encoder = new RowEncoder();
    private final List<Plan> jobPlans = new ArrayList<>();
    private long jobPlanBytes;
    private @Nullable TableRows[] tables = new TableRows[16];
    private int[] used = new int[16];
    private int usedCount;
    private int[] stack = new int[FRAME * 64];
    private int depth;
    private final MapKeys mapKeys;
    /** For the open maps with duplicate keys: keys and values that count, in turn. */
    private final List<int[]> distinct = new ArrayList<>();

    private boolean inTicket;
    /** Whether rows of the list are left out. */
    private boolean hasLeftOut;

    private List<Document> documents = List.of();
    private @Nullable BumpArena arena;
    /** {@link IdentityTable#evictions} before the walk. */
    private long evictionsBefore;
    /** Whether members were dropped in or below an entity. */
    private boolean hasEntityWarnings;

    private Tape tape = new Tape();

    Survey(Catalog catalog, ShredOptions options, IdentityTable identities, long hashSeed) {
        this.catalog = catalog;
        this.options = options;
        this.entities = new JobEntities();
        this.rows = new RowList(entities);
        this.identities = identities;
        this.hash = identities.newHash();
        this.trie = new PlanTrie(hashSeed);
        this.names = catalog.names().reader();
        this.mapKeys = new MapKeys(hashSeed);
    }

    /** Begins a job: the place to forget plans, if there are too many. */
    void begin() {
        if (trie.isFull()) {
            trie.clear();
            for (TableRows table : tables) {
                if (table != null) {
                    table.forgetPlans(trie.newRoot());
                }
            }
        }
    }

    /**
     * Decides about each entity that the walk listed whether it is still new; the rows of one that another job stored
     * meanwhile are left out. Only under the ticket.
     *
     * @return false if the documents must be walked again, under the ticket: an entity that the walk passed over is no longer
     *     known, or the one is, within which the walk listed one that is not. Both come only of entries that gave way
     */
    boolean settle() {
        if (inTicket) {
            return true;
        }
        boolean isCertain = identities.evictions() == evictionsBefore;
        boolean leavesOut = false;
        for (int entity = 0; entity < entities.count(); entity++) {
            if (isCertain && !entities.isListed(entity)) {
                continue;
            }
            long known = identities.find(entities.high(entity), entities.low(entity));
            if (known == JobEntities.NEW) {
                int outer = entities.within(entity);
                if (!entities.isListed(entity) || (outer != RowList.NONE && entities.isDropped(outer))) {
                    return false;
                }
            } else {
                leavesOut |= entities.isListed(entity);
                entities.settle(entity, known);
            }
        }
        if (leavesOut) {
            leaveOut();
        }
        return true;
    }

    private void leaveOut() {
        for (int r = 0; r < rows.count(); r++) {
            if (rows.isLeftOut(r)) {
                TableRows table = tableOf(r);
                table.entries--;
                table.count -= rows.length(r);
                rows.leaveOut(rows.length(r));
            }
        }
        hasLeftOut = true;
    }

    /** The table of an entry. */
    TableRows tableOf(int r) {
        return table(rows.hasPlan(r) ? plan(rows.plan(r)).tableId : rows.table(r));
    }

    /** Gives the job's shapes their numbers, in the order in which rows need them. Only under the ticket. */
    void internShapes() {
        if (!hasLeftOut) {
            jobPlans.forEach(Plan::intern);
        } else if (!jobPlans.stream().allMatch(Plan::isInterned)) {
            for (int r = 0; r < rows.count(); r++) {
                if (!rows.isLeftOut(r)) {
                    internShapes(r);
                }
            }
        }
    }

    private void internShapes(int r) {
        if (rows.hasPlan(r)) {
            plan(rows.plan(r)).intern();
            return;
        }
        TableRows table = table(rows.table(r));
        TableRole role = table.table.role();
        if (role == TableRole.LINK) {
            return;
        }
        Tape of = documents.get(rows.document(r)).parsed().tape();
        for (int k = 0, i = rows.tapeIndex(r); k < rows.length(r); k++, i = of.next(i)) {
            i += role == TableRole.MAP ? 1 : 0;
            Plan plan = table.byKind[Kinds.ofType(of.type(i))];
            if (plan != null) {
                plan.intern();
            }
        }
    }

    /** Gives each entity its row, and tells the run of the new ones. Only under the ticket, when the tables' first rows are known. */
    void storeEntities() {
        for (int entity = 0; entity < entities.count(); entity++) {
            if (!entities.isListed(entity) || entities.isDropped(entity)) {
                entities.row(entity, IdentityTable.row(entities.known(entity)));
                continue;
            }
            TableRows table = table(entities.table(entity));
            long row = table.firstRow + table.stored++;
            entities.row(entity, row);
            if (entities.warnings(entity) <= IdentityTable.MAX_WARNINGS) {
                identities.add(
                        entities.high(entity),
                        entities.low(entity),
                        IdentityTable.known(row, entities.warnings(entity)));
            }
        }
    }

    RowEncoder encoder() {
        return encoder;
    }

    JobEntities entities() {
        return entities;
    }

    RowList rows() {
        return rows;
    }

    /** The plan that a row of the list refers to. */
    Plan plan(int index) {
        return jobPlans.get(index);
    }

    int planCount() {
        return jobPlans.size();
    }

    /** The tables that have rows in the list, by id. */
    List<TableRows> usedTables() {
        Arrays.sort(used, 0, usedCount);
        List<TableRows> inOrder = new ArrayList<>(usedCount);
        for (int k = 0; k < usedCount; k++) {
            inOrder.add(table(used[k]));
        }
        return inOrder;
    }

    /**
     * Lists the rows of all documents, at most {@code allowed} records.
     *
     * @param underTicket whether the caller holds the ticket gate, so that what is new may be made
     * @return false if something is new and may not be made now; the list is void then
     */
    boolean walk(List<Document> jobDocuments, BumpArena jobArena, boolean underTicket, long allowed) {
        inTicket = underTicket;
        names.begin();
        documents = jobDocuments;
        arena = jobArena;
        evictionsBefore = identities.evictions();
        hash.evictions(evictionsBefore);
        reset();
        hasLeftOut = false;
        rows.open(jobArena);
        long left = allowed;
        for (int d = 0; d < documents.size(); d++) {
            Document document = documents.get(d);
            document.records = 0;
            document.warnings = document.parsed == null ? 0 : document.parsed.replacedCount();
            document.table = null;
            if (document.parsed != null && left > 0) {
                rows.beginDocument(d);
                tape = document.parsed.tape();
                if (!walkDocument(document, left)) {
                    return false;
                }
                left -= document.records;
            }
        }
        if (hasEntityWarnings) {
            EntityWarnings.count(rows, entities, documents);
        }
        return true;
    }

    private boolean walkDocument(Document document, long allowed) {
        ParsedDocument.Form form = document.parsed().form();
        boolean isElements = document.part != null && form == ParsedDocument.Form.ARRAY;
        boolean isOneValue = !isElements && (form == ParsedDocument.Form.SINGLE || form == ParsedDocument.Form.ARRAY);
        List<String> selection = isElements ? List.of() : options.selection();
        document.form = Forms.stored(form);
        for (int top = 0; top < tape.wordCount(); top = tape.next(top)) {
            boolean isWhole = form == ParsedDocument.Form.PAGE;
            int value = isWhole ? top : Selection.find(tape, top, selection);
            if (value == Selection.ABSENT) {
                document.warnings++;
                continue;
            }
            int type = tape.type(value);
            boolean isArray = isOneValue && (type == Tape.ARRAY || type == Tape.EMPTY_ARRAY);
            if (isOneValue) {
                document.form = isArray ? Forms.ARRAY : Forms.SINGLE;
            }
            int end = isArray ? tape.next(value) : value + 1;
            for (int i = isArray ? value + 2 : value; i < end && document.records < allowed; i = tape.next(i)) {
                if (!walkRecord(document, i)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean walkRecord(Document document, int i) {
        TableRows root = rootTable(document.file.table());
        if (root == null) {
            return false;
        }
        if (document.records++ == 0) {
            document.firstOrdinal = root.count;
            document.table = root;
        }
        depth = 0;
        distinct.clear();
        if (!addRow(document, root, i, RowList.NONE, 0)) {
            return false;
        }
        while (depth > 0) {
            int frame = (depth - 1) * FRAME;
            if (stack[frame] == ENTITIES) {
                if (!addEntity(document, frame)) {
                    return false;
                }
                continue;
            }
            TableRows table = table(stack[frame]);
            boolean isMap = table.table.role() == TableRole.MAP;
            if (stack[frame + 3]-- == 0) {
                close(isMap, frame);
            } else if (!(isMap ? addMember(document, table, frame) : addElement(document, table, frame))) {
                return false;
            }
        }
        return true;
    }

    private void close(boolean isMap, int frame) {
        depth--;
        if (isMap && stack[frame + 2] != AS_THEY_STAND) {
            distinct.removeLast();
        }
    }

    /** Lists the row of the next entity of those that a row brought; nothing if it is known. */
    private boolean addEntity(Document document, int frame) {
        if (stack[frame + 3]-- == 0) {
            depth--;
            return true;
        }
        int entity = stack[frame + 1]++;
        return !entities.isListed(entity)
                || addRow(document, table(entities.table(entity)), entities.tapeIndex(entity), RowList.NONE, entity);
    }

    private boolean addElement(Document document, TableRows table, int frame) {
        int element = stack[frame + 1];
        stack[frame + 1] = tape.next(element);
        return addRow(document, table, element, stack[frame + 4], stack[frame + 2]++);
    }

    private boolean addMember(Document document, TableRows table, int frame) {
        int next = stack[frame + 1];
        if (stack[frame + 2] == AS_THEY_STAND) {
            stack[frame + 1] = tape.next(next + 1);
            return addRow(document, table, next + 1, stack[frame + 4], next);
        }
        int[] members = distinct.getLast();
        stack[frame + 1] = next + 2;
        return addRow(document, table, members[next + 1], stack[frame + 4], members[next]);
    }

    /** Lists one row and opens its arrays and maps, the first on top. */
    private boolean addRow(Document document, TableRows table, int i, int parent, int position) {
        Plan plan = resolve(plansFor(table, position), i);
        if (plan == null) {
            return false;
        }
        boolean isLate = plan.jobIndex < 0 && jobPlanBytes > MAX_JOB_PLAN_BYTES && tape.type(i) == Tape.OBJECT;
        if (isLate && !inTicket) {
            return false; // its shape must get its number in its turn, and the plan is not kept until then
        }
        int entry;
        if (isLate) {
            plan.intern();
            entry = rows.addLate(i, table.table.id(), parent, position);
        } else {
            entry = rows.add(i, jobIndex(plan), parent, position);
        }
        use(table, 1);
        table.count++;
        if (table.isStoredOnce) {
            rows.own(entry, position);
        }
        noteDropped(document, entry, plan.dropped);
        openChildren(document, plan, entry);
        return true;
    }

    /** Refers to what is stored once, and opens the row's arrays and maps, the first on top; above them what is new. */
    private void openChildren(Document document, Plan plan, int entry) {
        int[] leaves = encoder.leaves(plan.leafCount);
        int firstNew = entities.count();
        for (int o = 0; o < plan.onceLeaf.length; o++) {
            refer(tableRows(plan.onceTable[o]), leaves[plan.onceLeaf[o]], entry);
        }
        for (int c = plan.childLeaf.length - 1; c >= 0; c--) {
            int container = leaves[plan.childLeaf[c]];
            TableRows child = tableRows(plan.childTable[c]);
            switch (child.table.role()) {
                case MAP -> openMap(document, child, container, entry);
                case LINK -> addLinks(child, container, entry);
                default -> {
                    if (!addRun(child, container, entry, false)) {
                        push(child.table.id(), container + 2, 0, tape.count(container), entry);
                    }
                }
            }
        }
        if (entities.count() > firstNew) {
            push(ENTITIES, firstNew, 0, entities.count() - firstNew, entry);
        }
    }

    /** Notes a row's reference to the value at {@code i}, which is known or new from now on. */
    private void refer(TableRows table, int i, int entry) {
        hash.compute(tape, i, table.table.id());
        int entity = entities.find(hash);
        if (entity == RowList.NONE) {
            long known = hash.known(identities);
            entity = entities.add(hash, known, i, table.table.id(), arena());
            entities.within(entity, rows.owner(entry));
            hasEntityWarnings |= IdentityTable.warnings(known) > 0;
        }
        entities.refer(entity, arena());
    }

    /** Lists an array's links in one go. */
    private void addLinks(TableRows links, int array, int parent) {
        Table stored = links.table.value().entity();
        if (stored == null) {
            throw new AssertionError("links that lead nowhere");
        }
        TableRows elements = tableRows(stored);
        int count = tape.count(array);
        use(links, 1);
        links.count += count;
        int entry = rows.addRun(array + 2, links.table.id(), parent, count);
        for (int k = 0, i = array + 2; k < count; k++, i = tape.next(i)) {
            refer(elements, i, entry);
        }
    }

    private void noteDropped(Document document, int entry, int dropped) {
        int entity = rows.owner(entry);
        if (entity == RowList.NONE) {
            document.warnings += dropped;
        } else if (dropped > 0) {
            entities.addWarnings(entity, dropped);
            hasEntityWarnings = true;
        }
    }

    private BumpArena arena() {
        if (arena == null) {
            throw new AssertionError("before the walk");
        }
        return arena;
    }

    /** The plans for a row: those for keys in their JSON spelling are others. */
    private TableRows plansFor(TableRows table, int position) {
        if (table.table.role() != TableRole.MAP || tape.type(position) != Tape.ESCAPED_STRING) {
            return table;
        }
        TableRows known = table.escaped;
        if (known == null) {
            known = new TableRows(table.table, trie.newRoot(), names, true);
            table.escaped = known;
        }
        return known;
    }

    private void openMap(Document document, TableRows table, int map, int parent) {
        int count = tape.count(map);
        long scratchBytes = MapKeys.scratchBytes(count);
        int duplicates = mapKeys.duplicates(tape, map, rows.scratch(scratchBytes));
        if (duplicates > 0) {
            noteDropped(document, parent, duplicates);
            distinct.add(mapKeys.distinct(tape, map, duplicates, rows.scratch(scratchBytes)));
            push(table.table.id(), 0, distinct.size(), count - duplicates, parent);
        } else if (!addRun(table, map, parent, true)) {
            push(table.table.id(), map + 2, AS_THEY_STAND, count, parent);
        }
    }

    /**
     * Lists an array's elements or a map's members in one go, if they are all scalars of kinds met before. Their plans then hang in
     * {@link TableRows#byKind}. Rows of one table still stand in document order, since all below one row comes before the next.
     */
    private boolean addRun(TableRows table, int container, int parent, boolean isMap) {
        int count = tape.count(container);
        int i = container + 2;
        int kinds = 0;
        for (int k = 0; k < count; k++) {
            if (isMap && tape.type(i++) == Tape.ESCAPED_STRING) {
                return false;
            }
            int type = tape.type(i);
            if (type >= Tape.OBJECT) {
                return false;
            }
            kinds |= 1 << Kinds.ofType(type);
            i = tape.next(i);
        }
        if ((kinds & ~table.knownKinds) != 0) {
            return false;
        }
        use(table, 1);
        if ((kinds & ~table.jobKinds) != 0) {
            meetKinds(table, container, count, isMap);
        }
        table.count += count;
        rows.addRun(container + 2, table.table.id(), parent, count);
        return true;
    }

    /** Adds the plans of an array's or a map's scalars to the job's, in the order in which they are met. */
    private void meetKinds(TableRows table, int container, int count, boolean isMap) {
        int i = container + 2;
        for (int k = 0; k < count; k++) {
            i += isMap ? 1 : 0;
            int kind = Kinds.ofType(tape.type(i));
            Plan plan = table.byKind[kind];
            if (plan == null) {
                throw new AssertionError("a kind that is known has a plan");
            }
            jobIndex(plan);
            table.jobKinds |= 1 << kind;
            i = tape.next(i);
        }
    }

    /** The plan's index among those of the job; added if it is not there yet. */
    private int jobIndex(Plan plan) {
        if (plan.jobIndex < 0) {
            plan.jobIndex = jobPlans.size();
            jobPlans.add(plan);
            jobPlanBytes += plan.heapBytes();
            if (inTicket) {
                plan.intern();
            }
        }
        return plan.jobIndex;
    }

    private void push(int tableId, int first, int position, int count, int parent) {
        int frame = depth * FRAME;
        if (frame == stack.length) {
            stack = Arrays.copyOf(stack, stack.length * 2);
        }
        stack[frame] = tableId;
        stack[frame + 1] = first;
        stack[frame + 2] = position;
        stack[frame + 3] = count;
        stack[frame + 4] = parent;
        depth++;
    }

    /** The plan for a value, its leaves in the encoder's room; null if it needs something new that may not be made now. */
    private @Nullable Plan resolve(TableRows table, int i) {
        int kind = Kinds.ofType(tape.type(i));
        int[] leaves = encoder.leaves(1);
        if (kind == Kind.OBJECT) {
            Decision decision = table.table.value().decision();
            boolean isLeaf = decision == Decision.MAP
                    || decision == Decision.PACKED
                    || (decision == Decision.ENTITY && !table.table.value().refusesEntity());
            if (!isLeaf || tape.count(i) == 0) {
                Plan known = trie.find(table.root, tape, i, leaves);
                return known != null ? known : compile(table, i);
            }
            kind = Kind.MAP;
        }
        leaves[0] = i;
        Plan known = table.byKind[kind];
        if (known == null) {
            known = compile(table, i);
            if (known != null && !known.isObject()) {
                table.byKind[kind] = known;
                table.knownKinds |= known.onceLeaf.length == 0 ? 1 << kind : 0;
            }
        }
        return known;
    }

    /** The plan of a late row, compiled again: all it needs was made under the ticket. */
    Plan recompile(TableRows table, Tape rowTape, int i, int position) {
        tape = rowTape;
        names.begin(); // what was made under the ticket is published by now
        Plan plan = PlanCompiler.compile(plansFor(table, position), tape, i, PlanCompiler.Mode.SETTLED, null);
        if (plan == null) {
            throw new AssertionError("something is missing after the ticket");
        }
        plan.findShape();
        return plan;
    }

    private @Nullable Plan compile(TableRows table, int i) {
        PlanTrie kept = jobPlanBytes > MAX_JOB_PLAN_BYTES ? null : trie;
        PlanCompiler.Mode mode = inTicket ? PlanCompiler.Mode.MAKE : PlanCompiler.Mode.FIND;
        Plan plan = PlanCompiler.compile(table, tape, i, mode, kept);
        if (plan != null) {
            plan.locate(tape, i, encoder.leaves(Math.max(1, plan.leafCount)));
        }
        return plan;
    }

    private @Nullable TableRows rootTable(String wanted) {
        Table table = inTicket ? catalog.root(wanted) : catalog.findRoot(wanted);
        return table == null ? null : tableRows(table);
    }

    private TableRows tableRows(Table table) {
        int index = table.id() - Catalog.SYSTEM_TABLES;
        if (index >= tables.length) {
            tables = Arrays.copyOf(tables, Math.max(index + 1, tables.length * 2));
        }
        TableRows known = tables[index];
        if (known == null) {
            known = new TableRows(table, trie.newRoot(), names, false);
            tables[index] = known;
        }
        return known;
    }

    /** What this worker knows of the table with this id. */
    TableRows table(int id) {
        TableRows table = tables[id - Catalog.SYSTEM_TABLES];
        if (table == null) {
            throw new AssertionError("table " + id);
        }
        return table;
    }

    private void use(TableRows table, int entries) {
        table.entries += entries;
        if (table.entries > entries) {
            return;
        }
        if (usedCount == used.length) {
            used = Arrays.copyOf(used, usedCount * 2);
        }
        used[usedCount++] = table.table.id();
    }

    private void reset() {
        for (int k = 0; k < usedCount; k++) {
            TableRows table = table(used[k]);
            table.count = 0;
            table.entries = 0;
            table.stored = 0;
            table.jobKinds = 0;
        }
        usedCount = 0;
        for (Plan plan : jobPlans) {
            plan.jobIndex = -1;
        }
        jobPlans.clear();
        jobPlanBytes = 0;
        entities.clear();
        hasEntityWarnings = false;
    }
}
