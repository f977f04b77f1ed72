// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import java.util.Map;

/** Which knob helps against a limit, given where the knobs stand. */
final class Advice {
    private final Map<String, String> settings;

    Advice(Map<String, String> settings) {
        this.settings = settings;
    }

    String on(Limit limit) {
        return switch (limit) {
            case READING -> onReading();
            case PARSING, ENCODING -> onWorkers();
            case TICKET -> "More threads or arenas won't help: the ticket is taken by one job at a time.";
            case WRITING ->
                isSingle()
                        ? "--reader producer lets reading, parsing and writing overlap."
                        : "More threads or arenas won't help: they would wait for the writer too.";
            case COMMITTING ->
                "More threads won't help. A larger --batch" + now(Settings.BATCH)
                        + " commits less often; it needs more --arenas" + now(Settings.ARENAS)
                        + ", of which a batch is at most half.";
            case ARENAS ->
                "Raise --arenas" + now(Settings.ARENAS)
                        + ", or --memory" + now(Settings.MEMORY) + " if they would get too small; or lower --batch"
                        + now(Settings.BATCH) + ", so that they come back earlier.";
            case ORDER ->
                "Jobs of very different size follow each other; more --arenas" + now(Settings.ARENAS)
                        + " let the workers run further ahead of a slow one.";
            case RESERVE ->
                "Raise --memory" + now(Settings.MEMORY) + " or lower --arenas" + now(Settings.ARENAS)
                        + ": larger arenas hold these documents.";
            case FINISHING -> "No knob of the pipeline helps: this work comes after the last job.";
            case BALANCED -> onBalanced();
            case UNCLEAR -> "A longer run would tell more.";
            case TOO_SHORT -> "Give it more input to see.";
        };
    }

    private String onReading() {
        return switch (settings.getOrDefault(Settings.MODE, "")) {
            case "producer" ->
                "More threads won't help while one thread reads: try --reader consumer, where"
                        + " each worker reads for itself.";
            case "consumer" ->
                "More --threads" + now(Settings.THREADS) + " keep more reads under way, as far as the disk bears it.";
            case "single" -> "--reader producer lets reading, parsing and writing overlap.";
            default -> "More threads won't help: the input doesn't come in faster.";
        };
    }

    private String onWorkers() {
        if (isSingle()) {
            return "--reader producer with several --threads lets reading, parsing and writing overlap.";
        }
        final long threads = number(Settings.THREADS);
        final long processors = number(Settings.PROCESSORS);
        if (threads > 0 && processors > threads) {
            return "Raise --threads" + now(Settings.THREADS) + ": the machine has " + processors + " processors.";
        }
        return processors > 0
                ? "More threads won't help: the machine has " + processors
                        + (processors == 1 ? " processor." : " processors, and they are all in use.")
                : "More --threads" + now(Settings.THREADS) + " help if there are processors left.";
    }

    private String onBalanced() {
        final long threads = number(Settings.THREADS);
        final long processors = number(Settings.PROCESSORS);
        return processors > threads
                ? "More --threads" + now(Settings.THREADS) + " alone won't help: several stages are busy."
                : "The machine is used well; no knob would help much.";
    }

    private boolean isSingle() {
        return settings.getOrDefault(Settings.MODE, "").equals("single");
    }

    private String now(String setting) {
        final String value = settings.get(setting);
        return value == null ? "" : " (now " + value + ")";
    }

    private long number(String setting) {
        try {
            return Long.parseLong(settings.getOrDefault(setting, "0"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
