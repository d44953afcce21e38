// Counts a round's time down. The server says how many seconds are left: this device's own clock may be wrong, and may be
// set while the page is open. What passes is counted by it all the same, for it goes on while the device sleeps, and
// every answer (304 too: `live:heard`) tells by the server's time how far it has since gone astray.
(() => {
  "use strict";

  const ASTRAY = 2000; // milliseconds; an answer's date is in whole seconds, and was on its way
  let ahead = null; // of the device's clock, the server's, when it was last set
  let moved = 0; // by how much the device's clock was set since the page began

  const now = () => Date.now() + moved;
  const heard = (date) => {
    const gap = Date.parse(date || "") - Date.now();
    if (Number.isNaN(gap)) return;
    ahead ??= gap;
    if (Math.abs(gap - ahead) <= ASTRAY) return;
    moved += gap - ahead;
    ahead = gap;
    tick();
  };

  const face = (seconds) => {
    const whole = Math.abs(seconds);
    const sign = seconds < 0 ? "+" : "";
    return `${sign}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  };

  const tick = () => {
    for (const clock of document.querySelectorAll("[data-clock][data-running]")) {
      clock.dataset.since ??= String(now());
      const passed = Math.floor((now() - Number(clock.dataset.since)) / 1000);
      const left = Number(clock.dataset.left) - passed;
      const shown = face(left);
      const text = clock.querySelector("[data-clock-face]");
      if (text.textContent !== shown) text.textContent = shown;
      clock.classList.toggle("clock-over", left < 0);
      clock.classList.toggle("clock-last", left >= 0 && left < 300);
    }
  };

  document.addEventListener("DOMContentLoaded", tick);
  document.addEventListener("htmx:afterSettle", tick);
  document.addEventListener("visibilitychange", tick);
  document.addEventListener("live:heard", (event) => heard(event.detail));
  document.addEventListener("htmx:afterRequest", (event) => heard(event.detail.xhr?.getResponseHeader("Date")));
  setInterval(tick, 250);
})();
