// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import java.util.List;

/**
 * Counts the members that were dropped in what is stored once: as often as a document refers to it, though its rows are listed once,
 * or not at all. Rarely needed, since few documents have duplicate keys.
 */
final class EntityWarnings {
    private static final int NONE = RowList.NONE;

    private final RowList rows;
    private final JobEntities entities;
    /** The last entry of each entity, and from each entry the one before it of the same entity. */
    private final int[] lastEntry;

    private final int[] entryBefore;
    private final boolean[] isComplete;

    private EntityWarnings(RowList rows, JobEntities entities) {
        this.rows = rows;
        this.entities = entities;
        this.lastEntry = new int[entities.count()];
        this.isComplete = new boolean[entities.count()];
        this.entryBefore = new int[rows.count()];
        java.util.Arrays.fill(lastEntry, NONE);
        for (int r = 0; r < rows.count(); r++) {
            int owner = rows.owner(r);
            if (owner != NONE) {
                entryBefore[r] = lastEntry[owner];
                lastEntry[owner] = r;
            }
        }
    }

    /** Completes each entity's count with those of the entities below it, and adds to each document what it refers to. */
    static void count(RowList rows, JobEntities entities, List<Document> documents) {
        EntityWarnings warnings = new EntityWarnings(rows, entities);
        for (int entity = 0; entity < entities.count(); entity++) {
            warnings.complete(entity);
        }
        for (int r = 0; r < rows.count(); r++) {
            if (rows.owner(r) == NONE) {
                documents.get(rows.document(r)).warnings += warnings.referredTo(r);
            }
        }
    }

    /** Entities nest no deeper than tables do, so this recursion ends soon. */
    private void complete(int entity) {
        if (isComplete[entity]) {
            return;
        }
        isComplete[entity] = true;
        for (int r = lastEntry[entity]; r != NONE; r = entryBefore[r]) {
            for (int place = rows.references(r); place < rows.endOfReferences(r); place++) {
                complete(entities.referent(place));
            }
            entities.addWarnings(entity, Math.toIntExact(referredTo(r)));
        }
    }

    private long referredTo(int r) {
        long dropped = 0;
        for (int place = rows.references(r); place < rows.endOfReferences(r); place++) {
            dropped += entities.warnings(entities.referent(place));
        }
        return dropped;
    }
}
