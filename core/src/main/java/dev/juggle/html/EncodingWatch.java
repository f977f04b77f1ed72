// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

/** Looks at each meta element while the encoding is only tentative (13.2.3.4). */
@FunctionalInterface
interface EncodingWatch {
    /** Whether these attributes of a meta tag name another encoding, so that parsing must start anew. */
    boolean declares(NodeStore store, int attributes, int count);
}
