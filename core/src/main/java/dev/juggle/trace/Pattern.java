// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

/**
 * How a state is filled besides its colour, so that nobody needs the colour to tell two states of
 * one lane apart. Work is solid or close to it; waiting is always a sparse pattern on the ground.
 */
public enum Pattern {
    /** Filled all over. */
    SOLID,
    /** Filled, with thin upright lines cut out. */
    UPRIGHT,
    /** Filled, with thin lines that rise to the right cut out. */
    SLANTED,
    /** Filled, with thin level lines cut out. */
    LEVEL,
    /** Filled, with a grid cut out. */
    GRID,
    /** Filled, with round holes. */
    HOLES,
    /** Sparse lines that rise to the right. */
    RISING,
    /** Sparse lines that fall to the right. */
    FALLING,
    /** Sparse crossed lines. */
    CROSSED,
    /** Sparse dots. */
    DOTS,
    /** Sparse level dashes. */
    DASHES
}
