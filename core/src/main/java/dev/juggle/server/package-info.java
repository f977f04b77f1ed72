// SPDX-License-Identifier: Apache-2.0
/**
 * The HTTP server of the JDK with Juggle's routes: the live timeline of a run, databases for reading and searching, and later
 * the LDAP listener.
 *
 * <p><b>Threads.</b> Starts threads: one per request, virtual. They only read what trace and
 * search publish.
 *
 * <p><b>Memory.</b> A slow viewer of the live timeline loses the oldest spans and is told how many;
 * nothing is buffered without limit. Rows of databases are written as they are found.
 *
 * <p><b>Start at</b> {@link dev.juggle.server.Server} and {@link dev.juggle.server.DataServer}.
 */
@NullMarked
package dev.juggle.server;

import org.jspecify.annotations.NullMarked;
