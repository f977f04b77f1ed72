// SPDX-License-Identifier: Apache-2.0
package dev.juggle.html;

/**
 * The names that the parser knows from the start, as numbers. Tags and attributes share one
 * numbering ("title" is both). The constants are exactly those that the rules of tree construction ask
 * for; further known names (common attributes, SVG's) have numbers too but need no constant. Names
 * met first in a document are numbered by {@link Names} from {@link #COUNT} on.
 *
 * <p>The order of {@link #SPELLINGS} is: tags, attributes, lower-case forms of SVG's mixed-case names; then
 * the mixed-case names themselves and the namespaced attributes, which no token bears: they
 * come from the tables of adjustment (13.2.6.1 and 13.2.6.5 of the standard) and are never looked up.
 */
final class Name {
    private Name() {}

    static final int A = 1;
    static final int ABBR = 2;
    static final int ACRONYM = 3;
    static final int ADDRESS = 4;
    static final int ANNOTATION_XML = 5;
    static final int APPLET = 6;
    static final int AREA = 7;
    static final int ARTICLE = 8;
    static final int ASIDE = 9;
    static final int AUDIO = 10;
    static final int B = 11;
    static final int BASE = 12;
    static final int BASEFONT = 13;
    static final int BDI = 14;
    static final int BDO = 15;
    static final int BGSOUND = 16;
    static final int BIG = 17;
    static final int BLOCKQUOTE = 18;
    static final int BODY = 19;
    static final int BR = 20;
    static final int BUTTON = 21;
    static final int CANVAS = 22;
    static final int CAPTION = 23;
    static final int CENTER = 24;
    static final int CITE = 25;
    static final int CODE = 26;
    static final int COL = 27;
    static final int COLGROUP = 28;
    static final int DATA = 29;
    static final int DATALIST = 30;
    static final int DD = 31;
    static final int DEL = 32;
    static final int DESC = 33;
    static final int DETAILS = 34;
    static final int DFN = 35;
    static final int DIALOG = 36;
    static final int DIR = 37;
    static final int DIV = 38;
    static final int DL = 39;
    static final int DT = 40;
    static final int EM = 41;
    static final int EMBED = 42;
    static final int FIELDSET = 43;
    static final int FIGCAPTION = 44;
    static final int FIGURE = 45;
    static final int FONT = 46;
    static final int FOOTER = 47;
    static final int FOREIGNOBJECT = 48;
    static final int FORM = 49;
    static final int FRAME = 50;
    static final int FRAMESET = 51;
    static final int G = 52;
    static final int H1 = 53;
    static final int H2 = 54;
    static final int H3 = 55;
    static final int H4 = 56;
    static final int H5 = 57;
    static final int H6 = 58;
    static final int HEAD = 59;
    static final int HEADER = 60;
    static final int HGROUP = 61;
    static final int HR = 62;
    static final int HTML = 63;
    static final int I = 64;
    static final int IFRAME = 65;
    static final int IMAGE = 66;
    static final int IMG = 67;
    static final int INPUT = 68;
    static final int INS = 69;
    static final int KBD = 70;
    static final int KEYGEN = 71;
    static final int LABEL = 72;
    static final int LEGEND = 73;
    static final int LI = 74;
    static final int LINK = 75;
    static final int LISTING = 76;
    static final int MAIN = 77;
    static final int MALIGNMARK = 78;
    static final int MAP = 79;
    static final int MARK = 80;
    static final int MARQUEE = 81;
    static final int MATH = 82;
    static final int MENU = 83;
    static final int MENUITEM = 84;
    static final int META = 85;
    static final int METER = 86;
    static final int MGLYPH = 87;
    static final int MI = 88;
    static final int MN = 89;
    static final int MO = 90;
    static final int MS = 91;
    static final int MTEXT = 92;
    static final int NAV = 93;
    static final int NOBR = 94;
    static final int NOEMBED = 95;
    static final int NOFRAMES = 96;
    static final int NOSCRIPT = 97;
    static final int OBJECT = 98;
    static final int OL = 99;
    static final int OPTGROUP = 100;
    static final int OPTION = 101;
    static final int OUTPUT = 102;
    static final int P = 103;
    static final int PARAM = 104;
    static final int PATH = 105;
    static final int PICTURE = 106;
    static final int PLAINTEXT = 107;
    static final int PRE = 108;
    static final int PROGRESS = 109;
    static final int Q = 110;
    static final int RB = 111;
    static final int RP = 112;
    static final int RT = 113;
    static final int RTC = 114;
    static final int RUBY = 115;
    static final int S = 116;
    static final int SAMP = 117;
    static final int SCRIPT = 118;
    static final int SEARCH = 119;
    static final int SECTION = 120;
    static final int SELECT = 121;
    static final int SELECTEDCONTENT = 122;
    static final int SLOT = 123;
    static final int SMALL = 124;
    static final int SOURCE = 125;
    static final int SPAN = 126;
    static final int STRIKE = 127;
    static final int STRONG = 128;
    static final int STYLE = 129;
    static final int SUB = 130;
    static final int SUMMARY = 131;
    static final int SUP = 132;
    static final int SVG = 133;
    static final int SYMBOL = 134;
    static final int TABLE = 135;
    static final int TBODY = 136;
    static final int TD = 137;
    static final int TEMPLATE = 138;
    static final int TEXTAREA = 139;
    static final int TFOOT = 140;
    static final int TH = 141;
    static final int THEAD = 142;
    static final int TIME = 143;
    static final int TITLE = 144;
    static final int TR = 145;
    static final int TRACK = 146;
    static final int TT = 147;
    static final int U = 148;
    static final int UL = 149;
    static final int USE = 150;
    static final int VAR = 151;
    static final int VIDEO = 152;
    static final int WBR = 153;
    static final int XMP = 154;

