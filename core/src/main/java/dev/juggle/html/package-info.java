// SPDX-License-Identifier: Apache-2.0
/**
 * HTML bytes become a document tree in one arena, as the WHATWG HTML standard has it: encoding
 * sniffing, tokenizer, tree construction, and the serialisation back. Names are the standard's
 * own. Beside it: selectors, and what is known of a page as a record ({@code PageRecord}).
 *
 * <p><b>Threads.</b> A parser and its tree belong to one thread at a time; nothing here is shared.
 *
 * <p><b>Memory.</b> The whole tree lies in one arena and is dropped at once by its reset.
 *
 * <p><b>Start at</b> {@code HtmlParser}.
 */
@NullMarked
package dev.juggle.html;

import org.jspecify.annotations.NullMarked;
