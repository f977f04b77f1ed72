// SPDX-License-Identifier: Apache-2.0
/**
 * The HTTP server of the JDK with Juggle's routes: the live timeline, and later search and the
 * LDAP listener.
 *
 * <p><b>Threads.</b> Starts threads: one per connection, virtual. They only read what trace and
 * search publish.
 *
 * <p><b>Memory.</b> A slow listener of the live timeline loses events and is told how many;
 * nothing is buffered without limit.
 *
 * <p><b>Start at</b> {@code Server}.
 */
@NullMarked
package dev.juggle.server;

import org.jspecify.annotations.NullMarked;
