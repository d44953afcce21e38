// Pages that renew themselves, and what every page of the staff knows of the server: «collegato», «3 da inviare», «ultima
// risposta alle 10:42:05».
//
// The page says from where it comes and which mark it has (`<main data-live-from data-live-mark>`, pages/live.py); each
// part that may change is `<… id="…" data-live>`, parts within parts too. Every few seconds (`data-live-every`, 5) the
// address is asked again with the mark; 304: nothing changed. Else the answer's parts take the place of those that read
// otherwise than before: the smallest that differ, and none under somebody's fingers. Those wait until the fingers are gone.
// A part that was exchanged is told by the event `live:shown` on it, and `live:answered` when all of an answer has its place.
// A list (`data-live-list`) takes and gives back its items one by one: a new one comes though another is held.
// A page that is not looked at asks nothing, but for one that is listened to: one with a `data-live-awake`.
(() => {
  "use strict";
  const EVERY = 5000;
  const SOON = 1000; // after the page was opened: until then nothing is said of the server
  const LONG = 10000; // after this the network counts as down
  const SLOWEST = 30000;
  const OURS = "X-Request-ID"; // every answer of our server has its number

  const sent = new WeakMap(); // of a part: what the server sent last, not what scripts and people made of it
  let later = null; // parts that could not take their place yet
  let timer = 0;
  let asking = false;
  let failed = 0;
  let heard = null; // the server's own time of its last answer
  let mark = null;
  let state = "begun";
  let swapped = 0; // how often an answer of its own took a place in the page

  const main = () => document.querySelector("main[data-live-from]");
  const isAsleep = () => document.hidden && !document.querySelector("[data-live-awake]");
  const me = () => document.body.dataset.user || "";

  // ---- parts --------------------------------------------------------------

  const PART = "[data-live][id]";
  const LIST = "[data-live-list]"; // whatever is in it is a part
  // Those directly within a part, or within the page.
  const parts = (root) => {
    const around = root.matches(PART) ? root : null;
    return [...root.querySelectorAll(PART)].filter((one) => one.parentElement.closest(PART) === around);
  };

  // What each answer holds anew is no news.
  const bare = (html) => html.replace(/name="(csrfmiddlewaretoken|key)" value="[^"]*"/g, "");

  // A part as text, without the parts within it; and these.
  const read = (part) => {
    const inner = parts(part);
    const copy = part.cloneNode(!part.matches(LIST));
    for (const one of parts(copy)) one.replaceWith(`{${one.id}}`);
    return { hull: bare(copy.outerHTML), inner };
  };

  const remember = (part) => {
    const { hull, inner } = read(part);
    sent.set(part, hull);
    inner.forEach(remember);
  };

  const isFilled = (one) => {
    if (one.type === "hidden") return false;
    if (one.matches("select")) return one.selectedOptions[0] !== ([...one.options].find((option) => option.defaultSelected) || one.options[0]);
    return /radio|checkbox/.test(one.type) ? one.checked !== one.defaultChecked : one.value !== one.defaultValue;
  };
  const BUSY = ":active, details[open], dialog[open], [aria-busy=true], [aria-expanded=true], .htmx-request, .is-sending, .is-waiting, .is-changed, [data-unsaved]";

  const isTouched = (part) => {
    const here = document.activeElement;
    if (here && here !== document.body && part.contains(here)) return true;
    if (part.matches(BUSY) || part.querySelector(BUSY)) return true;
    const chosen = document.getSelection();
    if (chosen && !chosen.isCollapsed && chosen.containsNode(part, true)) return true;
    return [...part.querySelectorAll("input, select, textarea")].some(isFilled);
  };

  // True when everything of `fresh` has its place; else some of it must wait.
  const exchange = (old, fresh) => {
    const now = read(fresh);
    const known = sent.get(old);
    const mine = parts(old);
    if (known === now.hull && old.matches(LIST)) return arrange(old, mine, now.inner);
    const isSameHull = known === now.hull && mine.map((one) => one.id).join() === now.inner.map((one) => one.id).join();
    if (isSameHull) return now.inner.map((one, place) => exchange(mine[place], one)).every(Boolean);
    if (isTouched(old)) return false;
    place(fresh, (placed) => old.replaceWith(placed));
    return true;
  };

  const place = (fresh, put) => {
    const placed = document.importNode(fresh, true);
    put(placed);
    remember(placed);
    window.htmx?.process(placed);
    placed.dispatchEvent(new CustomEvent("live:shown", { bubbles: true }));
    return placed;
  };

  // The items of a list in the order of the answer; one that is held stays where it is, and what it was.
  const arrange = (list, mine, wanted) => {
    const ids = new Set(wanted.map((one) => one.id));
    const gone = mine.filter((one) => !ids.has(one.id));
    for (const one of gone) if (!isTouched(one)) one.remove();
    let isWhole = !gone.some((one) => one.isConnected);
    let last = null;
    const after = (one) => (last ? last.after(one) : list.prepend(one));
    for (const fresh of wanted) {
      const old = mine.find((one) => one.id === fresh.id);
      if (old) isWhole = exchange(old, fresh) && isWhole;
      const here = old ? document.getElementById(fresh.id) : place(fresh, after);
      const isNext = (last ? last.nextElementSibling : list.firstElementChild) === here;
      if (!isNext && isTouched(here)) isWhole = false;
      else if (!isNext) after(here);
      last = here;
    }
    return isWhole;
  };

  const show = (page) => {
    let isWhole = true;
    for (const fresh of parts(page)) {
      const old = document.getElementById(fresh.id);
      if (old?.matches("[data-live]")) isWhole = exchange(old, fresh) && isWhole;
    }
    later = isWhole ? null : page;
    document.dispatchEvent(new CustomEvent("live:answered"));
  };

  // ---- what is known of the server ----------------------------------------

  const kept = (name) => Number(document.documentElement.dataset[name] || 0);
  // The desk is told of all that is not recorded, whatever keeps it here.
  const unrecorded = () => kept("waiting") + kept("drafts") + kept("refused");

  const paint = () => {
    const line = document.getElementById("live-state");
    if (!line) return;
    if (line.dataset.state !== state) line.dataset.state = state;
    for (const word of line.querySelectorAll("[data-when]")) word.hidden = !word.dataset.when.split(" ").includes(state);
    for (const count of line.querySelectorAll("[data-count]")) {
      count.hidden = !kept(count.dataset.count);
      count.querySelector("span").textContent = String(kept(count.dataset.count));
    }
    line.querySelector("a[data-count]").href = document.documentElement.dataset.draftAt || "#";
    const when = line.querySelector("[data-heard]");
    when.hidden = !heard;
    if (heard) when.querySelector("time").textContent = heard.toLocaleTimeString(document.documentElement.lang, { hourCycle: "h23" });
  };
  const become = (next) => {
    state = next;
    paint();
  };

  // This browser's name for the account: by chance, kept by it alone.
  const device = () => {
    const place = `device-${me()}`;
    try {
      let name = localStorage.getItem(place);
      if (!name) {
        name = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
        localStorage.setItem(place, name);
      }
      return name;
    } catch {
      return ""; // storage is forbidden: the desk does not hear of it
    }
  };

  // What this browser told last of what waits in it, and was answered: in whichever tab.
  const toldAt = () => `told-${me()}`;
  const told = () => {
    try {
      return localStorage.getItem(toldAt()) || "";
    } catch {
      return "";
    }
  };
  const tell = (count) => {
    try {
      if (told() !== count) localStorage.setItem(toldAt(), count);
    } catch {
      // Storage is forbidden: it tells anew each time.
    }
  };

  // ---- asking -------------------------------------------------------------

  const pause = () => {
    const every = Number(main()?.dataset.liveEvery || 0) * 1000 || EVERY;
    return Math.min(every * 2 ** failed, Math.max(SLOWEST, every)) * (0.9 + Math.random() / 5);
  };
  const next = (wait = pause()) => {
    clearTimeout(timer);
    if (main() && !isAsleep() && state !== "out" && state !== "lost") timer = setTimeout(ask, wait);
  };

  const answered = async (response, then) => {
    // A network that asks for a log-in of its own answers, and refuses, in nobody's name. (A cache may tell of 304 by itself.)
    if (response.status !== 304 && !response.headers.has(OURS)) throw new Error("that was not the server");
    const said = Date.parse(response.headers.get("Date") || "");
    if ([502, 503, 504].includes(response.status)) throw new Error("the server is away");
    if (response.status === 401) return become("out");
    if ([403, 404].includes(response.status)) return become("lost");
    if (response.status !== 304 && !response.ok) throw new Error("the server failed");
    const at = new Date(Number.isNaN(said) ? Date.now() : said);
    document.dispatchEvent(new CustomEvent("live:heard", { detail: response.headers.get("Date") }));
    if (response.status === 304) {
      heard = at;
      if (then === swapped) mark = response.headers.get("ETag") || mark;
      return become("here");
    }
    const page = new DOMParser().parseFromString(await response.text(), "text/html").querySelector("main[data-live-mark]");
    if (!page) throw new Error("that was no page that renews itself");
    heard = at;
    if (page.dataset.liveMark.split(".")[1] !== me()) return become("out"); // somebody else signed in on this device
    if (then !== swapped) return become("here"); // made before something else was recorded here: it comes again
    mark = response.headers.get("ETag") || mark;
    show(page);
    return become("here");
  };

  const ask = async () => {
    if (asking || !main() || isAsleep()) return;
    asking = true;
    const at = main();
    const then = swapped;
    if (later) show(later);
    try {
      const waiting = String(unrecorded());
      const headers = { "X-Live": "1", "X-Device": device(), "X-Waiting": waiting, "X-Told": told() };
      if (mark) headers["If-None-Match"] = mark;
      const options = { headers, cache: "no-store", signal: AbortSignal.timeout(LONG) };
      const response = await fetch(at.dataset.liveFrom, options);
      if (at === main()) await answered(response, then);
      if (state === "here") tell(waiting);
      failed = 0;
    } catch {
      failed = Math.min(failed + 1, 5);
      if (at === main()) become("away");
    } finally {
      asking = false;
      next();
    }
  };

  const begin = () => {
    const page = main();
    later = null;
    mark = page?.dataset.liveMark ? `W/"live-${page.dataset.liveMark}."` : null;
    if (page) parts(page).forEach(remember);
    become(state === "here" ? "here" : "begun");
    next(SOON);
  };
  const atOnce = () => {
    failed = 0;
    paint();
    next(0);
  };

  document.addEventListener("visibilitychange", atOnce);
  window.addEventListener("online", atOnce);
  window.addEventListener("offline", () => become("away"));
  window.addEventListener("pageshow", (event) => event.persisted && atOnce());
  document.addEventListener("focusout", () => setTimeout(() => later && show(later), 300));
  document.addEventListener("outbox:changed", paint);
  // What was just recorded here is newer than what waits, or is on its way.
  document.addEventListener("htmx:afterSwap", () => {
    swapped += 1;
    later = null;
    mark = null;
  });
  document.addEventListener("shell:shown", begin);
  begin();
})();
