// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

/** A document's mode, decided by its DOCTYPE (13.2.6.4.1). */
public enum QuirksMode {
    /** The standard's rules. */
    NO_QUIRKS,
    /** Limited-quirks mode: line heights in table cells. */
    LIMITED_QUIRKS,
    /** Quirks mode; in parsing, a table does not close a paragraph. */
    QUIRKS;

    private static final String[] QUIRKY_PUBLIC = {
        "-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"
    };

    private static final String[] QUIRKY_PUBLIC_STARTS = {
        "+//silmaril//dtd html pro v0r11 19970101//",
        "-//as//dtd html 3.0 aswedit + extensions//",
        "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
        "-//ietf//dtd html 2.0 level 1//",
        "-//ietf//dtd html 2.0 level 2//",
        "-//ietf//dtd html 2.0 strict level 1//",
        "-//ietf//dtd html 2.0 strict level 2//",
        "-//ietf//dtd html 2.0 strict//",
        "-//ietf//dtd html 2.0//",
        "-//ietf//dtd html 2.1e//",
        "-//ietf//dtd html 3.0//",
        "-//ietf//dtd html 3.2 final//",
        "-//ietf//dtd html 3.2//",
        "-//ietf//dtd html 3//",
        "-//ietf//dtd html level 0//",
        "-//ietf//dtd html level 1//",
        "-//ietf//dtd html level 2//",
        "-//ietf//dtd html level 3//",
        "-//ietf//dtd html strict level 0//",
        "-//ietf//dtd html strict level 1//",
        "-//ietf//dtd html strict level 2//",
        "-//ietf//dtd html strict level 3//",
        "-//ietf//dtd html strict//",
        "-//ietf//dtd html//",
        "-//metrius//dtd metrius presentational//",
        "-//microsoft//dtd internet explorer 2.0 html strict//",
        "-//microsoft//dtd internet explorer 2.0 html//",
        "-//microsoft//dtd internet explorer 2.0 tables//",
        "-//microsoft//dtd internet explorer 3.0 html strict//",
        "-//microsoft//dtd internet explorer 3.0 html//",
        "-//microsoft//dtd internet explorer 3.0 tables//",
        "-//netscape comm. corp.//dtd html//",
        "-//netscape comm. corp.//dtd strict html//",
        "-//o'reilly and associates//dtd html 2.0//",
        "-//o'reilly and associates//dtd html extended 1.0//",
        "-//o'reilly and associates//dtd html extended relaxed 1.0//",
        "-//sq//dtd html 2.0 hotmetal + extensions//",
        "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
        "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
        "-//spyglass//dtd html 2.0 extended//",
        "-//sun microsystems corp.//dtd hotjava html//",
        "-//sun microsystems corp.//dtd hotjava strict html//",
        "-//w3c//dtd html 3 1995-03-24//",
        "-//w3c//dtd html 3.2 draft//",
        "-//w3c//dtd html 3.2 final//",
        "-//w3c//dtd html 3.2//",
        "-//w3c//dtd html 3.2s draft//",
        "-//w3c//dtd html 4.0 frameset//",
        "-//w3c//dtd html 4.0 transitional//",
        "-//w3c//dtd html experimental 19960712//",
        "-//w3c//dtd html experimental 970421//",
        "-//w3c//dtd w3 html//",
        "-//w3o//dtd w3 html 3.0//",
        "-//webtechs//dtd mozilla html 2.0//",
        "-//webtechs//dtd mozilla html//"
    };

    private static final String QUIRKY_SYSTEM = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";

    private static final String[] LIMITED_PUBLIC_STARTS = {
        "-//w3c//dtd xhtml 1.0 frameset//", "-//w3c//dtd xhtml 1.0 transitional//"
    };

    /** Quirky without a system identifier, limited-quirky with one. */
    private static final String[] SYSTEM_DECIDES = {
        "-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"
    };

    /** The mode that a DOCTYPE token asks for; its identifiers are two attribute records. */
    static QuirksMode of(NodeStore store, boolean namedHtml, int identifiers, boolean forceQuirks) {
        int publicOffset = store.attributeOffset(identifiers);
        int publicLength = store.attributeLength(identifiers);
        int systemOffset = store.attributeOffset(identifiers + 1);
        int systemLength = store.attributeLength(identifiers + 1);
        if (forceQuirks
                || !namedHtml
                || (systemLength >= 0 && store.equalsIgnoreCase(systemOffset, systemLength, QUIRKY_SYSTEM))) {
            return QUIRKS;
        }
        if (publicLength < 0) {
            return NO_QUIRKS;
        }
        for (String identifier : QUIRKY_PUBLIC) {
            if (store.equalsIgnoreCase(publicOffset, publicLength, identifier)) {
                return QUIRKS;
            }
        }
        if (startsWith(store, publicOffset, publicLength, QUIRKY_PUBLIC_STARTS)) {
            return QUIRKS;
        }
        if (startsWith(store, publicOffset, publicLength, SYSTEM_DECIDES)) {
            return systemLength <= 0 ? QUIRKS : LIMITED_QUIRKS;
        }
        return startsWith(store, publicOffset, publicLength, LIMITED_PUBLIC_STARTS) ? LIMITED_QUIRKS : NO_QUIRKS;
    }

    private static boolean startsWith(NodeStore store, int offset, int length, String[] starts) {
        for (String start : starts) {
            if (length >= start.length() && store.equalsIgnoreCase(offset, start.length(), start)) {
                return true;
            }
        }
        return false;
    }
}
