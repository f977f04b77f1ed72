// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import dev.juggle.bench.JsonText.Layout;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * One offer on the invented freight exchange of the corpus: somebody wants something carried. It keeps its own JSON
 * text until it, or the company behind it, changes; so a pile of snapshots that repeat each other is made by copying.
 */
final class FreightOffer {
    private static final List<String> GOODS = List.of(
            "Apples, class I",
            "Gravel 8/16",
            "Machine parts",
            "Paper on reels",
            "Frozen peas",
            "Kühlware \"Frisch & Fein\"",
            "Câbles électriques",
            "Płyty gipsowe",
            "Мебель в коробках",
            "冷凍食品",
            "Wine, 0.75\u00a0l",
            "Tyres \\ used",
            "Furniture 🪑 flat-packed",
            "Steel coils",
            "Sugar beet",
            "Pharma 2–8 °C");
    private static final List<String> KINDS = List.of("pallets", "pallets", "pallets", "bulk", "parcel", "liquid");
    private static final List<String> BODIES =
            List.of("tilt", "box", "reefer", "tanker", "tipper", "flatbed", "walking floor", "mega");
    private static final List<String> PAPERS = List.of(
            "ADR class #",
            "customs T#",
            "waste code #",
            "driver speaks at least # languages",
            "no lorry older than # years",
            "Lärmklasse #",
            "# sets of straps",
            "GDP level #");
    private static final List<String> PLACES = List.of(
            "Rotterdam",
            "Gdańsk",
            "Łódź",
            "Győr",
            "Malmö",
            "Zürich",
            "A Coruña",
            "Thessaloníki",
            "Plzeň",
            "Österreich-Nord",
            "Reims",
            "Porto",
            "Cluj-Napoca",
            "Харків",
            "İzmir",
            "Turku",
            "Aarhus",
            "Bologna",
            "Antwerpen",
            "Dover");
    private static final List<String> COUNTRIES = List.of("NL", "PL", "DE", "FR", "ES", "IT", "RO", "TR", "SE", "AT");
    private static final List<String> CURRENCIES = List.of("EUR", "EUR", "EUR", "PLN", "CHF", "SEK", "GBP");
    private static final List<String> REMARKS = List.of(
            "ramp at the back\nring twice",
            "call \"Jo\" before 7\tam",
            "see C:\\dispo\\tour 7",
            "no weekend driving",
            "préférence: chauffeur régulier",
            "⚠ low bridge",
            "return load possible");
    private static final List<String> LABELS = List.of(
            "urgent", "return", "night", "adr", "cooled", "oversize", "express", "two drivers", "ferry", "intermodal");

    /** Who offers: shared by many offers, so what is said about it is repeated in the JSON many times. */
    static final class Company {
        final long number;
        final String name;
        final String city;
        /** "true", "false", or empty where it is left out. */
        final String insured;

        final boolean ascii;
        int scoreHundredths;
        /** Counts the changes, so that an offer sees that its text is stale. */
        int version;

        /** The company in place {@code index} of the exchange's list. */
        Company(SplitMix64 random, int index) {
            number = 20_000 + index * 11L + random.below(11);
            name = random.pick(PLACES) + " " + random.pick(List.of("Cargo", "Spedition", "Trans", "物流", "& Söhne"))
                    + " " + (1 + random.below(400));
            city = random.oneIn1000(800) ? random.pick(PLACES) : "";
            insured = random.oneIn1000(600) ? Boolean.toString(random.oneIn1000(700)) : "";
            ascii = random.oneIn1000(500);
            scoreHundredths = 250 + 5 * random.below(51);
        }
    }

    /** A place where the lorry stops, and when; a time of 0 is not known. */
    private record Stop(String place, String country, long from, long until) {}

    private final String ref;
    private final Company company;
    private final String loadRef;
    private final String goods;
    private final String kind;
    private final int kilograms;
    private final int lengthHundredths;
    private final List<String> bodies;
    private final List<String> papers;
    private final boolean fragile;
    private final String remark;
    private final List<Stop> stops;
    private final String currency;
    private final List<String> labels;
    private final long posted;
    private final boolean ascii;
    private String state = "open";
    /** In hundredths; 0 is a fee to be agreed on. */
    private long fee;
    /** How many bids there are; −1 says that the field is left out, 0 that it is null. */
    private int bids;
    /** Seconds; 0 for never. */
    private long changed;

    private byte[] text = {};
    private Layout textLayout = Layout.COMPACT;
    private int textVersion;

    /** An offer by {@code company} that appears about the time {@code now} (in seconds since 1970). */
    FreightOffer(SplitMix64 random, Company company, long now) {
        ref = hex(random);
        this.company = company;
        loadRef = hex(random);
        goods = random.pick(GOODS);
        kind = random.pick(KINDS);
        kilograms = 250 * (1 + random.below(96));
        lengthHundredths = 40 * (1 + random.below(34));
        bodies = some(random, BODIES, random.below(3));
        papers = some(random, PAPERS, random.below(4));
        papers.replaceAll(paper -> paper.replace("#", Integer.toString(1 + random.below(9))));
        fragile = random.oneIn1000(120);
        remark = random.oneIn1000(150) ? random.pick(REMARKS) : "";
        stops = stops(random, now);
        currency = random.pick(CURRENCIES);
        labels = some(random, LABELS, random.below(4));
        posted = now - random.below(900);
        ascii = random.oneIn1000(400);
        fee = random.oneIn1000(930) ? newFee(random) : 0;
        bids = random.oneIn1000(800) ? -1 : random.below(6);
        changed = random.oneIn1000(700) ? 0 : posted + 60;
    }

