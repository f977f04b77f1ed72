// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Where a worker gets its jobs: the todo queue, or a reader of its own. */
@FunctionalInterface
interface JobSource {
    /** The next job, the caller's now; null when there are no more. */
    @Nullable
    Job next() throws IOException, InterruptedException;
}
