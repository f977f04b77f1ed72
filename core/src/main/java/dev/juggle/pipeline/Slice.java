// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.json.DocumentPart;
import dev.juggle.shred.PartedFile;
import org.jspecify.annotations.Nullable;

/**
 * The part of a divided document that one job carries.
 *
 * @param part which part, for the parser
 * @param entry which part, for the rows
 * @param refused where the part is one record that is too large for the memory there is: how large it is, its first bytes
 *     being all that the job carries of it; null otherwise
 */
record Slice(
        DocumentPart part, PartedFile.Part entry, @Nullable SpaceEstimate refused) {}
