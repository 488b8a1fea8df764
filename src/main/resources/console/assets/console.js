// What the pages do better with JavaScript. Without it they show and send all the same.
"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const one = (selector) => document.querySelector(selector);

  // --- Moments in the reader's own time; UTC on hover ---

  const format = (options) => new Intl.DateTimeFormat(undefined, { hourCycle: "h23", ...options });
  const clock = format({ hour: "2-digit", minute: "2-digit", second: "2-digit" });
  const day = format({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

  const showLocalTimes = (within) => {
    const today = new Date().toDateString();
    for (const time of all("time[datetime]:not([title])", within)) {
      const moment = new Date(time.dateTime);
      if (Number.isNaN(moment.getTime())) continue;
      time.title = `${moment.toISOString().replace("T", " ").slice(0, 19)} UTC`;
      time.textContent = (moment.toDateString() === today ? clock : day).format(moment);
    }
    for (const link of all("a[data-today]", within)) {
      const midnight = new Date();
      midnight.setHours(0, 0, 0, 0);
      const address = new URL(link.href);
      address.searchParams.set("from", midnight.toISOString());
      link.href = address;
    }
  };

  // --- Pages that keep themselves up to date ---

  let current = null;
  let asOf = new Date();

  const mark = (line) => {
    for (const other of all("[data-line].at")) other.classList.remove("at");
    current = line?.id ?? null;
    line?.classList.add("at");
  };

  document.addEventListener("htmx:beforeRequest", (event) => {
    const chosenText = !getSelection().isCollapsed;
    const written = all("#live input, #live textarea").some((field) => field.value !== field.defaultValue);
    // A page that nobody looks at asks nothing, and what somebody is about to copy or has written stays.
    if (document.hidden || chosenText || written) event.preventDefault();
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.xhr.status >= 400) {
      away(true);
    } else if (!event.detail.serverResponse.includes('id="live"')) {
      // Signed out, or nothing goes on any more: the page itself tells.
      event.detail.shouldSwap = false;
      location.reload();
    } else {
      away(false);
    }
  });
  document.addEventListener("htmx:sendError", () => away(true));
  document.addEventListener("htmx:afterSettle", () => {
    showLocalTimes(document);
    if (current) document.getElementById(current)?.classList.add("at");
    drawCharts();
  });

  const away = (isAway) => {
    const notice = one("#away");
    if (isAway && notice.hidden) one("#away-since").textContent = clock.format(asOf);
    notice.hidden = !isAway;
    if (!isAway) asOf = new Date();
  };

  // --- Forms: once is enough ---

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || event.defaultPrevented) return;
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "yes";
  });
  // Coming back to a page by the browser's own means, its forms can be used again.
  addEventListener("pageshow", () => {
    for (const form of all("form[data-sent]")) delete form.dataset.sent;
    countChosen();
  });

  // --- Choosing lines ---

  const boxes = () => all('input[type="checkbox"][name="job"]');

  const countChosen = () => {
    const button = one("#send-chosen");
    if (!button) return;
    const chosen = boxes().filter((box) => box.checked).length;
    const whole = one("#choose-all");
    whole.checked = chosen > 0 && chosen === boxes().length;
    whole.indeterminate = chosen > 0 && !whole.checked;
    one("#chosen-count .js-only").textContent = chosen === 0 ? "None chosen" : `${chosen} chosen`;
    button.disabled = chosen === 0;
    button.textContent = chosen === 0 ? "Send chosen again" : `Send ${chosen} again`;
  };

  document.addEventListener("change", (event) => {
    if (event.target.id === "choose-all") {
      for (const box of boxes()) box.checked = event.target.checked;
    } else if (event.target.id === "keys-on") {
      localStorage.setItem("shortcuts", event.target.checked ? "on" : "off");
    }
    countChosen();
  });

  // --- Keyboard ---

  const shortcutsOn = () => localStorage.getItem("shortcuts") !== "off";

  const move = (by) => {
    const lines = all("[data-line]");
    if (lines.length === 0) return;
    const at = lines.findIndex((line) => line.id === current);
    const line = lines[Math.min(Math.max(at + by, 0), lines.length - 1)];
    mark(line);
    line.querySelector("a").focus();
    line.scrollIntoView({ block: "nearest" });
  };

  const line = () => (current ? document.getElementById(current) : null);

  const keys = {
    "/": () => {
      const search = one("#search");
      if (search) {
        search.focus();
        search.select();
      } else {
        location.assign("/console/dead-letters#search");
      }
    },
    j: () => move(1),
    k: () => move(-1),
    x: () => line()?.querySelector('input[type="checkbox"]')?.click(),
    r: () => {
      const chosen = one("#send-chosen");
      if (chosen && !chosen.disabled) chosen.focus();
      else (line()?.querySelector("[data-again]") ?? one("button[data-again]"))?.focus();
    },
    "?": () => one("#keys").showModal(),
  };

  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, dialog");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !shortcutsOn()) {
      if (event.key === "Escape" && event.target.id === "search") event.target.blur();
      return;
    }
    const action = keys[event.key];
    if (action) {
      event.preventDefault();
      action();
    }
  });
  document.addEventListener("focusin", (event) => {
    const focused = event.target.closest("[data-line]");
    if (focused) mark(focused);
  });
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-opens]");
    if (opener) document.getElementById(opener.dataset.opens).showModal();
  });

  // --- Charts, drawn from the table that is there without them ---

  const charts = new Map();

  const colour = (name) => getComputedStyle(root).getPropertyValue(name).trim();

  const drawCharts = () => {
    if (!window.uPlot) return;
    for (const place of all("[data-chart]")) {
      const table = document.getElementById(place.dataset.chart);
      if (!table) continue;
      const rows = all("tbody tr", table);
      const data = [rows.map((row) => Date.parse(row.querySelector("time").dateTime) / 1000)];
      const heads = all("thead th", table).slice(1);
      heads.forEach((head, i) => data.push(rows.map((row) => Number(row.cells[i + 1].dataset.value))));
      const chart = charts.get(place);
      if (chart) {
        chart.setData(data);
        continue;
      }
      const axis = { stroke: colour("--soft"), grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false }, font: "12px system-ui" };
      charts.set(place, new uPlot({
        width: place.clientWidth - 32,
        height: 240,
        scales: { y: { range: (u, least, most) => [0, Math.max(most, 1) * 1.1] } },
        cursor: { points: { size: 6 } },
        axes: [axis, { ...axis, size: 48 }],
        series: [{ value: (u, at) => (at == null ? "" : clock.format(new Date(at * 1000))) }].concat(heads.map((head) => ({
          label: head.textContent,
          stroke: colour(head.dataset.colour),
          width: 2,
          dash: head.dataset.dash ? [6, 4] : undefined,
          points: { show: false },
        }))),
      }, data, place));
    }
  };
  addEventListener("resize", () => {
    for (const [place, chart] of charts) chart.setSize({ width: place.clientWidth - 32, height: 240 });
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    for (const [place, chart] of charts) {
      chart.destroy();
      charts.delete(place);
    }
    drawCharts();
  });

  document.addEventListener("DOMContentLoaded", () => {
    showLocalTimes(document);
    one("#keys-on").checked = shortcutsOn();
    countChosen();
    drawCharts();
    if (location.hash === "#search") one("#search")?.focus();
    // What an action came to is told once, and not again when the page is loaded again.
    const address = new URL(location.href);
    if (address.searchParams.has("said")) {
      for (const name of ["said", "count", "late"]) address.searchParams.delete(name);
      history.replaceState(null, "", address);
    }
  });
})();
