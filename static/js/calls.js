// Calls for the arbiter, live: a part with `data-live` is asked for again with the version it shows; the server answers
// 304 while nothing changed. A new call in the queue is counted in the page's title and, where the switch is on, heard:
// the beep is made here, so that neither internet nor HTTPS is needed. What somebody is using is never replaced.
(() => {
  "use strict";
  const SOUND = "calls-sound";
  const TICK = 500; // milliseconds between two looks at what is due
  const asked = new WeakMap(); // when a part was last asked for
  let known = null; // the calls of the queue that this page has shown
  let audio = null;

  const isOn = () => {
    try {
      return localStorage.getItem(SOUND) === "on";
    } catch {
      return false;
    }
  };

  const beep = () => {
    if (!audio || audio.state !== "running") return; // browsers let a page be heard only after a gesture
    for (const [at, pitch] of [[0, 880], [0.18, 1175]]) {
      const tone = audio.createOscillator();
      const loud = audio.createGain();
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0.2, audio.currentTime + at);
      loud.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.16);
      tone.connect(loud).connect(audio.destination);
      tone.start(audio.currentTime + at);
      tone.stop(audio.currentTime + at + 0.17);
    }
  };

  const unlock = () => {
    if (!isOn()) return;
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume();
  };

  const look = () => {
    const queue = document.querySelector("[data-calls]");
    const title = document.title.replace(/^\(\d+\) /, "");
    if (!queue) {
      known = null;
      if (document.title !== title) document.title = title;
      return;
    }
    const waiting = Number(queue.dataset.calls);
    const shown = waiting ? `(${waiting}) ${title}` : title;
    if (document.title !== shown) document.title = shown;
    const free = [...queue.querySelectorAll(".is-free[data-call]")].map((line) => line.dataset.call);
    if (known && free.some((call) => !known.has(call))) {
      document.dispatchEvent(new CustomEvent("calls:new"));
      if (isOn()) beep();
    }
    known = new Set([...(known ?? []), ...free]);
    const box = document.querySelector("[data-calls-sound]");
    if (box?.hidden) {
      box.hidden = false;
      box.querySelector("input").checked = isOn();
    }
  };

  const isInUse = (part) =>
    part.querySelector("[aria-busy=true], details[open]") || (part.contains(document.activeElement) && document.activeElement !== document.body);

  const ask = async (part) => {
    asked.set(part, Date.now());
    let response;
    try {
      const url = `${part.dataset.live}?v=${encodeURIComponent(part.dataset.liveVersion)}`;
      response = await fetch(url, { cache: "no-store", redirect: "error", signal: AbortSignal.timeout(10000) });
    } catch {
      return; // no network: the connection's own line says so, and the next tick asks again
    }
    if (response.status !== 200 || !part.isConnected || isInUse(part)) return;
    const made = new DOMParser().parseFromString(await response.text(), "text/html").querySelector(`#${part.id}`);
    if (!made || !part.isConnected || isInUse(part)) return;
    part.replaceWith(document.adoptNode(made));
    asked.set(made, Date.now());
    look();
  };

  const tick = () => {
    if (document.hidden && !document.querySelector("[data-calls]")) return;
    for (const part of document.querySelectorAll("[data-live]")) {
      const since = Date.now() - (asked.get(part) ?? Date.now());
      if (!asked.has(part)) asked.set(part, Date.now());
      else if (since >= Number(part.dataset.liveEvery)) ask(part);
    }
  };

  document.addEventListener("pointerdown", unlock);
  document.addEventListener("keydown", unlock);
  document.addEventListener("change", ({ target }) => {
    if (!target.closest("[data-calls-sound]")) return;
    try {
      localStorage.setItem(SOUND, target.checked ? "on" : "off");
    } catch {
      // Storage is forbidden: the switch holds as long as it is seen.
    }
    unlock();
    setTimeout(() => target.checked && beep(), 100); // so that one hears what to listen for
  });
  document.addEventListener("shell:shown", look);
  setInterval(tick, TICK);
  look();
})();
