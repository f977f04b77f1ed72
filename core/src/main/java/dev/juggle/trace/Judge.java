// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Finds what limits a run.
 *
 * <p>The argument: stages joined by bounded queues run at the speed of the slowest, which then works
 * nearly all its time while the others wait. So the kind of thread with the largest share of work
 * limits the run if that share is large ({@link #BUSY}). If nobody works that much, time is lost
 * between the stages: to the order (jobs wait for a slower one before them), to the reserve, or to
 * arenas, of which there are so few that each stage starves while the others hold them. The ticket
 * is a stage of its own although the workers pass it: only one can be in it, so its time is set
 * against the run's and not against theirs.
 */
final class Judge {
    /** A stage that works this share of its time or more is what the others wait for. */
    static final double BUSY = 0.7;
    /** Stages whose shares are this close are equally busy. */
    static final double CLOSE = 0.08;
    /** A wait of this share is worth a cause. */
    static final double NOTABLE = 0.25;
    /** A thread that lived for a smaller share of the run can't be what limits it, however busy it was. */
    static final double LASTING = 0.1;
    /** Below it, in nanoseconds, start-up is most of the run. */
    static final long TOO_SHORT_NANOS = 30_000_000;

    private final RunTotals totals;
    private final Advice advice;
    private final List<KindTotals> kinds;
    /** The same without threads that came and went, as a reader does that has one file to give out. */
    private final List<KindTotals> lasting;

    Judge(RunTotals totals) {
        this.totals = totals;
        this.advice = new Advice(totals.settings());
        this.kinds = kinds(totals.threads());
        this.lasting = kinds(totals.threads().stream()
                .filter(thread -> thread.lifetime().nanos() >= totals.nanos() * LASTING)
                .toList());
    }

    private static List<KindTotals> kinds(List<ThreadTotals> threads) {
        final List<KindTotals> kinds = new ArrayList<>();
        for (ThreadKind kind : ThreadKind.values()) {
            final KindTotals found = KindTotals.of(kind, threads);
            if (found.threads() > 0) {
                kinds.add(found);
            }
        }
        return kinds;
    }

    Verdict verdict() {
        final Limit limit = limit();
        return new Verdict(limit, headline(limit), advice.on(limit), details());
    }

    private Limit limit() {
        if (lasting.isEmpty() || totals.nanos() < TOO_SHORT_NANOS) {
            return Limit.TOO_SHORT;
        }
        if (finishingShare() >= 0.5) {
            return Limit.FINISHING;
        }
        final KindTotals busiest = busiest();
        if (ticketShare() >= BUSY && busiest.workShare() < ticketShare() + CLOSE) {
            return Limit.TICKET;
        }
        if (lasting.size() == 1) {
            return limitOf(busiest.mainStage());
        }
        if (busiest.workShare() >= BUSY) {
            return isBusyWithOneStage(Math.max(BUSY, busiest.workShare() - CLOSE))
                    ? limitOf(busiest.mainStage())
                    : Limit.BALANCED;
        }
        return limitBetweenStages();
    }

    /** Whether all kinds that work this share or more do the same: workers may read, too. */
    private boolean isBusyWithOneStage(double share) {
        return lasting.stream()
                        .filter(kind -> kind.workShare() >= share)
                        .map(KindTotals::mainStage)
                        .distinct()
                        .count()
                == 1;
    }

    private Limit limitBetweenStages() {
        if (largestShare(ThreadState.WAIT_RESERVE) >= NOTABLE) {
            return Limit.RESERVE;
        }
        if (largestShare(ThreadState.WAIT_TICKET) >= NOTABLE) {
            return Limit.ORDER;
        }
        return largestShare(ThreadState.WAIT_ARENA) >= NOTABLE ? Limit.ARENAS : Limit.UNCLEAR;
    }

    private static Limit limitOf(Stage stage) {
        return switch (stage) {
            case READ -> Limit.READING;
            case PARSE -> Limit.PARSING;
            case TICKET -> Limit.TICKET;
            case ENCODE -> Limit.ENCODING;
            case WRITE -> Limit.WRITING;
            case COMMIT -> Limit.COMMITTING;
            case FINISH -> Limit.FINISHING;
            case OTHER -> Limit.UNCLEAR;
        };
    }

    private KindTotals busiest() {
        return lasting.stream()
                .max(Comparator.comparingDouble(KindTotals::workShare))
                .orElseThrow();
    }

    private double largestShare(ThreadState state) {
        return lasting.stream().mapToDouble(kind -> kind.share(state)).max().orElse(0);
    }

    private double finishingShare() {
        return ofRun(ThreadState.FINISHING);
    }

    private double ticketShare() {
        return ofRun(ThreadState.TICKET);
    }

    /** The time of a state that only one thread can be in at a time, set against the run's. */
    private double ofRun(ThreadState state) {
        final long nanos = kinds.stream().mapToLong(kind -> kind.nanos(state)).sum();
        return (double) nanos / Math.max(1, totals.nanos());
    }

    private String headline(Limit limit) {
        return switch (limit) {
            case READING, PARSING, ENCODING, WRITING, COMMITTING -> busyHeadline(limit);
            case TICKET ->
                "The ticket limits this run: one job at a time passes it, and it is busy " + percent(ticketShare())
                        + " of the time.";
            case ARENAS -> starved("arenas", ThreadState.WAIT_ARENA);
            case ORDER -> starved("the order of the jobs", ThreadState.WAIT_TICKET);
            case RESERVE -> starved("the reserve for large documents", ThreadState.WAIT_RESERVE);
            case FINISHING ->
                "Finishing the database takes " + percent(finishingShare())
                        + " of this run; the loading itself doesn't limit it.";
            case BALANCED -> "No stage limits this run alone: " + shares() + ".";
            case UNCLEAR -> "No stage is busy throughout: " + shares() + ".";
            case TOO_SHORT -> "The run was too short to say what limits it.";
        };
    }

    private String busyHeadline(Limit limit) {
        final KindTotals busiest = busiest();
        if (busiest.kind() == ThreadKind.SOLO) {
            return "One thread does everything; " + percent(busiest.share(busiest.mainStage()))
                    + " of its time goes into " + limit.label() + ".";
        }
        final StringBuilder text = new StringBuilder();
        text.append(capital(plural(busiest))).append(verb(busiest, " limits", " limit"));
        text.append(" this run, mostly by ").append(limit.label()).append(": ");
        text.append(verb(busiest, "it works ", "they work "));
        text.append(percent(busiest.workShare())).append(" of the time");
        final List<String> others = lasting.stream()
                .filter(kind -> kind.kind() != busiest.kind())
                .map(kind -> plural(kind)
                        + verb(kind, " waits ", " wait ")
                        + percent(kind.waitShare())
                        + verb(kind, " of its", " of theirs"))
                .toList();
        return text.append(", while ")
                .append(String.join(" and ", others))
                .append('.')
                .toString();
    }

    private String starved(String what, ThreadState state) {
        final List<String> who = lasting.stream()
                .filter(kind -> kind.share(state) >= 0.01)
                .map(kind -> plural(kind)
                        + verb(kind, " spends ", " spend ")
                        + percent(kind.share(state))
                        + verb(kind, " of its time ", " of their time ")
                        + state.label())
                .toList();
        return "Time is lost to " + what + ": no stage works more than "
                + percent(busiest().workShare()) + " of its time, and " + String.join(", ", who) + ".";
    }

    private String shares() {
        return String.join(
                ", ",
                lasting.stream()
                        .map(kind -> plural(kind)
                                + verb(kind, " works ", " work ")
                                + percent(kind.workShare())
                                + verb(kind, " of its time", " of their time"))
                        .toList());
    }

    private List<String> details() {
        final List<String> details = new ArrayList<>();
        for (KindTotals kind : kinds) {
            details.add(capital(plural(kind))
                    + verb(kind, " works ", " work ") + percent(kind.workShare())
                    + list(kind, true)
                    + verb(kind, ", waits ", ", wait ") + percent(kind.waitShare())
                    + list(kind, false) + ".");
        }
        if (finishingShare() >= 0.01) {
            details.add("Finishing the database takes the last " + percent(finishingShare()) + " of the run.");
        }
        if (totals.nanos() > 0) {
            details.add(throughput());
        }
        return details;
    }

    private static String list(KindTotals kind, boolean work) {
        final List<String> parts = kind.mainStates(work).stream()
                .map(state -> shortLabel(state) + " " + percent(kind.share(state)))
                .toList();
        return parts.isEmpty() ? "" : " (" + String.join(", ", parts) + ")";
    }

    /** After "waits", "waiting" needn't be said again. */
    private static String shortLabel(ThreadState state) {
        final String label = state.label();
        return label.startsWith("waiting ") ? label.substring("waiting ".length()) : label;
    }

    private String throughput() {
        final double seconds = totals.nanos() / 1e9;
        final double mebibytes = sum(ThreadState.READING).bytes() / (double) (1 << 20);
        final long rows = sum(ThreadState.PLACING).rows();
        return String.format(
                Locale.ROOT,
                "%.1f MiB and %,d rows in %.2f s: %.1f MiB/s, %,.0f rows/s.",
                mebibytes,
                rows,
                seconds,
                mebibytes / seconds,
                rows / seconds);
    }

    private StateTotal sum(ThreadState state) {
        return kinds.stream().map(kind -> kind.states().get(state.index())).reduce(StateTotal.ZERO, StateTotal::plus);
    }

    private static String plural(KindTotals kind) {
        return kind.threads() == 1
                ? "the " + kind.kind().label()
                : "the " + kind.threads() + " " + kind.kind().label() + "s";
    }

    private static String verb(KindTotals kind, String one, String several) {
        return kind.threads() == 1 ? one : several;
    }

    private static String capital(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    /** A share in whole per cent; "under 1 %" where it would round to nothing but isn't. */
    static String percent(double share) {
        final long rounded = Math.round(share * 100);
        return rounded == 0 && share > 0.0005 ? "under 1 %" : Math.min(rounded, 100) + " %";
    }
}
