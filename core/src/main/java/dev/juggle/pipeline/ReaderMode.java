// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import java.util.List;
import java.util.Locale;

/** Who reads the input. All modes give the same database; their comparison is the point. */
public sealed interface ReaderMode {
    /** One thread does everything in turn: the base line. */
    record Single() implements ReaderMode {}

    /** One thread reads whole files for all workers. */
    record Producer() implements ReaderMode {}

    /** Each worker reads its own files. */
    record Consumer() implements ReaderMode {}

    /** All modes. */
    static List<ReaderMode> all() {
        return List.of(new Single(), new Producer(), new Consumer());
    }

    /** The name that {@code --reader} takes. */
    default String label() {
        return getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    /**
     * The mode of that name.
     *
     * @throws IllegalArgumentException with a sentence for the user if there is none
     */
    static ReaderMode of(String label) {
        return all().stream()
                .filter(mode -> mode.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--reader must be one of "
                        + String.join(
                                ", ", all().stream().map(ReaderMode::label).toList()) + ", not " + label));
    }
}
