// SPDX-License-Identifier: Apache-2.0
/**
 * What tests of several packages share.
 *
 * <p><b>Threads.</b> Everything here is static and stateless.
 *
 * <p><b>Memory.</b> None to speak of.
 *
 * <p><b>Start at</b> {@link dev.juggle.testing.Project}.
 */
@NullMarked
package dev.juggle.testing;

import org.jspecify.annotations.NullMarked;
