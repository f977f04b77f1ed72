// SPDX-License-Identifier: Apache-2.0
// How a lane becomes pixels. A lane is painted column by column into an ImageData: a column that lies in one span
// is filled with that state's tile, a column that many spans share is split by their shares, so that zooming out
// shows the true mix rather than whichever span came last. The cost depends on the width, not on the number of spans.
"use strict";

(function () {
  const TILE = 24; // in css pixels; 4, 6 and 8 divide it

  const inks = {
    SOLID: () => 1,
    UPRIGHT: (x) => (x % 4 === 0 ? 0.45 : 1),
    SLANTED: (x, y) => ((x + y) % 8 < 1 ? 0.45 : 1),
    LEVEL: (x, y) => (y % 4 === 0 ? 0.45 : 1),
    GRID: (x, y) => (x % 4 === 0 || y % 4 === 0 ? 0.45 : 1),
    HOLES: (x, y) => (x % 6 < 2 && y % 6 < 2 ? 0.3 : 1),
    RISING: (x, y) => ((x + y) % 8 < 1 ? 0.9 : 0.13),
    FALLING: (x, y) => ((x - y + TILE) % 8 < 1 ? 0.9 : 0.13),
    CROSSED: (x, y) => ((x + y) % 8 < 1 || (x - y + TILE) % 8 < 1 ? 0.9 : 0.13),
    DOTS: (x, y) => (x % 6 < 2 && y % 6 < 2 ? 0.95 : 0.13),
    DASHES: (x, y) => (y % 6 === 2 && x % 8 < 5 ? 0.95 : 0.13),
  };

  const rgb = (colour) => [(colour >> 16) & 255, (colour >> 8) & 255, colour & 255];
  const pack = (r, g, b) => ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0; // ImageData on a little-endian machine
  const blend = (a, b, share) => a.map((v, i) => Math.round(v + (b[i] - v) * share));

  /** Tiles of all states for one ground colour and one size of pixel. `faded` states are nearly ground. */
  function tiles(states, ground, scale, faded) {
    const size = TILE * scale;
    return states.map((state, index) => {
      const ink = rgb(state.colour);
      const pattern = inks[state.pattern];
      const tile = new Uint32Array(size * size);
      for (let y = 0; y < size; y++) {
        for (let x = 0; x < size; x++) {
          const share = pattern(Math.floor(x / scale), Math.floor(y / scale)) * (faded(index) ? 0.12 : 1);
          tile[y * size + x] = pack(...blend(ground, ink, share));
        }
      }
      return tile;
    });
  }

  /** Paints lanes into an ImageData of a fixed width. */
  class Painter {
    constructor(states, ground, scale, faded) {
      this.size = TILE * scale;
      this.scale = scale;
      this.tiles = tiles(states, ground, scale, faded);
      this.ground = pack(...ground);
      this.mix = new Float64Array(states.length);
      // work at the bottom, waits above it
      this.order = states.map((_, i) => i).sort((a, b) => states[b].work - states[a].work || a - b);
    }

    /**
     * @param pixels Uint32Array over the image's data, `width` pixels a row
     * @param box {top, height, width} of the lane in the image
     * @param view {fromUs, toUs}
     */
    lane(lane, pixels, box, view, nowUs) {
      const perPixel = (view.toUs - view.fromUs) / box.width;
      const phase = Math.round(view.fromUs / perPixel) % this.size; // patterns stand still on their spans
      let i = lane.firstEndingAfter(view.fromUs);
      for (let x = 0; x < box.width; x++) {
        const begin = view.fromUs + x * perPixel;
        const end = begin + perPixel;
        const tileX = (x + phase) % this.size;
        if (i < lane.count && lane.starts[i] <= begin && lane.ends[i] >= end) {
          this.column(pixels, box, x, tileX, lane.states[i]);
          if (lane.ends[i] === end) i++;
          continue;
        }
        i = this.mixed(lane, pixels, box, x, tileX, begin, end, i, nowUs);
      }
    }

    mixed(lane, pixels, box, x, tileX, begin, end, from, nowUs) {
      const mix = this.mix.fill(0);
      const next = lane.mix(begin, end, from, mix);
      const running = lane.running;
      if (running && next >= lane.count) {
        const a = Math.max(begin, running.sinceUs);
        const b = Math.min(end, nowUs);
        if (b > a) mix[running.state] += b - a;
      }
      if (next - from > 1) this.stack(pixels, box, x, tileX, mix, end - begin);
      else this.boundary(lane, pixels, box, x, tileX, mix, next, 5 * (end - begin));
      return next;
    }

    /** A column where at most two spans meet: the longer share has it, or a gap if both are wide enough. */
    boundary(lane, pixels, box, x, tileX, mix, next, wide) {
      let most = -1;
      for (let state = 0; state < mix.length; state++) {
        if (mix[state] > 0 && (most < 0 || mix[state] > mix[most])) most = state;
      }
      if (most < 0) return;
      const i = next - 1;
      const after = next < lane.count ? lane.ends[next] - lane.starts[next] : wide;
      if (i >= 0 && lane.ends[i] - lane.starts[i] >= wide && after >= wide) return;
      this.column(pixels, box, x, tileX, most);
    }

    column(pixels, box, x, tileX, state) {
      const tile = this.tiles[state];
      const { size } = this;
      let at = box.top * box.width + x;
      for (let y = 0; y < box.height; y++, at += box.width) pixels[at] = tile[(y % size) * size + tileX];
    }

    /** Fills a column from below, each state as high as its share. */
    stack(pixels, box, x, tileX, mix, whole) {
      const { size } = this;
      let sum = 0;
      let bottom = box.height;
      for (const state of this.order) {
        if (mix[state] === 0) continue;
        sum += mix[state];
        const top = Math.max(0, box.height - Math.round((sum / whole) * box.height));
        const tile = this.tiles[state];
        for (let y = top; y < bottom; y++) {
          pixels[(box.top + y) * box.width + x] = tile[(y % size) * size + tileX];
        }
        bottom = top;
      }
    }

    /** A little bar of all states by their share of the time, work first. */
    shares(canvas, totals, width, height) {
      const box = { top: 0, height: height * this.scale, width: width * this.scale };
      const context = canvas.getContext("2d");
      if (canvas.width !== box.width) {
        canvas.width = box.width;
        canvas.height = box.height;
      }
      const image = context.createImageData(box.width, box.height);
      const pixels = new Uint32Array(image.data.buffer);
      const all = totals.reduce((sum, total) => sum + (total ? total.ns : 0), 0);
      let x = 0;
      let sum = 0;
      for (const state of this.order) {
        if (!totals[state]) continue;
        sum += totals[state].ns;
        for (; x < Math.round((sum / all) * box.width); x++) this.column(pixels, box, x, x % this.size, state);
      }
      context.putImageData(image, 0, 0);
    }

    /** A little square of one state, for the legend. */
    swatch(canvas, state) {
      const side = 16 * this.scale;
      canvas.width = canvas.height = side;
      const context = canvas.getContext("2d");
      const image = context.createImageData(side, side);
      const pixels = new Uint32Array(image.data.buffer);
      for (let x = 0; x < side; x++) this.column(pixels, { top: 0, height: side, width: side }, x, x % this.size, state);
      context.putImageData(image, 0, 0);
    }
  }

  Juggle.Painter = Painter;
  Juggle.rgb = rgb;
})();
