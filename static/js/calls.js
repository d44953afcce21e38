// A new call in the queue of the arbiters is counted in the page's title and, where the switch is on, heard: the beep is
// made here, so that neither internet nor HTTPS is needed. live.js brings the queue, to a page that nobody looks at too.
(() => {
  "use strict";
  const SOUND = "calls-sound";
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

  // Beside the switch: on, and yet nothing would be heard.
  const tellHush = () => {
    const words = document.querySelector("[data-calls-hush]");
    if (words) words.hidden = !isOn() || audio?.state === "running";
  };

  // Each document has to be let speak anew: at once where the browser remembers the tap that led here, else by the next one.
  const unlock = () => {
    if (isOn() && !audio) {
      audio = new AudioContext();
      audio.addEventListener("statechange", tellHush);
    }
    if (isOn() && audio.state !== "running") audio.resume();
    tellHush();
  };

  // The calls nobody took yet: of the queue, or on pages without it of the badge; null where there is neither.
  const waiting = () => {
    const queue = document.getElementById("call-lines");
    if (queue) return [...queue.querySelectorAll(".is-free[data-call]")].map((line) => line.dataset.call);
    const badge = document.getElementById("calls-waiting");
    return badge && (badge.querySelector("[data-free]")?.dataset.free.trim().split(" ") ?? []);
  };

  const look = () => {
    const title = document.title.replace(/^\(\d+\) /, "");
    const free = waiting();
    if (!free) {
      known = null;
      if (document.title !== title) document.title = title;
      return;
    }
    const shown = free.length ? `(${free.length}) ${title}` : title;
    if (document.title !== shown) document.title = shown;
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
    tellHush();
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
  document.addEventListener("live:answered", look);
  look();
  unlock();
})();
