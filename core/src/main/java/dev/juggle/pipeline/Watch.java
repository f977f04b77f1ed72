// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import dev.juggle.trace.Trace;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The threads that look on while a run lasts: one samples the trace's gauges; if somebody watches, one shows them the
 * progress, and one walks the input ahead of the run to find out how large it is. Closing ends them.
 */
final class Watch implements AutoCloseable {
    private static final long SHOW_MILLIS = 200;

    private final CountDownLatch isOver = new CountDownLatch(1);
    private @Nullable Thread shower;

    private Watch() {}

    /** Starts looking on; {@code watcher} may be null for nobody. */
    static Watch start(Trace trace, Progress progress, InputOptions input, @Nullable Consumer<Progress> watcher) {
        Watch watch = new Watch();
        try {
            if (trace.isOn()) {
                Threads.startWatcher("sampler", trace::sampleUntilClosed);
            }
            if (watcher != null) {
                Threads.startWatcher("total", () -> watch.findTotal(progress, input));
                watch.shower = Threads.startWatcher("progress", () -> watch.show(progress, watcher));
            }
        } catch (OutOfMemoryError refused) {
            // the system has no thread to spare for those who only look on; the run itself asks for its own
        }
        return watch;
    }

    /** Ends looking on. Whoever watched has been shown the last state and is not called any more. */
    @Override
    public void close() {
        isOver.countDown();
        if (shower != null) {
            try {
                shower.join();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void show(Progress progress, Consumer<Progress> watcher) {
        try {
            while (!isOver.await(SHOW_MILLIS, TimeUnit.MILLISECONDS)) {
                watcher.accept(progress);
            }
            watcher.accept(progress);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void findTotal(Progress progress, InputOptions input) {
        InputWalk walk = new InputWalk(input);
        long total = 0;
        for (InputFile file = walk.next(); file != null; file = walk.next()) {
            if (isOver.getCount() == 0 || file.sizeBytes() < 0) {
                return;
            }
            total += file.sizeBytes();
            walk.drainProblems();
        }
        progress.total(total);
    }
}
