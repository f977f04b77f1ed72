// SPDX-License-Identifier: Apache-2.0
package dev.juggle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.EvaluationResult;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The rules of {@link Architecture}, put to the product and to a planted violation of each. */
final class ArchitectureTest {
    @TestFactory
    Stream<DynamicTest> theProductKeepsItsArchitecture() {
        JavaClasses product = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.juggle");
        assertTrue(product.contain("dev.juggle.cli.Main"));
        return Architecture.rules("dev.juggle").entrySet().stream()
                .map(rule -> DynamicTest.dynamicTest(
                        rule.getKey(), () -> rule.getValue().check(product)));
    }

    /** The package {@code planted} breaks each rule once (each arrow rule for one room). */
    @Test
    void everyPlantedFaultIsFound() {
        JavaClasses planted = new ClassFileImporter().importPackages("planted");
        Map<String, Integer> found = new TreeMap<>();
        Architecture.rules("planted").forEach((sentence, rule) -> {
            EvaluationResult result = rule.evaluate(planted);
            if (result.hasViolation()) {
                found.put(sentence, result.getFailureReport().getDetails().size());
            }
        });
        assertEquals(
                Map.of(
                        "no cycles", 1,
                        "arrows of arena", 1,
                        "arrows of json", 1,
                        "every class has a room", 2,
                        "the JDK's Arena only in arena", 1,
                        "System.out, err and exit only in cli", 2,
                        "threads only in pipeline, search, server", 4,
                        "no mutable static fields", 2),
                found);
    }

    @Test
    void theArrowsHaveNoCycleAndNoStranger() {
        Architecture.ARROWS.forEach((room, known) -> {
            assertFalse(known.contains(room));
            assertTrue(Architecture.ARROWS.keySet().containsAll(known), room);
            known.forEach(other -> assertFalse(
                    Architecture.ARROWS.getOrDefault(other, java.util.Set.of()).contains(room), room + other));
        });
    }
}
