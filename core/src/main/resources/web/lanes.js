// SPDX-License-Identifier: Apache-2.0
// The timeline: one canvas with a time axis and a lane per thread, an overview above it, and all ways to move in it.
"use strict";

(function () {
  const { words } = Juggle;
  const AXIS = 22; // css pixels
  const LABEL_WIDTH = 36; // a span this wide shows its words
  const MOST_LABELS = 300;
  const SHORTEST_VIEW_US = 5;

  class Timeline {
    /** @param page {canvas, overview, window, gutter, tip, said, css(name), changed()} */
    constructor(run, page) {
      this.run = run;
      this.page = page;
      this.canvas = page.canvas;
      this.context = this.canvas.getContext("2d");
      this.view = { fromUs: 0, toUs: 1e6 };
      this.following = run.live;
      this.whole = true; // the view shows everything there is
      this.highlighted = null; // a state, the others are faded
      this.selected = { lane: 0, span: null };
      this.hover = null; // {x, y} in css pixels
      this.gutters = [];
      this.paintMillis = [];
      this.listen();
    }

    laneHeight() {
      return this.run.lanes.length > 10 ? 26 : this.run.lanes.length > 6 ? 32 : 40;
    }

    gap() {
      return this.run.lanes.length > 10 ? 3 : 6;
    }

    laneTop(i) {
      return AXIS + i * (this.laneHeight() + this.gap());
    }

    /** Fits the canvases to the page; after a change of size, of theme or of the number of lanes. */
    layout() {
      const scale = Math.max(1, Math.round(window.devicePixelRatio || 1));
      const width = Math.max(50, Math.floor(this.canvas.parentElement.clientWidth));
      const height = this.laneTop(this.run.lanes.length);
      this.scale = scale;
      this.width = width;
      this.height = height;
      this.size(this.canvas, width, height);
      this.size(this.page.overview, width, this.overviewHeight());
      this.ground = this.page.css("--lane").match(/\w\w/g).map((part) => parseInt(part, 16));
      const faded = (state) => this.highlighted !== null && this.highlighted !== state;
      this.painter = new Juggle.Painter(this.run.states, this.ground, scale, faded);
      this.image = null;
      this.overviewImage = null;
      this.layoutGutter();
    }

    size(canvas, width, height) {
      canvas.width = width * this.scale;
      canvas.height = height * this.scale;
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }

    overviewHeight() {
      return Math.max(1, this.run.lanes.length) * this.overviewLane();
    }

    overviewLane() {
      return this.run.lanes.length > 8 ? 3 : 6;
    }

    layoutGutter() {
      const { gutter } = this.page;
      gutter.style.height = `${this.height}px`;
      while (this.gutters.length < this.run.lanes.length) {
        const box = document.createElement("div");
        box.className = "lane-label";
        const name = box.appendChild(document.createElement("strong"));
        const doing = box.appendChild(document.createElement("span"));
        const share = box.appendChild(document.createElement("canvas"));
        share.setAttribute("role", "img");
        gutter.appendChild(box);
        this.gutters.push({ box, name, doing, share });
      }
      this.gutters.forEach(({ box }, i) => {
        box.style.top = `${this.laneTop(i)}px`;
        box.style.height = `${this.laneHeight()}px`;
      });
    }

    /** Words beside the lanes; a few times a second is enough. */
    labelLanes() {
      this.run.lanes.forEach((lane, i) => {
        const { box, name, doing, share } = this.gutters[i];
        const work = lane.workShare();
        name.textContent = lane.name;
        const state = lane.running && this.run.states[lane.running.state];
        doing.textContent = work === null ? "" : state ? state.label : `works ${words.percent(work)}`;
        this.painter.shares(share, lane.totals, 44, 10);
        const text = work === null ? "" : `${lane.name}: ${words.percent(work)} work`;
        if (share.title !== text) {
          share.title = text;
          share.setAttribute("aria-label", text);
        }
        box.classList.toggle("chosen", this.selected.lane === i && document.activeElement === this.canvas);
      });
    }

    // --- drawing ---

    draw(nowUs) {
      const begun = performance.now();
      if (this.gutters.length !== this.run.lanes.length || !this.painter) this.layout();
      this.nowUs = nowUs;
      if (this.whole || this.following) this.follow(nowUs);
      this.drawLanes(nowUs);
      this.drawAxis();
      this.drawLabels();
      this.drawChosen();
      this.moveWindow(nowUs);
      this.showTip();
      this.paintMillis.push(performance.now() - begun);
      if (this.paintMillis.length > 600) this.paintMillis.shift();
    }

    follow(nowUs) {
      const length = this.whole ? Math.max(nowUs, 1000) : this.view.toUs - this.view.fromUs;
      this.view = { fromUs: this.whole ? 0 : Math.max(0, nowUs - length), toUs: 0 };
      this.view.toUs = this.view.fromUs + length;
    }

    drawLanes(nowUs) {
      const width = this.width * this.scale;
      const height = (this.height - AXIS) * this.scale;
      if (height <= 0) return;
      if (!this.image) {
        this.image = this.context.createImageData(width, height);
        this.pixels = new Uint32Array(this.image.data.buffer);
      }
      this.pixels.fill(0);
      this.run.lanes.forEach((lane, i) => {
        const top = (this.laneTop(i) - AXIS) * this.scale;
        const box = { top, height: this.laneHeight() * this.scale, width };
        this.pixels.fill(this.painter.ground, top * width, (top + box.height) * width);
        this.painter.lane(lane, this.pixels, box, this.view, nowUs);
      });
      this.context.putImageData(this.image, 0, AXIS * this.scale);
    }

    /** The overview is repainted only with new data. */
    drawOverview(nowUs) {
      if (!this.painter || this.run.lanes.length === 0) return;
      const canvas = this.page.overview;
      const context = canvas.getContext("2d");
      if (!this.overviewImage) this.overviewImage = context.createImageData(canvas.width, canvas.height);
      const pixels = new Uint32Array(this.overviewImage.data.buffer);
      pixels.fill(this.painter.ground);
      const height = this.overviewLane() * this.scale;
      const view = { fromUs: 0, toUs: Math.max(nowUs, 1000) };
      this.run.lanes.forEach((lane, i) => {
        this.painter.lane(lane, pixels, { top: i * height, height: height - this.scale, width: canvas.width }, view, nowUs);
      });
      context.putImageData(this.overviewImage, 0, 0);
    }

    moveWindow(nowUs) {
      const whole = Math.max(nowUs, 1000);
      const left = Math.min(1, Math.max(0, this.view.fromUs / whole));
      const right = Math.min(1, Math.max(left, this.view.toUs / whole));
      const { style } = this.page.window;
      style.left = `${left * this.width}px`;
      style.width = `${Math.max(4, (right - left) * this.width)}px`;
      this.page.window.hidden = left <= 0 && right >= 0.999;
    }

    drawAxis() {
      const c = this.context;
      const { scale } = this;
      c.setTransform(scale, 0, 0, scale, 0, 0);
      c.clearRect(0, 0, this.width, AXIS);
      c.font = "11px system-ui, sans-serif";
      c.textBaseline = "middle";
      c.textAlign = "left";
      const step = tickStep(this.view.toUs - this.view.fromUs, this.width / 90);
      for (let t = Math.ceil(this.view.fromUs / step) * step; t <= this.view.toUs; t += step) {
        const x = Math.round(this.x(t));
        c.fillStyle = this.page.css("--rule");
        c.fillRect(x, 4, 1, AXIS - 4);
        c.fillStyle = this.page.css("--soft");
        if (x < this.width - 30) c.fillText(tickLabel(t, step), x + 4, 11);
      }
    }

    drawLabels() {
      const c = this.context;
      c.font = "11px system-ui, sans-serif";
      const perPixel = (this.view.toUs - this.view.fromUs) / this.width;
      let left = MOST_LABELS;
      this.run.lanes.forEach((lane, i) => {
        let from = lane.firstEndingAfter(this.view.fromUs);
        let to = lane.firstEndingAfter(this.view.toUs);
        if (to - from > this.width) return; // too many to have room for words
        for (; from <= to && from < lane.count && left > 0; from++) {
          if (this.label(lane, i, lane.states[from], lane.starts[from], lane.ends[from], perPixel)) left--;
        }
        if (lane.running && lane.running.sinceUs < this.view.toUs) {
          this.label(lane, i, lane.running.state, lane.running.sinceUs, this.nowUs, perPixel);
        }
      });
    }

    label(lane, i, stateIndex, startUs, endUs, perPixel) {
      const from = Math.max(startUs, this.view.fromUs);
      const width = (Math.min(endUs, this.view.toUs) - from) / perPixel;
      if (width < LABEL_WIDTH || (this.highlighted !== null && this.highlighted !== stateIndex)) return false;
      const c = this.context;
      const state = this.run.states[stateIndex];
      const x = (from - this.view.fromUs) / perPixel + 4;
      const middle = this.laneTop(i) + this.laneHeight() / 2;
      const length = words.time(endUs - startUs);
      const text = fitted(c, [`${state.label} · ${length}`, state.label, length], width - 8);
      if (!text) return false;
      c.fillStyle = state.work ? hex(state.colour) : this.page.css("--lane");
      c.globalAlpha = state.work ? 1 : 0.86;
      c.fillRect(x - 2, middle - 8, c.measureText(text).width + 6, 16);
      c.globalAlpha = 1;
      c.fillStyle = state.work ? onColour(state.colour) : this.page.css("--ink");
      c.fillText(text, x + 1, middle + 0.5);
      return true;
    }

    drawChosen() {
      const { lane: i, span } = this.selected;
      const lane = this.run.lanes[i];
      if (!lane || span === null || span >= lane.count) return;
      const from = Math.max(-2, this.x(lane.starts[span]));
      const to = Math.min(this.width + 2, this.x(lane.ends[span]));
      this.context.strokeStyle = this.page.css("--ink");
      this.context.lineWidth = 2;
      this.context.strokeRect(from - 1, this.laneTop(i) - 1, Math.max(3, to - from + 2), this.laneHeight() + 2);
    }

    x(us) {
      return ((us - this.view.fromUs) / (this.view.toUs - this.view.fromUs)) * this.width;
    }

    us(x) {
      return this.view.fromUs + (x / this.width) * (this.view.toUs - this.view.fromUs);
    }

    // --- moving ---

    /** Shows a stretch; both ends are kept within the run. */
    show(fromUs, toUs) {
      const whole = Math.max(this.nowUs || 0, 1000);
      const length = Math.min(Math.max(toUs - fromUs, SHORTEST_VIEW_US), whole);
      const from = Math.min(Math.max(0, fromUs), whole - length);
      this.whole = length >= whole * 0.9999;
      this.view = { fromUs: from, toUs: from + length };
      this.page.changed();
    }

    zoom(factor, x = this.width / 2) {
      const at = this.following && !this.whole ? this.view.toUs : this.us(x);
      const share = (at - this.view.fromUs) / (this.view.toUs - this.view.fromUs);
      const length = (this.view.toUs - this.view.fromUs) * factor;
      if (this.whole && factor < 1 && !this.run.closed && x < this.width * 0.9) this.following = false;
      this.show(at - share * length, at + (1 - share) * length);
    }

    pan(share) {
      const by = (this.view.toUs - this.view.fromUs) * share;
      if (by < 0) this.following = false;
      this.show(this.view.fromUs + by, this.view.toUs + by);
    }

    fit() {
      this.whole = true;
      this.following = !this.run.closed;
      this.page.changed();
    }

    setFollowing(on) {
      this.following = on;
      if (!on) this.whole = false;
      this.page.changed();
    }

    highlight(state) {
      this.highlighted = this.highlighted === state ? null : state;
      this.layout();
      this.page.changed();
    }

    // --- finding and telling ---

    laneAt(y) {
      const i = Math.floor((y - AXIS) / (this.laneHeight() + this.gap()));
      return i >= 0 && i < this.run.lanes.length ? i : -1;
    }

    /** What there is at a point: words for one span, or for the mix that one column stands for. */
    describe(i, us) {
      const lane = this.run.lanes[i];
      const perPixel = (this.view.toUs - this.view.fromUs) / this.width;
      const span = lane.at(us, this.nowUs);
      if (span === null) return null;
      if (span === "running") {
        const { state, sinceUs } = lane.running;
        const lines = [`since ${words.time(this.nowUs - sinceUs)}, still running`];
        return { state, title: this.run.states[state].label, lines };
      }
      if (lane.ends[span] - lane.starts[span] >= perPixel) return this.describeSpan(lane, span);
      return this.describeMix(lane, us, perPixel);
    }

    describeSpan(lane, span) {
      const length = lane.ends[span] - lane.starts[span];
      const lines = [`${words.time(length)}, from ${(lane.starts[span] / 1e6).toFixed(6)} s`];
      if (lane.bytes[span] > 0) {
        const rate = length > 0 ? ` · ${words.bytes(lane.bytes[span] / (length / 1e6))}/s` : "";
        lines.push(`${words.bytes(lane.bytes[span])}${rate}`);
      }
      if (lane.rows[span] > 0) {
        const rate = length > 0 ? ` · ${words.short(lane.rows[span] / (length / 1e6))} rows/s` : "";
        lines.push(`${words.count(lane.rows[span])} rows${rate}`);
      }
      return { state: lane.states[span], title: this.run.states[lane.states[span]].label, lines };
    }

    describeMix(lane, us, perPixel) {
      const begin = us - perPixel;
      const from = lane.firstEndingAfter(begin);
      const mix = new Float64Array(this.run.states.length);
      const to = lane.mix(begin, us + perPixel, from, mix);
      const parts = [...mix].map((time, state) => ({ time, state })).filter((p) => p.time > 0);
      parts.sort((a, b) => b.time - a.time);
      const lines = parts.map((p) => `${this.run.states[p.state].label} ${words.percent(p.time / (2 * perPixel))}`);
      const title = `${words.count(Math.max(1, to - from))} spans in ${words.time(2 * perPixel)}`;
      return { state: parts.length > 0 ? parts[0].state : 0, title, lines };
    }

    showTip() {
      const { tip } = this.page;
      const i = this.hover ? this.laneAt(this.hover.y) : -1;
      const found = i >= 0 ? this.describe(i, this.us(this.hover.x)) : null;
      tip.hidden = !found;
      if (!found) return;
      const lane = this.run.lanes[i];
      const key = `${i} ${found.title} ${found.lines}`;
      if (tip.dataset.key !== key) {
        tip.dataset.key = key;
        tip.replaceChildren();
        const head = tip.appendChild(document.createElement("strong"));
        const swatch = head.appendChild(document.createElement("canvas"));
        this.painter.swatch(swatch, found.state);
        head.append(found.title);
        for (const line of [...found.lines, lane.name]) tip.appendChild(document.createElement("span")).textContent = line;
      }
      const right = this.hover.x > this.width - 240;
      tip.style.left = `${right ? this.hover.x - tip.offsetWidth - 14 : this.hover.x + 14}px`;
      tip.style.top = `${this.hover.y + 16}px`;
    }

    /** Chooses a span by keyboard, brings it into view and says what it is. */
    choose(laneIndex, span) {
      const lane = this.run.lanes[laneIndex];
      if (!lane || lane.count === 0) return;
      const i = Math.min(Math.max(0, span), lane.count - 1);
      this.selected = { lane: laneIndex, span: i };
      const length = this.view.toUs - this.view.fromUs;
      if (lane.starts[i] < this.view.fromUs || lane.ends[i] > this.view.toUs) {
        this.following = false;
        const from = lane.starts[i] - length / 4;
        this.show(from, from + length);
      }
      const found = this.describeSpan(lane, i);
      this.page.said.textContent = `${lane.name}: ${found.title}, ${found.lines.join(", ")}`;
      this.page.changed();
    }

    /** The span of a lane in the middle of the view, or the one chosen before. */
    middleSpan(laneIndex) {
      const lane = this.run.lanes[laneIndex];
      const { span } = this.selected;
      const before = this.run.lanes[this.selected.lane];
      const us = span !== null && before && span < before.count
        ? (before.starts[span] + before.ends[span]) / 2
        : (this.view.fromUs + this.view.toUs) / 2;
      return lane ? Math.min(lane.firstEndingAfter(us), lane.count - 1) : 0;
    }

    // --- events ---

    listen() {
      const { canvas } = this;
      canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
      canvas.addEventListener("pointerdown", (event) => this.press(event));
      canvas.addEventListener("pointermove", (event) => this.move(event));
      canvas.addEventListener("pointerup", (event) => this.release(event));
      canvas.addEventListener("pointerleave", () => {
        this.hover = null;
        this.page.changed();
      });
      canvas.addEventListener("dblclick", (event) => this.zoomToSpan(event.offsetX, event.offsetY));
      canvas.addEventListener("keydown", (event) => this.key(event));
      const jump = (event) => {
        if (event.buttons !== 1) return;
        const length = this.view.toUs - this.view.fromUs;
        const middle = (event.offsetX / this.width) * this.nowUs;
        this.following = false;
        this.show(middle - length / 2, middle + length / 2);
      };
      this.page.overview.addEventListener("pointerdown", jump);
      this.page.overview.addEventListener("pointermove", jump);
    }

    wheel(event) {
      event.preventDefault();
      const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey;
      if (sideways) this.pan((event.deltaX || event.deltaY) / this.width);
      else this.zoom(Math.exp(Math.min(60, Math.max(-60, event.deltaY)) / 150), event.offsetX);
    }

    press(event) {
      this.dragged = { x: event.offsetX, fromUs: this.view.fromUs, toUs: this.view.toUs, moved: false };
      this.canvas.setPointerCapture(event.pointerId);
    }

    move(event) {
      this.hover = { x: event.offsetX, y: event.offsetY };
      if (this.dragged && event.buttons === 1) {
        const by = event.offsetX - this.dragged.x;
        if (Math.abs(by) > 3) this.dragged.moved = true;
        if (this.dragged.moved) {
          const us = (by / this.width) * (this.dragged.toUs - this.dragged.fromUs);
          this.following = false;
          this.show(this.dragged.fromUs - us, this.dragged.toUs - us);
        }
      }
      this.page.changed();
    }

    release(event) {
      const drag = this.dragged;
      this.dragged = null;
      if (!drag || drag.moved) return;
      const i = this.laneAt(event.offsetY);
      if (i < 0) return;
      const span = this.run.lanes[i].at(this.us(event.offsetX), this.nowUs);
      if (typeof span === "number") this.choose(i, span);
    }

    zoomToSpan(x, y) {
      const i = this.laneAt(y);
      const span = i >= 0 ? this.run.lanes[i].at(this.us(x), this.nowUs) : null;
      if (typeof span === "number") this.zoomTo(this.run.lanes[i], span);
    }

    zoomTo(lane, span) {
      const length = Math.max(SHORTEST_VIEW_US, lane.ends[span] - lane.starts[span]);
      this.following = false;
      this.show(lane.starts[span] - length * 0.2, lane.ends[span] + length * 0.2);
    }

    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { lane, span } = this.selected;
      const step = event.shiftKey ? 1 : 0.15;
      const keys = {
        ArrowLeft: () => this.pan(-step),
        ArrowRight: () => this.pan(step),
        ArrowUp: () => this.choose(Math.max(0, lane - 1), this.middleSpan(Math.max(0, lane - 1))),
        ArrowDown: () => {
          const next = Math.min(this.run.lanes.length - 1, lane + 1);
          this.choose(next, this.middleSpan(next));
        },
        ",": () => this.choose(lane, span === null ? this.middleSpan(lane) : span - 1),
        ".": () => this.choose(lane, span === null ? this.middleSpan(lane) : span + 1),
        Enter: () => span !== null && this.zoomTo(this.run.lanes[lane], span),
        Home: () => this.show(0, this.view.toUs - this.view.fromUs),
        End: () => this.setFollowing(true),
      };
      const action = keys[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    }
  }

  function tickStep(lengthUs, most) {
    const rough = lengthUs / Math.max(1, most);
    const power = 10 ** Math.floor(Math.log10(rough));
    return [1, 2, 5, 10].map((n) => n * power).find((step) => step >= rough) || 10 * power;
  }

  function tickLabel(us, step) {
    if (us === 0) return "0";
    if (step >= 1e6) return `${Math.round(us / 1e6)} s`;
    if (step >= 1e3) return us >= 1e6 ? `${(us / 1e6).toFixed(step >= 1e5 ? 1 : step >= 1e4 ? 2 : 3)} s` : `${Math.round(us / 1e3)} ms`;
    return `${(us / 1e3).toFixed(step >= 100 ? 1 : step >= 10 ? 2 : 3)} ms`;
  }

  const hex = (colour) => `#${colour.toString(16).padStart(6, "0")}`;

  /** Black or white, whichever is read better on a colour. */
  function onColour(colour) {
    const [r, g, b] = Juggle.rgb(colour).map((v) => {
      const s = v / 255;
      return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
    });
    const light = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    return 1.05 / (light + 0.05) > (light + 0.05) / 0.05 ? "#fff" : "#10151c";
  }

  function fitted(context, texts, room) {
    return texts.find((text) => context.measureText(text).width <= room);
  }

  Juggle.Timeline = Timeline;
  Juggle.hex = hex;
})();
