// SPDX-License-Identifier: Apache-2.0
/**
 * Benchmarks (JMH), the generators of their input and the experiments that the documents quote.
 *
 * <p><b>Threads.</b> JMH's own; each benchmark says how many it uses.
 *
 * <p><b>Memory.</b> Whatever the measured code takes; nothing here is part of the product.
 *
 * <p><b>Start at</b> the class named like the package you want to measure.
 */
@NullMarked
package dev.juggle.bench;

import org.jspecify.annotations.NullMarked;
