// SPDX-License-Identifier: Apache-2.0
package dev.juggle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.juggle.trace.HtmlPage;
import dev.juggle.trace.MadeUpRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** 16 lanes and 100,000 spans must be drawn within a frame of a 60 Hz display. */
@Timeout(180)
class FrameRateTest {
    private static final double FRAME_MILLIS = 1000.0 / 60;
    private static final int TRIES = 5;

    /** Moves the view in each of 240 frames, from the whole run into it and along it; all work of a frame counts. */
    private static final String MOVE = """
            const done = arguments[arguments.length - 1];
            const t = Juggle.timeline, whole = Juggle.run.nowUs, intervals = [];
            let frame = 0, last = 0;
            t.paintMillis.length = 0;
            t.hover = {x: 300, y: 100};
            const step = (now) => {
              if (last) intervals.push(now - last);
              last = now;
              if (frame === 240) {
                const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
                done({paint: median(t.paintMillis), worst: Math.max(...t.paintMillis), interval: median(intervals)});
                return;
              }
              const length = whole * Math.pow(0.97, frame < 120 ? frame : 240 - frame);
              const from = (whole - length) * (frame / 240);
              frame++;
              t.show(from, from + length);
              requestAnimationFrame(step);
            };
            requestAnimationFrame(step);
            """;

    @TempDir
    Path folder;

    @Test
    void aHundredThousandSpansInSixteenLanesKeepUpWithTheDisplay() throws IOException {
        final Path file = folder.resolve("large.html");
        HtmlPage.write(MadeUpRun.of(16, 6250), file);
        try (Browser browser = Browser.start()) {
            browser.open(file.toUri());
            browser.await("page", b -> b.text("status").startsWith("finished"));
            assertEquals(100_000, browser.number("Juggle.run.spanCount()"));
            Map<String, Object> best = browser.answer(MOVE);
            for (int i = 1; i < TRIES && millis(best, "interval") > FRAME_MILLIS * 1.1; i++) {
                best = browser.answer(MOVE); // others may be using this machine
            }
            System.getLogger("dev.juggle")
                    .log(System.Logger.Level.INFO, "frame times, 16 lanes, 100,000 spans: {0}", best);
            assertTrue(millis(best, "paint") < FRAME_MILLIS, "painting takes longer than a frame: " + best);
            browser.assertQuiet(file.toUri().toString());
        }
    }

    private static double millis(Map<String, Object> figures, String name) {
        return figures.get(name) instanceof Number number ? number.doubleValue() : Double.MAX_VALUE;
    }
}
