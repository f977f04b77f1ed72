// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import java.util.List;

/**
 * What a walk found.
 *
 * @param files in input order: arguments as given, in folders by the bytes of their names, depth first
 * @param base the folder that all stored paths lie under, spelled as in them; empty for the working folder
 * @param problems what could not be followed, a sentence each, place first
 * @param skipped how many files in folders were left alone, since neither name nor content looks like JSON
 */
public record WalkResult(List<InputFile> files, String base, List<String> problems, long skipped) {}
