// SPDX-License-Identifier: Apache-2.0
package dev.juggle.sqlite;

/**
 * What a {@link RowSink} made of one job (or of a part of it), for the writer it came from. It points into the
 * job's arena, so it is void when the arena is reset, and when its sink goes on.
 */
public interface JobOutput {
    /** Rows in it. */
    long rows();

    /** Bytes of payload in it. */
    long payloadBytes();
}
