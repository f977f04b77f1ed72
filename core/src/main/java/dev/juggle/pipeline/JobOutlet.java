// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

import java.io.IOException;

/** Where a worker's finished rows go: the done queue, or straight to the writer. */
interface JobOutlet {
    /** Hands over a job all of whose rows are finished. It is the worker's no more. */
    void deliver(Job job) throws IOException, InterruptedException;

    /** Has the finished part of a job's rows placed, the job being the lowest; afterwards it is the worker's again. */
    void placePart(Job job) throws IOException, InterruptedException;
}
