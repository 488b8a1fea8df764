// What the pages do better with JavaScript. Without it they work all the same.
"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("js");

  // Moments in the reader's own time, the UTC that was there on hover.
  const today = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
  const older = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hour12: false });
  const localTimes = (within) => {
    const day = new Date().toDateString();
    for (const time of within.querySelectorAll("time[datetime]:not([title])")) {
      const moment = new Date(time.dateTime);
      if (!Number.isNaN(moment.getTime())) {
        time.title = time.dateTime.replace("T", " ").replace(/\.\d+Z$/, "").replace("Z", "") + " UTC";
        time.textContent = (moment.toDateString() === day ? today : older).format(moment);
      }
    }
  };

  document.addEventListener("DOMContentLoaded", () => localTimes(document));
  document.addEventListener("htmx:afterSettle", (event) => localTimes(event.target));

  // A page that nobody looks at asks nothing.
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (document.hidden && event.detail.requestConfig.verb === "get") {
      event.preventDefault();
    }
  });
})();
