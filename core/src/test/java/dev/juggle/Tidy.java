// SPDX-License-Identifier: Apache-2.0
package dev.juggle;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * What the project asks of a source file beyond what the compiler and the formatter see: sizes, the
 * licence line, doc comments. It parses with the JDK's compiler and attributes nothing, so a file is a
 * matter of milliseconds.
 */
final class Tidy {
    static final int FILE_LINES = 1000;
    static final int METHOD_LINES = 70;
    static final int PARAMETERS = 5;

    private static final String LICENCE = "// SPDX-License-Identifier: Apache-2.0";
    private static final List<String> PARAGRAPHS =
            List.of("<p><b>Threads.</b>", "<p><b>Memory.</b>", "<p><b>Start at</b>");
    private static final Pattern LEFT_OVER = Pattern.compile(
            "(//|\\*)\\s*(TO" + "DO|FIX" + "ME|XX" + "X|HA" + "CK)\\b|@Dis" + "abled|(?i:not implemented" + " yet)");

    private Tidy() {}

    /**
     * One thing out of order.
     *
     * @param where file, and the class and method in it
     * @param what the kind: the word by which an exception names it
     * @param amount how much of it there is (lines, parameters), or 0
     */
    record Finding(String where, String what, int amount) {
        @Override
        public String toString() {
            return amount == 0 ? where + ": " + what : where + ": " + what + " " + amount;
        }
    }

    /** Everything out of order in one source file; {@code path} is relative to the project, with {@code /}. */
    static List<Finding> findings(String path, String source) {
        List<Finding> findings = new ArrayList<>();
        if (!source.startsWith(LICENCE + "\n")) {
            findings.add(new Finding(path, "no SPDX line on top", 0));
        }
        int lines = (int) source.lines().count();
        if (lines > FILE_LINES) {
            findings.add(new Finding(path, "lines", lines));
        }
        if (LEFT_OVER.matcher(source).find()) {
            findings.add(new Finding(path, "a mark of unfinished work", 0));
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        JavacTask task = (JavacTask) compiler.getTask(
                null, null, _ -> {}, List.of("-proc:none"), null, List.of(new SourceText(path, source)));
        try {
            for (CompilationUnitTree unit : task.parse()) {
                new Walk(path, unit, DocTrees.instance(task), findings).scan(unit, null);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return findings;
    }

    /** Walks one file; the names of the classes around the current place lie on a stack. */
    private static final class Walk extends TreePathScanner<@Nullable Void, @Nullable Void> {
        private final String path;
        private final CompilationUnitTree unit;
        private final DocTrees trees;
        private final List<Finding> findings;
        private final Deque<String> classes = new ArrayDeque<>();
        private final boolean product;

        Walk(String path, CompilationUnitTree unit, DocTrees trees, List<Finding> findings) {
            this.path = path;
            this.unit = unit;
            this.trees = trees;
            this.findings = findings;
            this.product = path.contains("src/main/java/");
        }

        @Override
        public @Nullable Void visitCompilationUnit(CompilationUnitTree tree, @Nullable Void nothing) {
            if (path.endsWith("package-info.java")) {
                String comment = trees.getDocComment(new TreePath(new TreePath(tree), tree.getPackage()));
                String text = comment == null ? "" : comment.strip();
                if (text.isEmpty() || text.startsWith("<p>")) {
                    findings.add(new Finding(path, "doesn't say what the package is", 0));
                }
                PARAGRAPHS.stream()
                        .filter(wanted -> !text.contains(wanted))
                        .forEach(wanted -> findings.add(new Finding(path, "lacks " + wanted, 0)));
            }
            return super.visitCompilationUnit(tree, null);
        }

        @Override
        public @Nullable Void visitClass(ClassTree tree, @Nullable Void nothing) {
            if (tree.getSimpleName().isEmpty()) {
                return super.visitClass(tree, null);
            }
            classes.addLast(tree.getSimpleName().toString());
            if (isPublic(tree.getModifiers()) && undocumented()) {
                findings.add(new Finding(here(""), "no doc comment", 0));
            }
            super.visitClass(tree, null);
            classes.removeLast();
            return null;
        }

        @Override
        public @Nullable Void visitMethod(MethodTree tree, @Nullable Void nothing) {
            String where = here("#" + tree.getName());
            SourcePositions positions = trees.getSourcePositions();
            long start = positions.getStartPosition(unit, tree);
            long end = positions.getEndPosition(unit, tree);
            int lines = (int)
                    (unit.getLineMap().getLineNumber(end) - unit.getLineMap().getLineNumber(start) + 1);
            if (lines > METHOD_LINES) {
                findings.add(new Finding(where, "lines", lines));
            }
            boolean compact = isConstructorIn(Tree.Kind.RECORD, tree);
            boolean table = compact || isConstructorIn(Tree.Kind.ENUM, tree);
            if (tree.getParameters().size() > PARAMETERS && !table) {
                findings.add(
                        new Finding(where, "parameters", tree.getParameters().size()));
            }
            if (isPublic(tree.getModifiers()) && !overrides(tree.getModifiers()) && !compact && undocumented()) {
                findings.add(new Finding(where, "no doc comment", 0));
            }
            return super.visitMethod(tree, null);
        }

        private String here(String member) {
            return path + ":" + String.join(".", classes) + member;
        }

        private boolean isPublic(ModifiersTree modifiers) {
            return modifiers.getFlags().contains(Modifier.PUBLIC);
        }

        private boolean overrides(ModifiersTree modifiers) {
            return modifiers.getAnnotations().stream()
                    .map(AnnotationTree::getAnnotationType)
                    .anyMatch(type -> type.toString().equals("Override"));
        }

        /** Records and the constants of an enum are tables of data: their width is not a parameter list's. */
        private boolean isConstructorIn(Tree.Kind kind, MethodTree tree) {
            TreePath parent = getCurrentPath().getParentPath();
            return tree.getName().contentEquals("<init>") && parent.getLeaf().getKind() == kind;
        }

        private boolean undocumented() {
            String comment = trees.getDocComment(getCurrentPath());
            return product && (comment == null || comment.isBlank());
        }
    }

    /** A source file in memory. */
    private static final class SourceText extends SimpleJavaFileObject {
        private final String text;

        SourceText(String path, String text) {
            super(URI.create("string:///" + path), JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
