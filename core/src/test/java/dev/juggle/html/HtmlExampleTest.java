// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.juggle.testing.Project;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example in the documentation compiles and does what it says. */
class HtmlExampleTest {
    @TempDir
    Path folder;

    @Test
    void theExampleOutlinesAPage() throws ReflectiveOperationException, java.io.IOException {
        Path source = Project.root().resolve("examples/html/Outline.java");
        int result = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        folder.toString(),
                        source.toString());
        assertEquals(0, result);
        try (URLClassLoader loader =
                        new URLClassLoader(new URL[] {folder.toUri().toURL()});
                HtmlParser parser = new HtmlParser()) {
            Method outline = loader.loadClass("Outline").getDeclaredMethod("outline", HtmlTree.class);
            outline.setAccessible(true);
            HtmlTree tree = parser.parse(
                    "<title> T </title>\n<h1>One</h1><a href=u>x</a><a href=#y>\n\n<h2>Two</h2><table><td>z");
            assertEquals(
                    "null\nT\n2: One\n4: Two\n-> u\n<table><tbody><tr><td>z</td></tr></tbody></table>\n",
                    outline.invoke(null, tree));
        }
    }
}
