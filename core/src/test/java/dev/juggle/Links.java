// SPDX-License-Identifier: Apache-2.0
package dev.juggle;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds the relative links of a Markdown file that lead nowhere: a missing file, or a missing heading in one. */
final class Links {
    private static final Pattern LINK = Pattern.compile("\\]\\(\\s*<?([^)>\\s]+)>?(?:\\s+\"[^\"]*\")?\\s*\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6}\\s+(.*?)\\s*#*$");
    private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^ *(```|~~~).*?^ *\\1 *$");
    private static final Pattern CODE = Pattern.compile("`[^`\\n]*`");
    private static final Pattern ABSOLUTE = Pattern.compile("^[a-zA-Z][a-zA-Z0-9+.-]*:.*");

    private Links() {}

    /** The targets in {@code file}, as written, that don't exist. */
    static List<String> broken(Path file) throws IOException {
        String text = CODE_BLOCK.matcher(Files.readString(file)).replaceAll("");
        List<String> broken = new ArrayList<>();
        for (MatchResult link :
                LINK.matcher(CODE.matcher(text).replaceAll("`code`")).results().toList()) {
            String target = link.group(1);
            if (!ABSOLUTE.matcher(target).matches() && !resolves(file, target)) {
                broken.add(target);
            }
        }
        return broken;
    }

    private static boolean resolves(Path file, String target) throws IOException {
        int hash = target.indexOf('#');
        String path = URLDecoder.decode(hash < 0 ? target : target.substring(0, hash), StandardCharsets.UTF_8);
        Path wanted = path.isEmpty() ? file : file.resolveSibling(path);
        if (!Files.exists(wanted)) {
            return false;
        }
        return hash < 0 || !wanted.toString().endsWith(".md") || anchors(wanted).contains(target.substring(hash + 1));
    }

    /** The anchors that headings make, by the usual rule: lower case, punctuation dropped, spaces to hyphens. */
    private static Set<String> anchors(Path file) throws IOException {
        String text = CODE_BLOCK.matcher(Files.readString(file)).replaceAll("");
        return HEADING.matcher(text)
                .results()
                .map(heading -> heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }
}
