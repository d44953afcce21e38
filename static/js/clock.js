// Counts a round's time down. The server says how many seconds are left: this device's own clock may be wrong.
(() => {
  "use strict";

  const face = (seconds) => {
    const whole = Math.abs(seconds);
    const sign = seconds < 0 ? "+" : "";
    return `${sign}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  };

  const tick = () => {
    for (const clock of document.querySelectorAll("[data-clock][data-running]")) {
      clock.dataset.since ??= String(performance.now());
      const passed = Math.floor((performance.now() - Number(clock.dataset.since)) / 1000);
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
  setInterval(tick, 250);
})();
