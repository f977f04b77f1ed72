// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The arguments of an experiment: options with a value each ({@code --rounds 5}), and the rest in order. */
final class Options {
    /** Arguments that can't be understood; the message begins in lower case and ends without a stop. */
    static final class WrongUse extends RuntimeException {
        private static final long serialVersionUID = 1;

        WrongUse(String message) {
            super(message);
        }
    }

    private final Map<String, String> values = new HashMap<>();
    private final List<String> others = new ArrayList<>();

    /**
     * Sorts {@code arguments}.
     *
     * @param known the options there are, with their dashes
     * @throws WrongUse for any other, and for one without its value
     */
    Options(String[] arguments, String... known) {
        List<String> names = List.of(known);
        for (int i = 0; i < arguments.length; i++) {
            if (!arguments[i].startsWith("--")) {
                others.add(arguments[i]);
                continue;
            }
            if (!names.contains(arguments[i])) {
                throw new WrongUse("there is no option " + arguments[i]);
            }
            if (i + 1 == arguments.length) {
                throw new WrongUse(arguments[i] + " needs a value");
            }
            values.put(arguments[i], arguments[++i]);
        }
    }

    /** What is no option, in order. */
    List<String> others() {
        return others;
    }

    /** The value of an option, or what it is when it is not given. */
    String text(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    /** The value of an option as a positive number. */
    long number(String name, long otherwise) {
        String value = values.get(name);
        return value == null ? otherwise : number(name + " ", value);
    }

    /** {@code value} as a positive number; {@code what} begins the sentence if it is none. */
    static long number(String what, String value) {
        if (!value.matches("[1-9]\\d{0,17}")) {
            throw new WrongUse(what + "must be a whole number from 1 on, not " + value);
        }
        return Long.parseLong(value);
    }
}