    /** Something about the offer changes: mostly the fee. */
    void change(SplitMix64 random, long now) {
        int what = random.below(100);
        if (what < 65) {
            fee = newFee(random);
        } else if (what < 85) {
            bids = random.below(6);
        } else {
            state = state.equals("open") ? "reserved" : "open";
        }
        changed = now - random.below(600);
        text = new byte[0];
    }

    /** The offer as JSON, two levels deep; valid until it changes, not to be written to. */
    byte[] text(Layout layout) {
        if (text.length == 0 || textLayout != layout || textVersion != company.version) {
            JsonText json = new JsonText(layout, 2);
            write(json);
            text = json.toBytes();
            textLayout = layout;
            textVersion = company.version;
        }
        return text;
    }

    private void write(JsonText json) {
        json.open('{').key("ref").string(ref, false).key("state").string(state, false);
        writeCompany(json.key("shipper"));
        writeLoad(json.key("load"));
        json.key("stops").open('[');
        for (Stop stop : stops) {
            json.element()
                    .open('{')
                    .key("place")
                    .string(stop.place, ascii)
                    .key("country")
                    .string(stop.country, false);
            json.key("from").stringOrNull(time(stop.from));
            if (stop.until != stop.from) {
                json.key("until").stringOrNull(time(stop.until));
            }
            json.close('}');
        }
        json.close(']').key("fee");
        if (fee == 0) {
            json.raw("null");
        } else {
            json.open('{')
                    .key("amount")
                    .hundredths(fee)
                    .key("currency")
                    .string(currency, false)
                    .close('}');
        }
        if (bids == 0) {
            json.key("bids").raw("null");
        } else if (bids > 0) {
            json.key("bids").number(bids);
        }
        json.key("posted").stringOrNull(time(posted)).key("changed").stringOrNull(time(changed));
        writeStrings(json.key("labels"), labels);
        json.close('}');
    }

    private void writeCompany(JsonText json) {
        json.open('{').key("number").number(company.number).key("company").string(company.name, company.ascii);
        json.key("city").stringOrNull(company.city).key("score").hundredths(company.scoreHundredths);
        if (!company.insured.isEmpty()) {
            json.key("insured").raw(company.insured);
        }
        json.close('}');
    }

    private void writeLoad(JsonText json) {
        json.open('{').key("ref").string(loadRef, false).key("goods").string(goods, ascii);
        json.key("kind").string(kind, false).key("tonnes").hundredths(kilograms / 10);
        json.key("space")
                .open('{')
                .key("length")
                .hundredths(lengthHundredths)
                .key("width")
                .raw("2.4")
                .close('}');
        json.key("needs").open('{');
        writeStrings(json.key("bodies"), bodies);
        writeStrings(json.key("papers"), papers);
        json.close('}');
        if (fragile) {
            json.key("fragile").raw("true");
        }
        if (!remark.isEmpty()) {
            json.key("remark").string(remark, false);
        }
        json.close('}');
    }

    private void writeStrings(JsonText json, List<String> strings) {
        json.open('[');
        for (String string : strings) {
            json.element().string(string, ascii);
        }
        json.close(']');
    }

    /** Three fees out of four are whole. */
    private static long newFee(SplitMix64 random) {
        return random.oneIn1000(750) ? 1000L * (5 + random.below(400)) : 25L * (100 + random.below(9000));
    }

    private static List<Stop> stops(SplitMix64 random, long now) {
        List<Stop> stops = new ArrayList<>();
        long hour = now / 3600 + 6 + random.below(48);
        for (int left = random.oneIn1000(40) ? 0 : 1 + random.below(3); left >= 0; left--) {
            long from = random.oneIn1000(900) ? hour * 3600 : 0;
            long until = random.oneIn1000(500) ? from : (hour + 1 + random.below(4)) * 3600;
            stops.add(new Stop(random.pick(PLACES), random.pick(COUNTRIES), from, until));
            hour += 5 + random.below(20);
        }
        return stops;
    }

    /** {@code count} of {@code choices}, in their order, each once. */
    private static List<String> some(SplitMix64 random, List<String> choices, int count) {
        List<String> chosen = new ArrayList<>();
        for (int at = random.below(3); chosen.size() < count && at < choices.size(); at += 1 + random.below(3)) {
            chosen.add(choices.get(at));
        }
        return chosen;
    }

    private static String time(long seconds) {
        return seconds == 0 ? "" : Instant.ofEpochSecond(seconds).toString();
    }

    private static String hex(SplitMix64 random) {
        String digits = Long.toHexString(random.bits());
        return "0".repeat(16 - digits.length()) + digits;
    }
}
