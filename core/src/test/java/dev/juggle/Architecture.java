// SPDX-License-Identifier: Apache-2.0
package dev.juggle;

import static com.tngtech.archunit.lang.conditions.ArchConditions.callMethodWhere;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * ARCHITECTURE.md as rules. Each takes the root package, so that the test can put the same rules to a
 * planted violation and see that they catch it.
 */
final class Architecture {
    private Architecture() {}

    /** Which room may know which: the arrows of ARCHITECTURE.md, and the only place where they stand. */
    static final Map<String, Set<String>> ARROWS = Map.ofEntries(
            entry("arena", Set.of()),
            entry("queue", Set.of()),
            entry("trace", Set.of()),
            entry("json", Set.of("arena")),
            entry("html", Set.of("arena")),
            entry("ldap", Set.of("arena")),
            entry("catalog", Set.of("arena")),
            entry("sqlite", Set.of("arena")),
            entry("shred", Set.of("json", "html", "ldap", "catalog", "sqlite", "arena")),
            entry("pipeline", Set.of("shred", "queue", "trace", "json", "html", "ldap", "catalog", "sqlite", "arena")),
            entry("search", Set.of("sqlite", "ldap", "catalog", "trace", "arena")),
            entry("server", Set.of("search", "pipeline", "trace", "ldap")),
            entry(
                    "cli",
                    Set.of(
                            "arena",
                            "queue",
                            "trace",
                            "json",
                            "html",
                            "ldap",
                            "catalog",
                            "sqlite",
                            "shred",
                            "pipeline",
                            "search",
                            "server")));

    /** Methods that start a thread, or hand work to threads that nobody here owns. */
    private static final Map<String, Set<String>> STARTERS = Map.of(
            "java.lang.Thread", Set.of("start", "startVirtualThread"),
            "java.lang.Thread$Builder", Set.of("start", "factory"),
            "java.lang.Thread$Builder$OfVirtual", Set.of("start", "factory"),
            "java.lang.Thread$Builder$OfPlatform", Set.of("start", "factory"),
            "java.util.Collection", Set.of("parallelStream"),
            "java.util.stream.BaseStream", Set.of("parallel"),
            "java.util.concurrent.CompletableFuture", Set.of("runAsync", "supplyAsync"));

    /** Types whose objects change under everybody's hands, however final the field is. */
    private static final List<Class<?>> CHANGING = List.of(
            java.util.concurrent.atomic.AtomicInteger.class,
            java.util.concurrent.atomic.AtomicLong.class,
            java.util.concurrent.atomic.AtomicBoolean.class,
            java.util.concurrent.atomic.AtomicReference.class,
            java.util.concurrent.atomic.LongAdder.class,
            java.util.concurrent.ConcurrentHashMap.class,
            ThreadLocal.class,
            java.util.ArrayList.class,
            java.util.HashMap.class,
            java.util.HashSet.class,
            java.util.ArrayDeque.class,
            StringBuilder.class);

    /** Every rule for the packages below {@code root}, by the sentence it stands for. */
    static Map<String, ArchRule> rules(String root) {
        Map<String, ArchRule> rules = new LinkedHashMap<>();
        rules.put(
                "no cycles",
                slices().matching(root + ".(*)..").should().beFreeOfCycles().allowEmptyShould(true));
        ARROWS.forEach((room, known) -> rules.put("arrows of " + room, arrows(root, room, known)));
        rules.put("every class has a room", everyClassHasARoom(root));
        rules.put(
                "the JDK's Arena only in arena",
                noClasses()
                        .that(outside(root, "arena"))
                        .should()
                        .dependOnClassesThat()
                        .haveFullyQualifiedName("java.lang.foreign.Arena")
                        .allowEmptyShould(true));
        rules.put("System.out, err and exit only in cli", console(root));
        rules.put("threads only in pipeline, search, server", threads(root));
        rules.put(
                "no mutable static fields",
                fields().that()
                        .areStatic()
                        .and()
                        .areDeclaredInClassesThat()
                        .resideInAPackage(root + "..")
                        .should(beConstant())
                        .allowEmptyShould(true));
        return rules;
    }

    private static ArchRule arrows(String root, String room, Set<String> known) {
        String[] forbidden = ARROWS.keySet().stream()
                .filter(other -> !other.equals(room) && !known.contains(other))
                .map(other -> root + "." + other + "..")
                .toArray(String[]::new);
        if (forbidden.length == 0) {
            return noClasses()
                    .that()
                    .resideInAPackage(root + "." + room + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(root)
                    .allowEmptyShould(true);
        }
        return noClasses()
                .that()
                .resideInAPackage(root + "." + room + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(forbidden)
                .allowEmptyShould(true);
    }

    private static ArchRule everyClassHasARoom(String root) {
        String[] rooms =
                ARROWS.keySet().stream().map(room -> root + "." + room + "..").toArray(String[]::new);
        return classes()
                .that()
                .resideInAPackage(root + "..")
                .should()
                .resideInAnyPackage(rooms)
                .allowEmptyShould(true);
    }

    private static ArchRule console(String root) {
        return noClasses()
                .that(outside(root, "cli"))
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .callMethod(System.class, "exit", int.class)
                .orShould()
                .callMethod(Runtime.class, "exit", int.class)
                .orShould()
                .callMethod(Runtime.class, "halt", int.class)
                .orShould()
                .callMethod(Throwable.class, "printStackTrace")
                .allowEmptyShould(true);
    }

    private static ArchRule threads(String root) {
        return noClasses()
                .that(outside(root, "pipeline", "search", "server"))
                .should(callMethodWhere(DescribedPredicate.describe("it starts a thread", Architecture::starts)))
                .allowEmptyShould(true);
    }

    private static boolean starts(JavaMethodCall call) {
        JavaClass owner = call.getTargetOwner();
        String name = call.getName();
        if (owner.getName().equals("java.util.concurrent.Executors")
                || owner.getName().equals("java.util.concurrent.ForkJoinPool")) {
            return true;
        }
        return STARTERS.entrySet().stream()
                .anyMatch(starter -> starter.getValue().contains(name) && owner.isAssignableTo(starter.getKey()));
    }

    /**
     * The one table of a whole JVM: raw addresses belong to no object, so what checks them in tests can't either. It
     * stays empty outside tests.
     */
    private static final Set<String> EXEMPT = Set.of("dev.juggle.arena.LiveBlocks.PAIRS");

    /** A static field must be final and of a type that doesn't change (arrays serve as constant tables). */
    private static ArchCondition<JavaField> beConstant() {
        return new ArchCondition<>("be constant") {
            @Override
            public void check(JavaField field, ConditionEvents events) {
                boolean isFinal = field.getModifiers().contains(JavaModifier.FINAL);
                boolean changing =
                        CHANGING.stream().anyMatch(type -> field.getRawType().isAssignableTo(type));
                if (!isFinal || (changing && !EXEMPT.contains(field.getFullName()))) {
                    events.add(SimpleConditionEvent.violated(field, field.getFullName() + " can change"));
                }
            }
        };
    }

    private static DescribedPredicate<JavaClass> outside(String root, String... rooms) {
        List<String> inside =
                Arrays.stream(rooms).map(room -> root + "." + room).toList();
        return DescribedPredicate.describe(
                "lie outside " + String.join(", ", rooms),
                type -> inOrBelow(type, root) && inside.stream().noneMatch(room -> inOrBelow(type, room)));
    }

    private static boolean inOrBelow(JavaClass type, String name) {
        return Stream.of(name)
                .anyMatch(n ->
                        type.getPackageName().equals(n) || type.getPackageName().startsWith(n + "."));
    }
}
