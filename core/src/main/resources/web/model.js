// SPDX-License-Identifier: Apache-2.0
// What is known of the run: lanes of spans in typed arrays, samples, the last verdict. No drawing here.
"use strict";
window.Juggle = window.Juggle || {};

(function () {
  const BLOCK = 64; // spans per entry of the running sums

  /** One thread. Times are microseconds from the run's start. */
  class Lane {
    constructor(stateCount) {
      this.stateCount = stateCount;
      this.name = "";
      this.kind = "";
      this.startUs = 0;
      this.endUs = 0;
      this.running = null; // {state, sinceUs}
      this.totals = []; // by state: {ns, spans, bytes, rows} or undefined
      this.count = 0;
      this.next = 0; // number of the span that will follow
      this.dropped = 0;
      this.grow(1024);
    }

    grow(capacity) {
      const moved = (old, fresh) => {
        if (old) fresh.set(old.subarray(0, this.count));
        return fresh;
      };
      this.starts = moved(this.starts, new Float64Array(capacity));
      this.ends = moved(this.ends, new Float64Array(capacity));
      this.bytes = moved(this.bytes, new Float64Array(capacity));
      this.rows = moved(this.rows, new Float64Array(capacity));
      this.states = moved(this.states, new Uint8Array(capacity));
      // sums[block * stateCount + state]: time in that state before the block
      const sums = new Float64Array((capacity / BLOCK + 1) * this.stateCount);
      if (this.sums) sums.set(this.sums);
      this.sums = sums;
    }

    add(packed) {
      const first = packed[0];
      const fresh = (packed.length - 1) / 5;
      if (fresh === 0) return;
      if (first > this.next) this.dropped += first - this.next;
      this.next = first + fresh;
      let capacity = this.starts.length;
      while (capacity < this.count + fresh) capacity *= 2;
      if (capacity > this.starts.length) this.grow(capacity);
      let end = 0;
      for (let at = 1; at < packed.length; at += 5) {
        const start = end + packed[at];
        end = start + packed[at + 1];
        this.push(start, end, packed[at + 2], packed[at + 3], packed[at + 4]);
      }
    }

    push(start, end, state, bytes, rows) {
      const i = this.count++;
      this.starts[i] = start;
      this.ends[i] = end;
      this.states[i] = state;
      this.bytes[i] = bytes;
      this.rows[i] = rows;
      const n = this.stateCount;
      const into = (Math.floor(i / BLOCK) + 1) * n;
      if (i % BLOCK === 0) this.sums.copyWithin(into, into - n, into);
      this.sums[into + state] += end - start;
    }

    /** Index of the first span that ends after a time; count if there is none. */
    firstEndingAfter(us) {
      let low = 0;
      let high = this.count;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (this.ends[middle] > us) high = middle;
        else low = middle + 1;
      }
      return low;
    }

    /**
     * Adds to `mix`, by state, the time between two moments; whole blocks by their sums. Starts at span
     * `from`, which must be firstEndingAfter(begin), and returns it for the moment `end`.
     */
    mix(begin, end, from, mix) {
      const { starts, ends, states, sums, count, stateCount } = this;
      let i = from;
      while (i < count && starts[i] < end) {
        if (i % BLOCK === 0 && i + BLOCK <= count && starts[i] >= begin && ends[i + BLOCK - 1] <= end) {
          const at = (i / BLOCK) * stateCount;
          for (let s = 0; s < stateCount; s++) mix[s] += sums[at + stateCount + s] - sums[at + s];
          i += BLOCK;
          continue;
        }
        const a = starts[i] > begin ? starts[i] : begin;
        const b = ends[i] < end ? ends[i] : end;
        if (b > a) mix[states[i]] += b - a;
        if (ends[i] > end) return i;
        i++;
      }
      return i;
    }

    /** What the thread did at a moment: an index, "running", or null. */
    at(us, nowUs) {
      const i = this.firstEndingAfter(us);
      if (i < this.count && this.starts[i] <= us) return i;
      const r = this.running;
      return r && us >= r.sinceUs && us <= nowUs ? "running" : null;
    }

    workShare() {
      let work = 0;
      let all = 0;
      this.totals.forEach((total, state) => {
        if (!total) return;
        all += total.ns;
        if (Juggle.run.states[state].work) work += total.ns;
      });
      return all === 0 ? null : work / all;
    }
  }

  const kinds = ["reader", "worker", "writer"];

  function inTheWayOfTheData(a, b) {
    return kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || a.name.localeCompare(b.name, "en", { numeric: true });
  }

  /** The whole run. */
  class Run {
    constructor(hello) {
      this.live = hello.live;
      this.startMillis = hello.startMillis;
      this.states = hello.states;
      this.gauges = hello.gauges;
      this.lanes = []; // in the order they are drawn
      this.known = []; // in the order they were told
      this.nowUs = 0;
      this.closed = false;
      this.settings = [];
      this.capacities = [];
      this.verdict = null;
      this.version = 0; // moves with every message
      this.sampleVersion = 0;
      this.times = []; // seconds, one per sample
      this.columns = hello.gauges.map(() => []);
      this.bytes = [];
      this.rows = [];
      this.byteRates = [];
      this.rowRates = [];
    }

    apply(message) {
      this.nowUs = message.now / 1000;
      this.closed = message.closed;
      this.settings = message.settings;
      this.capacities = message.capacities;
      this.verdict = message.verdict;
      message.threads.forEach((thread, i) => this.applyThread(thread, i));
      message.spans.forEach((packed, i) => this.known[i].add(packed));
      message.samples.forEach((sample) => this.addSample(sample));
      if (message.samples.length > 0) this.sampleVersion++;
      this.version++;
    }

    applyThread(thread, i) {
      if (i === this.known.length) this.known.push(new Lane(this.states.length));
      const lane = this.known[i];
      if (lane.name !== thread.name) {
        lane.name = thread.name;
        lane.kind = thread.kind;
        this.lanes = [...this.known].sort(inTheWayOfTheData);
      }
      lane.startUs = thread.start / 1000;
      lane.endUs = thread.end / 1000;
      lane.running = thread.running && { state: thread.running[0], sinceUs: thread.running[1] / 1000 };
      lane.totals = [];
      for (const [state, ns, spans, bytes, rows] of thread.totals) lane.totals[state] = { ns, spans, bytes, rows };
    }

    addSample(sample) {
      const i = this.times.length;
      this.times.push(sample[0] / 1e9);
      this.bytes.push(sample[1]);
      this.rows.push(sample[2]);
      this.columns.forEach((column, gauge) => column.push(sample[3 + gauge]));
      // a rate over the last half second: single samples are too few jobs apart to say anything
      let from = i;
      while (from > 0 && this.times[i] - this.times[from] < 0.5) from--;
      const seconds = this.times[i] - this.times[from];
      this.byteRates.push(seconds > 0 ? (this.bytes[i] - this.bytes[from]) / seconds / 1048576 : 0);
      this.rowRates.push(seconds > 0 ? (this.rows[i] - this.rows[from]) / seconds : 0);
    }

    spanCount() {
      return this.lanes.reduce((sum, lane) => sum + lane.count, 0);
    }

    droppedCount() {
      return this.lanes.reduce((sum, lane) => sum + lane.dropped, 0);
    }

    /** Time by state over all threads. */
    stateTotals() {
      return this.states.map((_, state) =>
        this.lanes.reduce((sum, lane) => sum + (lane.totals[state] ? lane.totals[state].ns : 0), 0));
    }
  }

  const trim = (value) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));

  /** Words for figures. */
  const words = {
    time(us) {
      if (us < 1) return "under 1 µs";
      if (us < 1000) return `${us.toFixed(0)} µs`;
      if (us < 1e6) return `${trim(us / 1e3)} ms`;
      return us < 60e6 ? `${trim(us / 1e6)} s` : `${Math.floor(us / 60e6)} min ${((us % 60e6) / 1e6).toFixed(0)} s`;
    },
    bytes(n) {
      if (n < 1024) return `${n} B`;
      if (n < 1048576) return `${trim(n / 1024)} KiB`;
      return n < 1073741824 ? `${trim(n / 1048576)} MiB` : `${trim(n / 1073741824)} GiB`;
    },
    count(n) {
      return Math.round(n).toLocaleString("en-US").replace(/,/g, "\u202f");
    },
    short(n) {
      if (n < 1000) return n.toFixed(0);
      if (n < 1e6) return `${trim(n / 1e3)} k`;
      return `${trim(n / 1e6)} M`;
    },
    percent(share) {
      return share > 0 && share < 0.005 ? "under 1 %" : `${Math.round(share * 100)} %`;
    },
  };

  Juggle.Run = Run;
  Juggle.Lane = Lane;
  Juggle.words = words;
})();
