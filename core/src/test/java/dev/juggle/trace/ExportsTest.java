// SPDX-License-Identifier: Apache-2.0
package dev.juggle.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The exports, read back by an independent JSON parser. */
class ExportsTest {
    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    Path folder;

    @Test
    void perfettoGetsEverySpanOnItsNamedThread() throws IOException {
        final Timeline timeline = TraceFileTest.madeUp(200);
        final Path file = folder.resolve("run.json");
        ChromeTrace.write(timeline, file);
        final JsonNode root = JSON.readTree(Files.readString(file));
        final List<JsonNode> spans = new ArrayList<>();
        final List<String> threads = new ArrayList<>();
        double counted = 0;
        for (JsonNode event : root.get("traceEvents")) {
            switch (event.get("ph").asString()) {
                case "X" -> spans.add(event);
                case "C" -> counted++;
                default -> {
                    if (event.get("name").asString().equals("thread_name")) {
                        threads.add(event.get("args").get("name").asString());
                    }
                }
            }
        }
        assertEquals(List.of("worker 1", "writer"), threads);
        final Spans own = timeline.spans().getFirst();
        assertEquals(own.count(), spans.size());
        for (int i = 0; i < own.count(); i++) {
            assertEquals(own.state(i).label(), spans.get(i).get("name").asString());
            assertEquals(own.startNanos(i) / 1e3, spans.get(i).get("ts").asDouble(), 0.0006);
            assertEquals(own.nanos(i) / 1e3, spans.get(i).get("dur").asDouble(), 0.0006);
            assertEquals(own.bytes(i), spans.get(i).path("args").path("bytes").asLong(0));
        }
        assertTrue(counted >= Gauge.COUNT);
        assertEquals(
                timeline.totals().settings().get("name"),
                root.get("otherData").get("name").asString());
    }

    @Test
    void thePageHoldsAllItNeedsAndMayLoadNothing() {
        final String page = HtmlPage.page(TraceFileTest.madeUp(200));
        assertFalse(
                Pattern.compile("<(script|img|iframe)[^>]* src=").matcher(page).find());
        assertFalse(Pattern.compile("<link[^>]* href=\"(?!data:)").matcher(page).find());
        assertTrue(page.contains("default-src 'none'"));
        assertTrue(page.indexOf("Content-Security-Policy") < page.indexOf("<script"));
    }

    @Test
    void dataCanNotEndItsScript() {
        final String page = HtmlPage.page(TraceFileTest.madeUp(10));
        final Matcher data = Pattern.compile("window\\.juggleRun = (.*?);\n</script>", Pattern.DOTALL)
                .matcher(page);
        assertTrue(data.find());
        final JsonNode run = JSON.readTree(data.group(1));
        assertEquals("worker 1", run.get(1).get("threads").get(0).get("name").asString());
        final JsonNode name = run.get(1).get("settings").get(1).get(1);
        assertTrue(name.asString().contains("</script>"));
        assertFalse(data.group(1).contains("</"));
    }

    @Test
    void aFeedInPiecesTellsTheSameAsTheWhole() throws InterruptedException {
        final ToyPipeline pipeline =
                new ToyPipeline(60).readMillis(1).parseMillis(1).writeMillis(1);
        final PageFeed feed = new PageFeed(pipeline.trace());
        final List<JsonNode> messages = new ArrayList<>();
        assertTrue(JSON.readTree(feed.hello()).get("live").asBoolean());
        final Thread run = Thread.ofPlatform().daemon().start(() -> {
            try {
                pipeline.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        do {
            messages.add(JSON.readTree(feed.next()));
            Thread.sleep(7);
        } while (!feed.isComplete());
        run.join();
        assertTrue(messages.size() > 3, "the feed was read once only");
        final Timeline timeline = pipeline.trace().timeline();
        for (int thread = 0; thread < timeline.spans().size(); thread++) {
            final List<Long> told = new ArrayList<>();
            for (JsonNode message : messages) {
                final JsonNode spans = message.get("spans").path(thread);
                long end = 0;
                for (int i = 1; i < spans.size(); i += 5) {
                    end += spans.get(i).asLong() + spans.get(i + 1).asLong();
                    told.add(end);
                }
            }
            final Spans own = timeline.spans().get(thread);
            final List<Long> ends = new ArrayList<>();
            for (int i = 0; i < own.count(); i++) {
                ends.add(own.endNanos(i) / 1000);
            }
            assertEquals(ends, told, "thread " + thread);
        }
    }
}
