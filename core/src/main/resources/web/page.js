// SPDX-License-Identifier: Apache-2.0
// Puts the page together: where the data comes from, what the words and buttons do, when to draw.
"use strict";

(function () {
  const { words } = Juggle;
  const BEHIND_MILLIS = 150; // a live view runs this much behind, so that the spans up to its edge have arrived
  const byId = (id) => document.getElementById(id);
  const unbroken = (text) => text.replace(/(\d) %/g, "$1\u00a0%");
  const setText = (id, text) => {
    const element = byId(id);
    if (element.textContent !== text) element.textContent = text;
  };

  let timeline = null;
  let plots = null;
  let paused = false;
  let shownUs = 0; // the moment that the view takes for now
  let heard = 0; // when the last message came
  let drawnVersion = -1;
  let dirty = true;
  let styles = null;
  let worded = 0;

  const css = (name) => {
    styles = styles || getComputedStyle(document.documentElement);
    return styles.getPropertyValue(name).trim();
  };

  // --- theme ---

  function setTheme(theme) {
    document.documentElement.dataset.theme = theme;
    styles = null;
    if (timeline) {
      timeline.layout();
      plots.build();
      buildLegend();
    }
    dirty = true;
    drawnVersion = -1;
  }

  function startTheme() {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    setTheme(dark.matches ? "dark" : "light");
    dark.addEventListener("change", () => setTheme(dark.matches ? "dark" : "light"));
    byId("theme").addEventListener("click", () => {
      setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
    });
  }

  // --- data ---

  function begin(hello) {
    Juggle.run = new Juggle.Run(hello);
    paused = false;
    shownUs = 0;
    const page = {
      canvas: byId("lanes"), overview: byId("overview"), window: byId("window"), gutter: byId("gutter"),
      tip: byId("tip"), said: byId("said"), css, changed: () => { dirty = true; },
    };
    page.gutter.replaceChildren();
    timeline = new Juggle.Timeline(Juggle.run, page);
    timeline.layout();
    plots = new Juggle.Plots(Juggle.run, timeline, { holder: byId("plots"), css });
    plots.build();
    Juggle.timeline = timeline;
    buildLegend();
  }

  function hear(message) {
    const lanes = Juggle.run.lanes.length;
    Juggle.run.apply(message);
    heard = performance.now();
    if (Juggle.run.lanes.length !== lanes) timeline.layout();
    if (Juggle.run.closed && timeline.following) {
      timeline.following = false;
      if (timeline.whole) timeline.fit();
    }
    dirty = true;
  }

  function listen() {
    const source = new EventSource("events");
    source.addEventListener("hello", (event) => begin(JSON.parse(event.data)));
    source.addEventListener("next", (event) => hear(JSON.parse(event.data)));
    source.addEventListener("end", () => source.close());
    source.onerror = () => {
      if (Juggle.run && Juggle.run.closed) source.close();
      else setStatus("lost", "connection lost");
    };
    const save = byId("save");
    save.hidden = false;
    save.addEventListener("click", () => {
      const link = document.createElement("a");
      link.href = "page.html";
      link.download = "juggle-trace.html";
      link.click();
    });
  }

  // --- words ---

  function setStatus(kind, text) {
    byId("status").className = `status ${kind}`;
    setText("status", text);
  }

  function sayAll() {
    const { run } = Juggle;
    const seconds = words.time(shownUs);
    if (paused) setStatus("", `paused at ${seconds}`);
    else if (run.closed) setStatus("", `finished in ${words.time(run.nowUs)}`);
    else setStatus("running", `running, ${seconds}`);
    if (!paused) {
      sayVerdict(run);
      sayTiles(run);
    }
    setText("settings", run.settings.map(([name, value]) => `${name} ${value}`).join("  ·  "));
    timeline.labelLanes();
    sayLegend(run);
    if (byId("table").closest("details").open) sayTable(run);
  }

  const limitStates = {
    READING: "READING", PARSING: "PARSING", TICKET: "TICKET", ENCODING: "ENCODING", WRITING: "PLACING",
    COMMITTING: "COMMITTING", ARENAS: "WAIT_ARENA", ORDER: "WAIT_TICKET", RESERVE: "WAIT_RESERVE", FINISHING: "FINISHING",
  };

  function sayVerdict(run) {
    const { verdict } = run;
    if (!verdict) return;
    setText("limit", run.closed ? `Limited by ${verdict.label}` : `So far limited by ${verdict.label}`);
    if (verdict.limit === "TOO_SHORT") setText("limit", verdict.label);
    setText("headline", unbroken(verdict.headline));
    sayAdvice(verdict.advice);
    const state = run.states.find((one) => one.name === limitStates[verdict.limit]);
    byId("verdict").style.setProperty("--limit", state ? Juggle.hex(state.colour) : "var(--soft)");
    const list = byId("details");
    if (list.dataset.text !== verdict.details.join("\n")) {
      list.dataset.text = verdict.details.join("\n");
      list.replaceChildren(...verdict.details.map((detail) => {
        const item = document.createElement("li");
        item.textContent = unbroken(detail);
        return item;
      }));
    }
  }

  /** Options stand out and don't break at their hyphens. */
  function sayAdvice(advice) {
    const place = byId("advice");
    if (place.textContent === advice) return;
    place.replaceChildren(...advice.split(/(--[a-z]+(?: (?:producer|consumer|stream|single))?)/).map((part, i) => {
      if (i % 2 === 0) return part;
      const code = document.createElement("code");
      code.textContent = part;
      return code;
    }));
  }

  function sayTiles(run) {
    const last = run.times.length - 1;
    if (last < 0) return;
    const over = run.closed && run.times[last] > 0; // over: the mean; before: now
    const mebibytes = over ? run.bytes[last] / 1048576 / run.times[last] : run.byteRates[last];
    setText("byte-rate", mebibytes.toFixed(mebibytes < 100 ? 1 : 0));
    setText("byte-total", `${words.bytes(run.bytes[last])} read`);
    setText("row-rate", words.short(over ? run.rows[last] / run.times[last] : run.rowRates[last]));
    setText("row-total", `${words.count(run.rows[last])} placed`);
    sayArenas(run, last);
    const setAside = run.columns[3][last];
    setText("set-aside", words.count(setAside));
    setText("set-aside-note", setAside > 0 ? "see _juggle_errors" : "");
    byId("set-aside").parentElement.classList.toggle("warn", setAside > 0);
    setText("spans", words.count(run.spanCount()));
    const dropped = run.droppedCount();
    setText("dropped", dropped > 0 ? `${words.count(dropped)} older ones dropped` : "none dropped");
  }

  function sayArenas(run, last) {
    const arenas = run.capacities[2] || 0;
    const [todo, done, free] = run.columns.map((column) =>
      (run.closed ? column.reduce((sum, value) => sum + value, 0) / column.length : column[last]));
    const figure = (value) => (run.closed ? value.toFixed(1) : String(value));
    setText("arenas", figure(Math.max(0, arenas - free)));
    setText("arenas-most", `of ${arenas}${run.closed ? " on average" : ""}`);
    setText("queues", `${figure(todo)} in todo, ${figure(done)} in done`);
  }

  // --- legend and table ---

  function buildLegend() {
    const legend = byId("legend");
    legend.replaceChildren();
    for (const work of [true, false]) {
      legend.appendChild(document.createElement("b")).textContent = work ? "Work" : "Waits, in the colour of what is waited for";
      Juggle.run.states.forEach((state, index) => {
        if (state.work !== work) return;
        const button = legend.appendChild(document.createElement("button"));
        button.type = "button";
        button.dataset.state = index;
        button.setAttribute("aria-pressed", "false");
        timeline.painter.swatch(button.appendChild(document.createElement("canvas")), index);
        button.append(state.label);
        button.appendChild(document.createElement("small"));
        button.addEventListener("click", () => {
          timeline.highlight(index);
          drawnVersion = -1;
          for (const other of legend.querySelectorAll("button")) {
            other.setAttribute("aria-pressed", String(Number(other.dataset.state) === timeline.highlighted));
          }
        });
      });
    }
  }

  function sayLegend(run) {
    const totals = run.stateTotals();
    const all = totals.reduce((sum, ns) => sum + ns, 0);
    for (const button of byId("legend").querySelectorAll("button")) {
      const ns = totals[Number(button.dataset.state)];
      button.hidden = ns === 0;
      const text = all > 0 ? words.percent(ns / all) : "";
      const small = button.querySelector("small");
      if (small.textContent !== text) small.textContent = text;
    }
  }

  function sayTable(run) {
    const cells = (row, tag, texts) => texts.forEach((text) => {
      row.appendChild(document.createElement(tag)).textContent = text;
    });
    const head = document.createElement("thead");
    cells(head.appendChild(document.createElement("tr")), "th", ["Thread", "State", "Time", "Share", "Spans", "Bytes", "Rows"]);
    const body = document.createElement("tbody");
    for (const lane of run.lanes) {
      const life = lane.totals.reduce((sum, total) => sum + (total ? total.ns : 0), 0);
      lane.totals.forEach((total, state) => {
        if (!total) return;
        cells(body.appendChild(document.createElement("tr")), "td", [
          lane.name, run.states[state].label, words.time(total.ns / 1000), words.percent(life > 0 ? total.ns / life : 0),
          words.count(total.spans), total.bytes > 0 ? words.bytes(total.bytes) : "", total.rows > 0 ? words.count(total.rows) : "",
        ]);
      });
    }
    byId("table").replaceChildren(head, body);
  }

  // --- drawing ---

  function now() {
    const { run } = Juggle;
    if (paused) return shownUs;
    const guess = run.closed ? run.nowUs : run.nowUs + (performance.now() - heard - BEHIND_MILLIS) * 1000;
    return run.closed ? guess : Math.max(shownUs, Math.min(guess, run.nowUs));
  }

  function frame() {
    requestAnimationFrame(frame);
    if (!timeline) return;
    const { run } = Juggle;
    const moment = now();
    const moving = moment !== shownUs && (timeline.following || timeline.whole);
    shownUs = moment;
    if (moving || dirty || (drawnVersion !== run.version && !paused)) {
      if (drawnVersion !== run.version && !paused) timeline.drawOverview(moment);
      drawnVersion = paused ? drawnVersion : run.version;
      timeline.draw(moment);
      plots.draw();
      plots.point(timeline.hover ? timeline.hover.x : null);
      sayRange();
      dirty = false;
    }
    if (performance.now() - worded > 150) {
      worded = performance.now();
      sayAll();
    }
  }

  function sayRange() {
    const { fromUs, toUs } = timeline.view;
    setText("range", timeline.whole ? `${words.time(toUs)}, all of it` : `${words.time(toUs - fromUs)} from ${(fromUs / 1e6).toFixed(3)} s`);
    byId("follow").setAttribute("aria-pressed", String(timeline.following));
    byId("follow").hidden = run().closed;
    byId("pause").hidden = run().closed && !paused;
  }

  const run = () => Juggle.run;

  // --- buttons and keys ---

  function pause() {
    if (run().closed && !paused) return;
    paused = !paused;
    byId("pause").setAttribute("aria-pressed", String(paused));
    setText("pause", paused ? "Go on" : "Pause");
    dirty = true;
    drawnVersion = -1;
    sayAll();
  }

  function listenToButtons() {
    const actions = {
      pause,
      follow: () => timeline.setFollowing(!timeline.following),
      "zoom-in": () => timeline.zoom(0.6),
      "zoom-out": () => timeline.zoom(1 / 0.6),
      fit: () => timeline.fit(),
    };
    for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", () => timeline && action());
    const keys = {
      "+": "zoom-in", "=": "zoom-in", "-": "zoom-out", 0: "fit", f: "follow", F: "follow", " ": "pause",
    };
    document.addEventListener("keydown", (event) => {
      const id = keys[event.key];
      const onControl = event.target.closest && event.target.closest("button, summary, a");
      if (!id || !timeline || event.ctrlKey || event.metaKey || event.altKey || (event.key === " " && onControl)) return;
      event.preventDefault();
      actions[id]();
    });
    byId("lanes").addEventListener("focus", () => { dirty = true; });
    new ResizeObserver(() => {
      if (timeline && timeline.canvas.parentElement.clientWidth !== timeline.width) {
        timeline.layout();
        drawnVersion = -1;
        dirty = true;
      }
    }).observe(byId("lanes").parentElement);
  }

  Juggle.isPaused = () => paused;
  Juggle.shownUs = () => shownUs;
  startTheme();
  listenToButtons();
  if (window.juggleRun) {
    begin(window.juggleRun[0]);
    hear(window.juggleRun[1]);
  } else {
    listen();
  }
  requestAnimationFrame(frame);
})();
