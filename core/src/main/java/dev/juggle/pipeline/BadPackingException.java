// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import java.io.IOException;

/** A packed file that can't be unpacked; the message says why, for the file's entry in the error table. */
final class BadPackingException extends IOException {
    private static final long serialVersionUID = 1L;

    BadPackingException(String message) {
        super(message);
    }
}
