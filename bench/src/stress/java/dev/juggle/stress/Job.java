// SPDX-License-Identifier: Apache-2.0
package dev.juggle.stress;

/** What is handed over: a plain field, as a recycled job has. */
final class Job {
    int content;
}
