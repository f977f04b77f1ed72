// SPDX-License-Identifier: Apache-2.0
// The sampled numbers below the lanes, on the same time axis; drawn by uPlot.
"use strict";

(function () {
  const { words } = Juggle;
  const HEIGHT = 76;

  /** One plot: its series, and how its figures are said. */
  const plots = (run) => [
    {
      title: "Queues",
      series: [
        { label: "todo", column: () => run.columns[0], colour: "--plot-a", stepped: true },
        { label: "done", column: () => run.columns[1], colour: "--plot-b", stepped: true, dash: [5, 3] },
      ],
      most: () => Math.max(run.capacities[0] || 0, run.capacities[1] || 0),
      say: (value) => words.count(value),
      unit: "jobs waiting",
    },
    {
      title: "Free arenas",
      series: [{ label: "free", column: () => run.columns[2], colour: "--plot-c", stepped: true }],
      most: () => run.capacities[2] || 0,
      say: (value) => words.count(value),
      unit: "",
    },
    {
      title: "Input",
      series: [{ label: "", column: () => run.byteRates, colour: "--plot-a" }],
      most: () => 0,
      say: (value) => value.toFixed(value < 100 ? 1 : 0),
      unit: "MiB/s",
    },
    {
      title: "Rows",
      series: [{ label: "", column: () => run.rowRates, colour: "--plot-b" }],
      most: () => 0,
      say: (value) => words.short(value),
      unit: "rows/s",
    },
  ];

  class Plots {
    /** @param page {holder, css(name)} */
    constructor(run, timeline, page) {
      this.run = run;
      this.timeline = timeline;
      this.page = page;
      this.built = [];
      this.sampleVersion = -1;
    }

    build() {
      this.built.forEach((plot) => plot.chart.destroy());
      this.page.holder.replaceChildren();
      this.built = plots(this.run).map((plot) => this.buildOne(plot));
      this.sampleVersion = -1;
    }

    buildOne(plot) {
      const row = this.page.holder.appendChild(document.createElement("div"));
      row.className = "plot";
      const gutter = row.appendChild(document.createElement("div"));
      gutter.className = "plot-label";
      gutter.appendChild(document.createElement("strong")).textContent = plot.title;
      const values = plot.series.map((series) => {
        const line = gutter.appendChild(document.createElement("span"));
        const key = line.appendChild(document.createElement("i"));
        key.style.borderTopColor = this.page.css(series.colour);
        key.style.borderTopStyle = series.dash ? "dashed" : "solid";
        return line.appendChild(document.createElement("span"));
      });
      const top = gutter.appendChild(document.createElement("small"));
      const place = row.appendChild(document.createElement("div"));
      place.className = "plot-place";
      place.setAttribute("role", "img");
      const built = { plot, values, top, place };
      built.chart = new uPlot(this.options(plot, built), [[], ...plot.series.map(() => [])], place);
      return built;
    }

    options(plot, built) {
      const { css } = this.page;
      return {
        width: Math.max(50, this.timeline.width || 300),
        height: HEIGHT,
        padding: [4, 0, 2, 0],
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
        scales: {
          x: { time: false, auto: false },
          y: { range: (chart, low, high) => [0, Math.max(plot.most(), high || 0, 1) * 1.06] },
        },
        axes: [
          { show: false },
          {
            size: 0,
            gap: 0,
            values: (chart, splits) => splits.map(() => ""),
            ticks: { show: false },
            grid: { stroke: () => css("--rule"), width: 1 },
            space: 30,
          },
        ],
        series: [
          {},
          ...plot.series.map((series) => ({
            label: series.label,
            stroke: () => css(series.colour),
            fill: plot.series.length === 1 ? () => `${css(series.colour)}2a` : undefined,
            width: 1.5,
            dash: series.dash,
            points: { show: false },
            paths: series.stepped ? uPlot.paths.stepped({ align: 1 }) : uPlot.paths.linear(),
          })),
        ],
        hooks: { setCursor: [(chart) => this.tell(built, chart.cursor.idx)] },
      };
    }

    /** Says the figures at an index, or the newest. */
    tell(built, index) {
      const at = index === null || index === undefined ? this.run.times.length - 1 : index;
      built.plot.series.forEach((series, i) => {
        const value = series.column()[at];
        const text = value === undefined ? "–" : built.plot.say(value);
        built.values[i].textContent = [series.label, text, built.plot.unit].filter(Boolean).join(" ");
      });
      const most = built.plot.most();
      built.top.textContent = most > 0 ? `of ${most}` : "";
      built.place.setAttribute("aria-label", `${built.plot.title}: ${built.values.map((v) => v.textContent).join(", ")}`);
    }

    /** Brings data, width and the shown stretch up to date. */
    draw() {
      const { run, timeline } = this;
      if (this.built.length === 0) this.build();
      const fresh = this.sampleVersion !== run.sampleVersion;
      this.sampleVersion = run.sampleVersion;
      const min = timeline.view.fromUs / 1e6;
      const max = timeline.view.toUs / 1e6;
      for (const built of this.built) {
        const { chart, plot } = built;
        if (chart.width !== timeline.width) chart.setSize({ width: timeline.width, height: HEIGHT });
        if (fresh) chart.setData([run.times, ...plot.series.map((series) => series.column())], false);
        chart.setScale("x", { min, max });
        if (fresh && chart.cursor.idx == null) this.tell(built, null);
      }
    }

    /** Shows the moment that is pointed at in the lanes. */
    point(x) {
      for (const { chart } of this.built) chart.setCursor(x === null ? { left: -10, top: -10 } : { left: x, top: 10 }, false);
    }
  }

  Juggle.Plots = Plots;
})();