    static final int CLASS = 185;
    static final int COLOR = 187;
    static final int CONTENT = 191;
    static final int CHARSET = 183;
    static final int DEFINITIONURL = 203;
    static final int DISABLED = 205;
    static final int ENCODING = 208;
    static final int MULTIPLE = 253;
    static final int SELECTED = 291;
    static final int FACE = 210;
    static final int FOR = 214;
    static final int HREF = 221;
    static final int HTTP_EQUIV = 224;
    static final int ID = 226;
    static final int LANG = 240;
    static final int NAME = 255;
    static final int REL = 278;
    static final int SHADOWROOTMODE = 292;
    static final int SIZE = 294;
    static final int SRC = 297;
    static final int TYPE = 312;
    static final int VALUE = 315;
    static final int IS = 232;

    /** Numbers below this one can be found by spelling; those from here to {@link #COUNT} cannot. */
    static final int FINDABLE = 430;

    static final int FOREIGN_OBJECT_SVG = 462;
    static final int DEFINITION_URL_MATHML = 524;

    /** The first number of an attribute with a namespace. */
    static final int NAMESPACED = 525;

    /** How many numbers are taken from the start; 0 is no name. */
    static final int COUNT = 536;

    private static final String TAGS = "a abbr acronym address annotation-xml applet area article aside audio b base "
            + "basefont bdi bdo bgsound big blockquote body br button canvas caption center "
            + "cite code col colgroup data datalist dd del desc details dfn dialog dir div dl "
            + "dt em embed fieldset figcaption figure font footer foreignobject form frame "
            + "frameset g h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img "
            + "input ins kbd keygen label legend li link listing main malignmark map mark "
            + "marquee math menu menuitem meta meter mglyph mi mn mo ms mtext nav nobr noembed "
            + "noframes noscript object ol optgroup option output p param path picture "
            + "plaintext pre progress q rb rp rt rtc ruby s samp script search section select "
            + "selectedcontent slot small source span strike strong style sub summary sup svg "
            + "symbol table tbody td template textarea tfoot th thead time title tr track tt u "
            + "ul use var video wbr xmp";

    private static final String ATTRIBUTES = "accept accept-charset accesskey action align allow allowfullscreen alt "
            + "aria-controls aria-current aria-describedby aria-disabled aria-expanded "
            + "aria-haspopup aria-hidden aria-label aria-labelledby async autocapitalize "
            + "autocomplete autofocus autoplay axis background bgcolor border cellpadding "
            + "cellspacing charset checked class clear color cols colspan compact content "
            + "contenteditable controls coords crossorigin cx cy d datetime decoding default "
            + "defer definitionurl dirname disabled download draggable encoding enctype face "
            + "fetchpriority fill fill-rule for formaction frameborder headers height hidden "
            + "high href hreflang hspace http-equiv icon id imagesizes imagesrcset inert "
            + "inputmode integrity is ismap itemid itemprop itemref itemscope itemtype kind "
            + "lang language loading loop low marginheight marginwidth max maxlength media "
            + "method min minlength multiple muted name nonce noshade novalidate nowrap "
            + "onchange onclick onload onmouseout onmouseover onsubmit open opacity pattern "
            + "ping placeholder points poster preload property r readonly referrerpolicy rel "
            + "required rev reversed role rows rowspan rules rx ry sandbox scope scrolling "
            + "selected shadowrootmode shape size sizes spellcheck src srcdoc srclang srcset "
            + "start step stroke stroke-linecap stroke-linejoin stroke-width tabindex target "
            + "text transform translate type usemap valign value vlink vspace width wrap x x1 "
            + "x2 xmlns xmlns:xlink xlink:actuate xlink:arcrole xlink:href xlink:role "
            + "xlink:show xlink:title xlink:type xml:lang xml:space y y1 y2 altglyph "
            + "altglyphdef altglyphitem animatecolor animatemotion animatetransform clippath "
            + "feblend fecolormatrix fecomponenttransfer fecomposite feconvolvematrix "
            + "fediffuselighting fedisplacementmap fedistantlight fedropshadow feflood fefunca "
            + "fefuncb fefuncg fefuncr fegaussianblur feimage femerge femergenode femorphology "
            + "feoffset fepointlight fespecularlighting fespotlight fetile feturbulence "
            + "glyphref lineargradient radialgradient textpath attributename attributetype "
            + "basefrequency baseprofile calcmode clippathunits diffuseconstant edgemode "
            + "filterunits gradienttransform gradientunits kernelmatrix kernelunitlength "
            + "keypoints keysplines keytimes lengthadjust limitingconeangle markerheight "
            + "markerunits markerwidth maskcontentunits maskunits numoctaves pathlength "
            + "patterncontentunits patterntransform patternunits pointsatx pointsaty pointsatz "
            + "preservealpha preserveaspectratio primitiveunits refx refy repeatcount "
            + "repeatdur requiredextensions requiredfeatures specularconstant specularexponent "
            + "spreadmethod startoffset stddeviation stitchtiles surfacescale systemlanguage "
            + "tablevalues targetx targety textlength viewbox viewtarget xchannelselector "
            + "ychannelselector zoomandpan";

