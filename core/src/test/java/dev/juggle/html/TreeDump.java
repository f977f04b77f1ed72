// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Writes a tree in the form of the tree-construction tests. */
final class TreeDump {
    private TreeDump() {}

    static String of(HtmlTree tree) {
        StringBuilder out = new StringBuilder();
        int root = tree.root();
        int depth = 0;
        int node = tree.firstChild(root);
        while (node != 0) {
            line(tree, node, depth, out);
            int child = tree.firstChild(node);
            if (child != 0) {
                depth++;
                node = child;
                continue;
            }
            while (node != root && tree.nextSibling(node) == 0) {
                node = tree.parent(node);
                depth--;
            }
            node = node == root ? 0 : tree.nextSibling(node);
        }
        return out.toString();
    }

    private static void line(HtmlTree tree, int node, int depth, StringBuilder out) {
        switch (tree.kind(node)) {
            case ELEMENT -> {
                begin(depth, out)
                        .append('<')
                        .append(prefix(tree, node))
                        .append(tree.name(node))
                        .append(">\n");
                attributes(tree, node, depth + 1, out);
            }
            case TEXT -> begin(depth, out).append('"').append(tree.data(node)).append("\"\n");
            case COMMENT ->
                begin(depth, out).append("<!-- ").append(tree.data(node)).append(" -->\n");
            case PROCESSING_INSTRUCTION ->
                begin(depth, out)
                        .append("<?")
                        .append(tree.target(node))
                        .append(' ')
                        .append(tree.data(node))
                        .append("?>\n");
            case DOCTYPE -> {
                begin(depth, out).append("<!DOCTYPE ").append(tree.data(node));
                String publicIdentifier = tree.publicIdentifier(node);
                String systemIdentifier = tree.systemIdentifier(node);
                if (!publicIdentifier.isEmpty() || !systemIdentifier.isEmpty()) {
                    out.append(" \"")
                            .append(publicIdentifier)
                            .append("\" \"")
                            .append(systemIdentifier)
                            .append('"');
                }
                out.append(">\n");
            }
            case FRAGMENT -> begin(depth, out).append("content\n");
            case DOCUMENT -> throw new AssertionError("a document below the root");
        }
    }

    private static String prefix(HtmlTree tree, int node) {
        return switch (tree.namespace(node)) {
            case SVG -> "svg ";
            case MATHML -> "math ";
            default -> "";
        };
    }

    private static void attributes(HtmlTree tree, int node, int depth, StringBuilder out) {
        List<String> lines = new ArrayList<>();
        for (int index = 0; index < tree.attributeCount(node); index++) {
            String name = tree.attributeName(node, index);
            if (tree.attributeNamespace(node, index) != null) {
                name = name.equals("xmlns") ? "xmlns xmlns" : name.replace(':', ' ');
            }
            lines.add(name + "=\"" + tree.attributeValue(node, index) + "\"\n");
        }
        Collections.sort(lines);
        for (String line : lines) {
            begin(depth, out).append(line);
        }
    }

    private static StringBuilder begin(int depth, StringBuilder out) {
        return out.append("| ").append("  ".repeat(depth));
    }
}
