// SPDX-License-Identifier: Apache-2.0
package dev.juggle.json;

/**
 * Which part of a document a text is: documents that are large are cut between records by a {@link RecordSplitter}.
 *
 * @param form what the whole document is: {@code ARRAY}, {@code LINES} or {@code SEQUENCE}
 * @param isFirst whether the document begins with it
 * @param isLast whether the document ends with it
 */
public record DocumentPart(ParsedDocument.Form form, boolean isFirst, boolean isLast) {}
