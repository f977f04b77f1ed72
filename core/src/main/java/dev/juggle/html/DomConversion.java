// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import java.util.Objects;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Makes an {@code org.w3c.dom.Document} of a tree, for XPath, XSLT and the like. What XML can't hold is
 * changed as the standard proposes (13.2.9): names get {@code U00003A} for a colon, comments a space between two
 * hyphens, characters outside XML become U+FFFD. A template's contents become its children, and xmlns
 * attributes are left to the DOM. Its memory is the heap's; it outlives the tree.
 */
public final class DomConversion {
    private DomConversion() {}

    /** A new document with all of the tree. A fragment's nodes are put below an html element. */
    public static Document convert(HtmlTree tree) {
        Document document = newDocument();
        Node target = document;
        if (tree.kind(tree.root()) == NodeKind.FRAGMENT) {
            target = document.appendChild(document.createElementNS(Namespace.HTML.uri(), "html"));
        }
        int node = tree.firstChild(tree.root());
        while (node != 0) {
            Node made = append(tree, node, document, target);
            int child = tree.firstChild(node);
            if (child != 0) {
                target = made;
                node = child;
                continue;
            }
            while (tree.nextSibling(node) == 0 && tree.parent(node) != tree.root()) {
                node = tree.parent(node);
                if (tree.kind(node) != NodeKind.FRAGMENT) {
                    target = Objects.requireNonNull(target.getParentNode());
                }
            }
            node = tree.nextSibling(node);
        }
        return document;
    }

    private static Document newDocument() {
        try {
            return DocumentBuilderFactory.newInstance().newDocumentBuilder().newDocument();
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("the JDK's own XML classes don't work", e);
        }
    }

    private static Node append(HtmlTree tree, int node, Document document, Node target) {
        return switch (tree.kind(node)) {
            case ELEMENT -> target.appendChild(element(tree, node, document));
            case TEXT -> target.appendChild(document.createTextNode(InfosetCoercion.text(tree.data(node))));
            case COMMENT -> target.appendChild(document.createComment(InfosetCoercion.comment(tree.data(node))));
            case PROCESSING_INSTRUCTION ->
                target.appendChild(document.createProcessingInstruction(
                        InfosetCoercion.name(tree.target(node)),
                        InfosetCoercion.text(tree.data(node)).replace("?>", "? >")));
            case DOCTYPE -> {
                String name = InfosetCoercion.name(tree.data(node));
                yield name.isEmpty()
                        ? target
                        : target.appendChild(document.getImplementation()
                                .createDocumentType(name, tree.publicIdentifier(node), tree.systemIdentifier(node)));
            }
            case FRAGMENT -> target;
            case DOCUMENT -> throw new AssertionError("a document within a tree");
        };
    }

    private static Element element(HtmlTree tree, int node, Document document) {
        Element element = document.createElementNS(tree.namespace(node).uri(), InfosetCoercion.name(tree.name(node)));
        for (int index = 0; index < tree.attributeCount(node); index++) {
            String name = tree.attributeName(node, index);
            String value = InfosetCoercion.text(tree.attributeValue(node, index));
            Namespace namespace = tree.attributeNamespace(node, index);
            if (namespace == null && !name.equals("xmlns")) {
                element.setAttribute(InfosetCoercion.name(name), value);
            } else if (namespace == Namespace.XLINK || namespace == Namespace.XML) {
                element.setAttributeNS(namespace.uri(), name, value);
            }
        }
        return element;
    }
}
