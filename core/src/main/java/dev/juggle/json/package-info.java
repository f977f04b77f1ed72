// SPDX-License-Identifier: Apache-2.0
/**
 * JSON bytes become a flat tape in the same arena, strictly as RFC 8259 has it, with UTF-8
 * validated; and tapes become bytes again. Text encodings, several documents in one file (newline-
 * delimited, concatenated, RFC 7464) and the recovery after an error are handled here too.
 *
 * <p><b>Threads.</b> A parser, a tape and a parsed document belong to one thread at a time;
 * nothing here is shared, nothing here is static and mutable.
 *
 * <p><b>Memory.</b> Nothing is allocated per value: the tape grows upwards in the arena, decoded
 * strings downwards. {@code Limits} bounds depth and sizes, each with its reason.
 *
 * <p><b>Start at</b> {@code JsonParser} (one value) or {@code DocumentParser} (a file).
 */
@NullMarked
package dev.juggle.json;

import org.jspecify.annotations.NullMarked;
