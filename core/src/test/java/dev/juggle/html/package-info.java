// SPDX-License-Identifier: Apache-2.0
/**
 * Tests of the HTML parser: the public conformance suites, hostile inputs, and what the library
 * promises its callers.
 *
 * <p><b>Threads.</b> One.
 *
 * <p><b>Memory.</b> Each parser of a test is closed by it.
 *
 * <p><b>Start at</b> {@code TreeConformanceTest}.
 */
@NullMarked
package dev.juggle.html;

import org.jspecify.annotations.NullMarked;
