// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The html5lib tokenizer tests: tokens, and errors with their places. They are of a time when {@code <?} began a bogus
 * comment, so they are run with that option.
 */
class TokenizerConformanceTest {
    private int runs;
    private int rightTokens;
    private int rightErrors;
    private final List<String> wrong = new ArrayList<>();

    @Test
    void tokenizerMakesTheTokensAndErrorsOfTheTests() throws IOException {
        for (Path file : Shared.files(Shared.folder("html5lib-tests/tokenizer"), ".test")) {
            Map<?, ?> content = (Map<?, ?>) Objects.requireNonNull(TinyJson.parse(Files.readString(file)));
            boolean coerced = content.containsKey("xmlViolationTests");
            for (Object test : list(content.get(coerced ? "xmlViolationTests" : "tests"))) {
                run((Map<?, ?>) test, coerced);
            }
        }
        System.out.println("html5lib tokenizer tests: " + rightTokens + " of " + runs + " runs have the right tokens, "
                + rightErrors + " the right errors too");
        assertEquals(runs, rightTokens, () -> String.join("\n", wrong));
        assertEquals(runs, rightErrors, () -> String.join("\n", wrong));
        assertEquals(7036, runs);
    }

    private void run(Map<?, ?> test, boolean coerced) {
        boolean escaped = Boolean.TRUE.equals(test.get("doubleEscaped"));
        String input = Objects.requireNonNull((String) test.get("input"));
        Object expected = Objects.requireNonNull(test.get("output"));
        List<?> states = test.containsKey("initialStates") ? list(test.get("initialStates")) : List.of("Data state");
        List<String> errors = errors(test);
        for (Object state : states) {
            runs++;
            TokenRecorder recorder = TokenRecorder.run(
                    escaped ? unescape(input) : input, (String) state, (String) test.get("lastStartTag"), false);
            Object tokens = coerced ? coerce(recorder.tokens) : recorder.tokens;
            boolean right = tokens.equals(escaped ? unescape(expected) : expected);
            rightTokens += right ? 1 : 0;
            boolean sameErrors = coerced || errors.equals(recorder.sortedErrors());
            rightErrors += right && sameErrors ? 1 : 0;
            if (!right || !sameErrors) {
                wrong.add(input + ": expected " + expected + " " + errors + ", got " + tokens + " "
                        + recorder.sortedErrors());
            }
        }
    }

    private static List<String> errors(Map<?, ?> test) {
        List<String> errors = new ArrayList<>();
        if (test.get("errors") != null) {
            for (Object error : list(test.get("errors"))) {
                Map<?, ?> one = (Map<?, ?>) error;
                errors.add(one.get("code") + "@" + integer(one.get("line")) + ":" + integer(one.get("col")));
            }
        }
        errors.sort(null);
        return errors;
    }

    private static int integer(@Nullable Object number) {
        return ((Double) Objects.requireNonNull(number)).intValue();
    }

    private static List<?> list(@Nullable Object value) {
        return (List<?>) Objects.requireNonNull(value);
    }

    /** These few tests expect what a consumer that can't take everything makes of the tokens. */
    private static Object coerce(List<Object> tokens) {
        List<Object> coerced = new ArrayList<>();
        for (Object token : tokens) {
            List<Object> fields = new ArrayList<>((List<?>) token);
            switch ((String) fields.get(0)) {
                case "Character" -> fields.set(1, InfosetCoercion.text((String) fields.get(1)));
                case "Comment" -> fields.set(1, InfosetCoercion.comment((String) fields.get(1)));
                default -> {}
            }
            coerced.add(fields);
        }
        return coerced;
    }

    private static Object unescape(Object value) {
        return switch (value) {
            case String text -> unescape(text);
            case List<?> elements -> {
                List<Object> all = new ArrayList<>();
                elements.forEach(element -> all.add(element == null ? "null" : unescape(element)));
                yield elements.contains(null) ? elements : all;
            }
            case Map<?, ?> members -> {
                Map<Object, Object> all = new LinkedHashMap<>();
                members.forEach((key, member) -> all.put(unescape(key), unescape(member)));
                yield all;
            }
            default -> value;
        };
    }

    private static String unescape(String text) {
        StringBuilder plain = new StringBuilder();
        for (int at = 0; at < text.length(); ) {
            if (text.startsWith("\\u", at)) {
                plain.append((char) Integer.parseInt(text.substring(at + 2, at + 6), 16));
                at += 6;
            } else {
                plain.append(text.charAt(at++));
            }
        }
        return plain.toString();
    }
}
