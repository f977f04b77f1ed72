// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.catalog.Catalog;
import dev.juggle.shred.DataPlan;
import dev.juggle.shred.IdentityTable;
import dev.juggle.trace.Trace;

/**
 * What all parts of one run share.
 *
 * @param options what it is to do
 * @param catalog the tables, columns and shapes found so far; touched under the ticket gate, and at the end
 * @param plan the decisions that the catalog follows, with their reasons
 * @param identities what is stored once, so that it is found again
 * @param feed where its input comes from
 * @param base the folder that stored paths lie below
 * @param progress how far it has come
 * @param errors what it will complain about
 * @param trace what its threads do
 */
record RunContext(
        IngestOptions options,
        Catalog catalog,
        DataPlan plan,
        IdentityTable identities,
        ExtentFeed feed,
        String base,
        Progress progress,
        ErrorLog errors,
        Trace trace) {}