    private static final String ADJUSTED =
            "altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform "
                    + "clipPath feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix "
                    + "feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA "
                    + "feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology "
                    + "feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence "
                    + "foreignObject glyphRef linearGradient radialGradient textPath attributeName "
                    + "attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant "
                    + "edgeMode filterUnits gradientTransform gradientUnits kernelMatrix "
                    + "kernelUnitLength keyPoints keySplines keyTimes lengthAdjust limitingConeAngle "
                    + "markerHeight markerUnits markerWidth maskContentUnits maskUnits numOctaves "
                    + "pathLength patternContentUnits patternTransform patternUnits pointsAtX "
                    + "pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits refX refY "
                    + "repeatCount repeatDur requiredExtensions requiredFeatures specularConstant "
                    + "specularExponent spreadMethod startOffset stdDeviation stitchTiles surfaceScale "
                    + "systemLanguage tableValues targetX targetY textLength viewBox viewTarget "
                    + "xChannelSelector yChannelSelector zoomAndPan definitionURL";

    private static final String ADJUSTED_WITH_NAMESPACE =
            "xmlns xmlns:xlink xlink:actuate xlink:arcrole xlink:href xlink:role xlink:show "
                    + "xlink:title xlink:type xml:lang xml:space";

    private static final int SVG_TAG_COUNT = 37;

    /** Spelling by number; [0] is empty. */
    static final String[] SPELLINGS =
            (" " + TAGS + " " + ATTRIBUTES + " " + ADJUSTED + " " + ADJUSTED_WITH_NAMESPACE).split(" ", -1);

    /** For a tag's number, the number of its spelling in SVG (13.2.6.5); mostly the same. */
    static final short[] SVG_TAG = identity();

    /** For an attribute's number, the number it has on an SVG element: spelling and namespace adjusted. */
    static final short[] SVG_ATTRIBUTE = identity();

    /** The same for MathML. */
    static final short[] MATHML_ATTRIBUTE = identity();

    /** For an adjusted number the one of its lower-case spelling; otherwise the same. */
    static final short[] LOWER_CASE = identity();

    static {
        for (int adjusted = FINDABLE; adjusted < COUNT; adjusted++) {
            short plain = (short) find(SPELLINGS[adjusted].toLowerCase(java.util.Locale.ROOT));
            LOWER_CASE[adjusted] = plain;
            if (adjusted >= NAMESPACED) {
                SVG_ATTRIBUTE[plain] = (short) adjusted;
                MATHML_ATTRIBUTE[plain] = (short) adjusted;
            } else if (adjusted - FINDABLE < SVG_TAG_COUNT) {
                SVG_TAG[plain] = (short) adjusted;
            } else {
                SVG_ATTRIBUTE[plain] = (short) adjusted;
            }
        }
        int glyphRef = find("glyphref");
        SVG_ATTRIBUTE[glyphRef] = SVG_TAG[glyphRef];
        int definitionUrl = LOWER_CASE[DEFINITION_URL_MATHML];
        SVG_ATTRIBUTE[definitionUrl] = (short) definitionUrl;
        MATHML_ATTRIBUTE[definitionUrl] = (short) DEFINITION_URL_MATHML;
    }

    /** The number of a findable known name, or 0. Slow: for set-up and callers' strings. */
    static int find(String spelling) {
        for (int name = 1; name < FINDABLE; name++) {
            if (SPELLINGS[name].equals(spelling)) {
                return name;
            }
        }
        return 0;
    }

    private static short[] identity() {
        short[] same = new short[COUNT];
        for (int name = 0; name < COUNT; name++) {
            same[name] = (short) name;
        }
        return same;
    }
}
