// SPDX-License-Identifier: Apache-2.0
package dev.juggle.shred;

import dev.juggle.catalog.Decision;

/**
 * One path of a plan.
 *
 * @param root the name that the files of its root table ask for
 * @param path its JSONPath
 * @param decision how values there are laid out
 * @param reason why, in a few words
 * @param values how many values the sample showed
 * @param distinct how many of its objects, arrays and strings differ
 * @param bytes bytes that they take as they would be laid out plainly, in the sample
 * @param saved bytes that the decision saves of them, in the sample; less than nothing where it costs
 */
public record PlannedPath(
        String root,
        String path,
        Decision decision,
        String reason,
        long values,
        long distinct,
        long bytes,
        long saved) {}
