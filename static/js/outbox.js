// What this device keeps until the server has recorded it: one store for every form and every cell of the grid.
//
// An entry is what one request says, with its key. A draft is what was typed and not yet sent. Entries of one lane (a
// table) are sent in the order they were made, lanes beside each other.
(() => {
  "use strict";
  const AT_ONCE = 4; // requests under way at the same moment
  const store = `kept-entries-${document.body.dataset.user || "nobody"}`;

  const read = () => {
    try {
      return JSON.parse(localStorage.getItem(store)) || [];
    } catch {
      return [];
    }
  };
  // What has not arrived, for whoever shows it (live.js, grid-keep.js): what is sent by itself, what nothing sends before
  // its owner does, what the server refused.
  const count = (entries) => {
    const kept = document.documentElement.dataset;
    const drafts = entries.filter((entry) => entry.draft);
    kept.waiting = String(entries.filter(isWaiting).length);
    kept.drafts = String(drafts.length);
    kept.refused = String(entries.filter((entry) => entry.refused).length);
    kept.draftAt = drafts.length ? (drafts[0].at || drafts[0].page) + drafts[0].part : "";
    document.dispatchEvent(new CustomEvent("outbox:changed"));
  };
  const write = (entries) => {
    try {
      localStorage.setItem(store, JSON.stringify(entries));
    } catch {
      // Storage is forbidden or full: the filled form is still on the screen.
    }
    count(entries);
  };

  // A cell typed anew takes the place of what waited for it; a draft only that of another draft.
  const isReplaced = (other, entry) =>
    other.key === entry.key || (entry.part && other.url === entry.url && (!entry.draft || other.draft));
  const keep = (entry) => write([...read().filter((other) => !isReplaced(other, entry)), entry]);
  const forget = (key) => {
    const entries = read();
    if (entries.some((entry) => entry.key === key)) write(entries.filter((entry) => entry.key !== key));
  };
  // What was replaced meanwhile is not brought back.
  const update = (key, more) => write(read().map((entry) => (entry.key === key ? { ...entry, ...more } : entry)));

  // A draft that its page takes no more would wait for ever: it is refused, its owner reads it and discards it.
  const strand = ({ key, values }, why = "") =>
    update(key, { draft: false, refused: true, stranded: true, why, said: `${values.a} – ${values.b}` });

  const isWaiting = (entry) => !entry.refused && !entry.draft;
  const laneOf = (entry) => entry.lane || "";
  // What may be sent now: of each lane that has nothing under way the first that waits.
  const turns = (entries, busy, most = AT_ONCE) => {
    const taken = new Set(busy);
    const found = [];
    for (const entry of entries.filter(isWaiting)) {
      if (taken.size >= most || taken.has(laneOf(entry))) continue;
      taken.add(laneOf(entry));
      found.push(entry);
    }
    return found;
  };

  const newKey = () => {
    const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
    return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  };

  const send = (entry) => {
    keep(entry);
    document.dispatchEvent(new CustomEvent("outbox:send"));
  };

  window.outbox = {
    read, write, keep, forget, update, strand, send, turns, isWaiting, laneOf, newKey, count, isLeaving: false,
  };
})();
