// SPDX-License-Identifier: Apache-2.0
package dev.juggle.pipeline;

/** A worker's way to the writer thread: through the done queue and, for a part of a job, back. */
final class DoneQueue implements JobOutlet {
    private final Circuit circuit;

    DoneQueue(Circuit circuit) {
        this.circuit = circuit;
    }

    @Override
    public void deliver(Job job) throws InterruptedException {
        Circuit.put(circuit.done, job);
    }

    @Override
    public void placePart(Job job) throws InterruptedException {
        Circuit.put(circuit.done, job);
        Job back = circuit.returned.take();
        if (back == null) {
            throw new RunEndedException();
        }
        assert back == job : "only the lowest job comes in parts";
        back.claim();
    }
}
