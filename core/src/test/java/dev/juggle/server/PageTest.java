// SPDX-License-Identifier: Apache-2.0
package dev.juggle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.arena.MemoryBudget;
import dev.juggle.pipeline.Ingest;
import dev.juggle.pipeline.IngestOptions;
import dev.juggle.pipeline.IngestSummary;
import dev.juggle.pipeline.InputOptions;
import dev.juggle.pipeline.ReaderMode;
import dev.juggle.trace.HtmlPage;
import dev.juggle.trace.ToyPipeline;
import dev.juggle.trace.Trace;
import dev.juggle.trace.TraceOptions;
import dev.juggle.trace.Verdict;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The page in a real browser: live, and as a file of its own. */
@Timeout(180)
class PageTest {
    private static final String LENGTH = "Juggle.timeline.view.toUs - Juggle.timeline.view.fromUs";

    @TempDir
    Path folder;

    private Browser browser;

    @BeforeEach
    void open() {
        browser = Browser.start();
    }

    @AfterEach
    void close() {
        if (browser != null) {
            browser.close();
        }
    }

    private static CompletableFuture<Verdict> started(ToyPipeline pipeline) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return Verdict.of(pipeline.run().totals());
            } catch (InterruptedException e) {
                throw new CompletionException(e);
            }
        });
    }

    /** How many pixels of the lanes are neither ground nor empty. */
    private double painted() {
        return browser.number("(() => { const t = Juggle.timeline, g = t.painter.ground;"
                + " return t.pixels.reduce((n, p) => n + (p !== 0 && p !== g ? 1 : 0), 0); })()");
    }

    @Test
    void aRunIsShownWhileItLastsAndItsVerdictAtTheEnd() throws Exception {
        final ToyPipeline pipeline = new ToyPipeline(1200)
                .readMillis(1)
                .parseMillis(2)
                .encodeMillis(1)
                .writeMillis(7);
        try (Server server = Server.start(pipeline.trace(), 0)) {
            final CompletableFuture<Verdict> run = started(pipeline);
            browser.open(server.uri());
            browser.await("lanes", b -> b.number("Juggle.run ? Juggle.run.lanes.length : 0") == 4);
            browser.await("running", b -> b.text("status").startsWith("running"));
            lanesFill();
            pauseHoldsTheViewWhileTheRunGoesOn();
            zoomsAndPans();
            assertTrue(browser.text("limit").startsWith("So far limited by"), browser.text("limit"));
            assertFalse(run.isDone(), "the run was over before the page was tried");
            browser.await("end", b -> b.text("status").startsWith("finished"));
            final Verdict verdict = run.get();
            browser.await("verdict", b -> b.text("headline").equals(verdict.headline()));
            assertEquals("Limited by writing", browser.text("limit"));
            assertEquals(1200.0, browser.number("Juggle.run.bytes.at(-1)") / (1 << 20));
            assertEquals(0, browser.number("Juggle.run.droppedCount()"));
            browser.assertQuiet(server.uri().toString());
        }
    }

    @Test
    void anIngestIsShownWhileItLasts() throws Exception {
        final Path input = Files.createDirectory(folder.resolve("in"));
        for (int i = 0; i < 30; i++) {
            Files.writeString(
                    input.resolve(i + ".json"), "{\"id\":" + i + ",\"text\":\"" + "x".repeat(600_000) + "\"}");
        }
        final Pipe pipe = Pipe.open();
        final IngestOptions options = options(pipe.source(), input.toString(), "-");
        final Trace trace = Trace.start(TraceOptions.DRAWN);
        try (Server server = Server.start(trace, 0)) {
            browser.open(server.uri());
            final CompletableFuture<IngestSummary> run = CompletableFuture.supplyAsync(() -> {
                try {
                    return new Ingest(options, trace).run();
                } catch (IOException e) {
                    throw new CompletionException(e);
                }
            });
            // the run can't end while its standard input is open
            browser.await("lanes", b -> b.number("Juggle.run ? Juggle.run.lanes.length : 0") == 4);
            browser.await("running", b -> b.text("status").startsWith("running"));
            browser.await("colour in the lanes", _ -> painted() > 10_000);
            pauseHoldsTheViewWhileTheRunGoesOn();
            pipe.sink().write(ByteBuffer.wrap("{\"id\":30}\n".getBytes(StandardCharsets.UTF_8)));
            pipe.sink().close();
            browser.await("end", b -> b.text("status").startsWith("finished"));
            assertEquals(31, run.get().records());
            browser.await(
                    "verdict",
                    b -> b.text("headline").equals(Verdict.of(trace.totals()).headline()));
            assertEquals("Limited by reading", browser.text("limit"));
            browser.assertQuiet(server.uri().toString());
        }
    }

    private IngestOptions options(ReadableByteChannel standardInput, String... arguments) {
        final IngestOptions plain = IngestOptions.of(InputOptions.of(List.of(arguments), folder.resolve("out.db")));
        return new IngestOptions(
                plain.input(),
                plain.shred(),
                plain.limits(),
                false,
                ReaderMode.of("producer"),
                plain.writer(),
                plain.sharing(),
                new MemoryBudget(64 << 20, 2, 0),
                0,
                true,
                false,
                false,
                standardInput);
    }

    private void lanesFill() {
        final double spans = browser.number("Juggle.run.spanCount()");
        browser.await("spans", b -> b.number("Juggle.run.spanCount()") > spans + 50);
        browser.await("colour in the lanes", _ -> painted() > 10_000);
    }

    private void pauseHoldsTheViewWhileTheRunGoesOn() {
        browser.click("pause");
        final double shown = browser.number("Juggle.shownUs()");
        final double reached = browser.number("Juggle.run.nowUs");
        browser.await("data while paused", b -> b.number("Juggle.run.nowUs") > reached + 300_000);
        assertEquals(shown, browser.number("Juggle.shownUs()"));
        assertTrue(browser.text("status").startsWith("paused at"), browser.text("status"));
        browser.click("pause");
        browser.await("going on", b -> b.number("Juggle.shownUs()") > shown);
    }

    private void zoomsAndPans() {
        final double whole = browser.number(LENGTH);
        browser.wheel(-300);
        browser.await("zoom by wheel", b -> b.number(LENGTH) < whole * 0.8);
        final double zoomed = browser.number(LENGTH);
        browser.press("+");
        browser.await("zoom by key", b -> b.number(LENGTH) < zoomed);
        browser.click("zoom-out");
        browser.await("zoom by button", b -> b.number(LENGTH) > zoomed * 0.9);
        final double from = browser.number("Juggle.timeline.view.fromUs");
        browser.press(Keys.ARROW_LEFT);
        browser.await("pan by key", b -> b.number("Juggle.timeline.view.fromUs") < from);
        final double panned = browser.number("Juggle.timeline.view.fromUs");
        browser.drag(-200);
        browser.await("pan by dragging", b -> b.number("Juggle.timeline.view.fromUs") > panned);
        browser.press("0");
        browser.await("whole run", b -> b.number("Juggle.timeline.view.fromUs") == 0);
    }

    @Test
    void aFinishedRunIsAPageOfItsOwn() throws IOException, InterruptedException {
        final var timeline =
                new ToyPipeline(100).readMillis(6).parseMillis(2).writeMillis(1).run();
        final Path file = folder.resolve("run.html");
        HtmlPage.write(timeline, file);
        browser.open(file.toUri());
        browser.await(
                "verdict",
                b -> b.text("headline").equals(Verdict.of(timeline.totals()).headline()));
        assertTrue(browser.text("status").startsWith("finished in"), browser.text("status"));
        assertFalse(browser.element("pause").isDisplayed(), "nothing to pause");
        assertTrue(painted() > 10_000);
        zoomsAndPans();
        aSpanTellsItsFiguresToPointerAndKeyboard();
        aStateCanBeSeenAlone();
        browser.assertQuiet(file.toUri().toString());
    }

    private void aSpanTellsItsFiguresToPointerAndKeyboard() {
        browser.press("0");
        browser.point(0, -60);
        browser.await(
                "tip", b -> b.element("tip").isDisplayed() && b.text("tip").contains("reader"));
        browser.press(".");
        browser.await("chosen span", b -> b.number("Juggle.timeline.selected.span") >= 0);
        final double span = browser.number("Juggle.timeline.selected.span");
        browser.press(".");
        browser.await("next span", b -> b.number("Juggle.timeline.selected.span") == span + 1);
        browser.press(Keys.ARROW_DOWN);
        browser.await("next lane", b -> b.number("Juggle.timeline.selected.lane") == 1);
        assertTrue(
                String.valueOf(browser.element("said").getDomProperty("textContent"))
                        .matches("worker 1: [a-z ]+, [0-9.]+ .s, from [0-9.]+ s.*"),
                browser.element("said").getDomProperty("textContent"));
        final double before = browser.number(LENGTH);
        browser.press(Keys.ENTER);
        browser.await("zoom to the span", b -> b.number(LENGTH) < before);
        browser.press("0");
    }

    private void aStateCanBeSeenAlone() {
        final double before = browser.number("Juggle.timeline.painter.tiles[4][0]");
        browser.number("document.querySelector('#legend button[data-state=\"0\"]').click()");
        browser.await("faded states", b -> b.number("Juggle.timeline.painter.tiles[4][0]") != before);
        browser.number("document.querySelector('#legend button[data-state=\"0\"]').click()");
        browser.await("all states", b -> b.number("Juggle.timeline.painter.tiles[4][0]") == before);
    }
}
