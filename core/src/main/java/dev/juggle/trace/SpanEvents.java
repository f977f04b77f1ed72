// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import jdk.jfr.Label;
import jdk.jfr.Name;
import org.jspecify.annotations.Nullable;

/**
 * The event types, one per state, and the choice between them. Apart from {@link SpanEvent}: were
 * the choice there, checking that class would load its subclasses while JFR is busy loading it for
 * one of them, which ends in a {@link LinkageError}.
 */
final class SpanEvents {
    private SpanEvents() {}

    /** Begins the event of a state, or returns null where the recording leaves its type out. */
    static @Nullable SpanEvent begin(ThreadState state) {
        final SpanEvent event = make(state);
        if (!event.isEnabled()) {
            return null;
        }
        event.begin();
        return event;
    }

    private static SpanEvent make(ThreadState state) {
        return switch (state) {
            case READING -> new Reading();
            case WAIT_ARENA -> new WaitArena();
            case WAIT_TODO -> new WaitTodo();
            case WAIT_JOB -> new WaitJob();
            case PARSING -> new Parsing();
            case SURVEYING -> new Surveying();
            case WAIT_TICKET -> new WaitTicket();
            case TICKET -> new Ticket();
            case ENCODING -> new Encoding();
            case WAIT_DONE -> new WaitDone();
            case WAIT_RESERVE -> new WaitReserve();
            case WAIT_ROWS -> new WaitRows();
            case PLACING -> new Placing();
            case COMMITTING -> new Committing();
            case SYNCING -> new Syncing();
            case RECYCLING -> new Recycling();
            case FINISHING -> new Finishing();
            case OTHER -> new Other();
        };
    }

    @Name("juggle.Reading")
    @Label("Reading")
    private static final class Reading extends SpanEvent {}

    @Name("juggle.WaitArena")
    @Label("Waiting for a free arena")
    private static final class WaitArena extends SpanEvent {}

    @Name("juggle.WaitTodo")
    @Label("Waiting for room in the todo queue")
    private static final class WaitTodo extends SpanEvent {}

    @Name("juggle.WaitJob")
    @Label("Waiting for a job")
    private static final class WaitJob extends SpanEvent {}

    @Name("juggle.Parsing")
    @Label("Parsing")
    private static final class Parsing extends SpanEvent {}

    @Name("juggle.Surveying")
    @Label("Surveying")
    private static final class Surveying extends SpanEvent {}

    @Name("juggle.WaitTicket")
    @Label("Waiting for its ticket")
    private static final class WaitTicket extends SpanEvent {}

    @Name("juggle.Ticket")
    @Label("In its ticket")
    private static final class Ticket extends SpanEvent {}

    @Name("juggle.Encoding")
    @Label("Encoding")
    private static final class Encoding extends SpanEvent {}

    @Name("juggle.WaitDone")
    @Label("Waiting for the done queue")
    private static final class WaitDone extends SpanEvent {}

    @Name("juggle.WaitReserve")
    @Label("Waiting for the reserve")
    private static final class WaitReserve extends SpanEvent {}

    @Name("juggle.WaitRows")
    @Label("Waiting for finished rows")
    private static final class WaitRows extends SpanEvent {}

    @Name("juggle.Placing")
    @Label("Placing")
    private static final class Placing extends SpanEvent {}

    @Name("juggle.Committing")
    @Label("Committing")
    private static final class Committing extends SpanEvent {}

    @Name("juggle.Syncing")
    @Label("Syncing")
    private static final class Syncing extends SpanEvent {}

    @Name("juggle.Recycling")
    @Label("Recycling arenas")
    private static final class Recycling extends SpanEvent {}

    @Name("juggle.Finishing")
    @Label("Finishing the database")
    private static final class Finishing extends SpanEvent {}

    @Name("juggle.Other")
    @Label("Other work")
    private static final class Other extends SpanEvent {}
}
