// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tree-construction tests: the current ones of web-platform-tests, and the older ones of html5lib. */
class TreeConformanceTest {
    /** Tests whose outcome is what their script does to the tree; nothing here runs scripts. */
    private static final String SCRIPTED = "scripted_";

    @Test
    void treesAreThoseOfTheCurrentTests() {
        Outcome outcome = run("wpt-html", true);
        System.out.println("web-platform-tests: " + outcome.right + " of " + outcome.all + " trees are right, "
                + outcome.scripted + " more depend on a script being run (scripted_*.dat)");
        assertTrue(outcome.wrong.isEmpty(), () -> String.join("\n", outcome.wrong));
        assertEquals(outcome.all, outcome.right + outcome.scripted);
        assertEquals(1934, outcome.all);
        assertEquals(4, outcome.scripted);
    }

    @Test
    void treesAreThoseOfTheOlderTests() {
        Outcome outcome = run("html5lib-tests/tree-construction", false);
        System.out.println("html5lib tree-construction: " + outcome.right + " of " + outcome.all
                + " trees are right, with <? as a" + " comment, as those tests expect");
        assertTrue(outcome.wrong.isEmpty(), () -> String.join("\n", outcome.wrong));
        assertEquals(outcome.all, outcome.right);
    }

    private static final class Outcome {
        int all;
        int right;
        int scripted;
        final List<String> wrong = new ArrayList<>();
    }

    private static Outcome run(String folder, boolean processingInstructions) {
        Outcome outcome = new Outcome();
        try (HtmlParser parser = new HtmlParser()) {
            for (Path file : Shared.files(Shared.folder(folder), ".dat")) {
                for (TreeTests.Case test : TreeTests.read(file)) {
                    outcome.all++;
                    String difference = difference(parser, test, processingInstructions);
                    if (difference.isEmpty()) {
                        outcome.right++;
                    } else if (test.file().startsWith(SCRIPTED)) {
                        outcome.scripted++;
                    } else {
                        outcome.wrong.add(difference);
                    }
                }
            }
        }
        return outcome;
    }

    private static String difference(HtmlParser parser, TreeTests.Case test, boolean processingInstructions) {
        for (boolean scripting : new boolean[] {false, true}) {
            if (test.scripting() != null && test.scripting() != scripting) {
                continue;
            }
            String dump = TreeTests.dump(parser, test, scripting, processingInstructions);
            if (!dump.equals(test.document())) {
                return test.file() + ":" + test.line() + " with scripting " + scripting + "\n" + test.data()
                        + "\nexpected\n" + test.document() + "got\n" + dump;
            }
        }
        return "";
    }
}
