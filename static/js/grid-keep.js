// What is typed into the grid is kept on this device, cell by cell, until the server has recorded it: found again after
// a reload, sent table beside table, told row by row.
(() => {
  "use strict";
  const { read, keep, forget, strand, send, isWaiting, newKey } = window.outbox;
  const grid = () => document.getElementById("grid");
  const POINTS = ".cell > input:not([type])";
  const MOST_NAMED = 4; // cells refused

  // The fields of the two lines are named after table, board and the version seen: «a-12-3-1».
  const partsOf = (inside) => {
    const cell = inside.closest(".cell");
    const [a, b] = cell.querySelectorAll(POINTS);
    return {
      cell,
      a,
      b,
      reason: cell.querySelector("[name=reason]"),
      version: Number(a?.name.split("-")[3] || 0),
      confirm: cell.parentElement.querySelector("[name=confirm]"),
    };
  };
  const knownOf = (input) => input.dataset.known ?? input.defaultValue;
  const isAsKnown = (input) => input.value.trim() === knownOf(input);
  const whereOf = (cell) => {
    const label = cell.querySelector("[aria-label]").getAttribute("aria-label");
    return label.split(", ").slice(0, 2).join(", ");
  };

  const tableOf = (cell) => cell.id.split("-")[1];
  const addressOf = (path) => new URL(`../tavoli/${path}`, grid().action).pathname;
  const scoreOf = (cell) => addressOf(cell.id.split("-").slice(1).join("/smazzate/") + "/");
  const laneOf = (table) => addressOf(`${table}/`);
  const draftOf = (cell) => `draft ${scoreOf(cell)}`;
  const here = () => read().filter((entry) => entry.page === location.pathname && entry.lane);

  // ---- kept, sent -----------------------------------------------------------

  const typedIn = ({ a, b, reason, cell }) => ({
    values: { a: a.value, b: b.value, isTyped: b.dataset.typed || "", reason: reason?.value || "" },
    // Typed over what was seen then: what came in between is told, not written over.
    version: cell.dataset.seen || a.name.split("-")[3],
  });
  const entryOf = (cell) => ({
    url: scoreOf(cell),
    page: location.pathname,
    part: `#${cell.id}`,
    lane: laneOf(tableOf(cell)),
    what: whereOf(cell),
    of: grid().dataset.of,
    at: location.pathname + location.search,
    drawn: grid().dataset.drawn,
  });

  const remember = (parts) => {
    const { cell, a, b } = parts;
    if (isAsKnown(a) && isAsKnown(b)) forget(draftOf(cell));
    else keep({ ...entryOf(cell), ...typedIn(parts), key: draftOf(cell), draft: true });
  };
  // What is on its way is not called back.
  const drop = (cell) => {
    const mine = read().filter((entry) => entry.lane && entry.url === scoreOf(cell) && !isWaiting(entry));
    mine.forEach((entry) => forget(entry.key));
    delete cell.dataset.seen;
  };

  // A key pressed twice is one request: what waits already and says the same keeps its key.
  const sendFields = (entry, fields) => {
    const said = String(new URLSearchParams(fields));
    if (read().some((other) => isWaiting(other) && other.url === entry.url && other.sent === said)) return;
    const key = newKey();
    send({ ...entry, key, sent: said, fields: String(new URLSearchParams({ ...fields, key })) });
  };
  const record = (parts) => {
    const { cell, a, b } = parts;
    const typed = typedIn(parts);
    const sure = cell.querySelector("[name=sure]")?.value || "";
    const fields = { line_a: a.value, line_b: b.value, version: typed.version, reason: typed.values.reason, sure };
    const said = [a.value.trim(), b.value.trim(), typed.values.reason.trim()].filter(Boolean).join(" – ");
    sendFields({ ...entryOf(cell), ...typed, said }, fields);
  };
  // One confirmation for all that the row shows.
  const confirm = (button) => {
    const row = button.closest("tr");
    const table = row.id.split("-")[1];
    const place = { page: location.pathname, part: `#${row.id}`, lane: laneOf(table) };
    const told = { what: `${grid().dataset.table} ${table}`, of: grid().dataset.of, said: button.textContent.trim(), once: true };
    sendFields({ ...place, ...told, url: addressOf(`${table}/conferma/`) }, { seen: button.value.split(":")[1] });
  };

  // The version that the button names, taken back after all that its table still has to send.
  const undo = (cell, button) => {
    const told = { said: button.textContent.trim().replace(/\s+/g, " "), once: true, undone: true };
    const url = new URL(button.formAction).pathname;
    sendFields({ ...entryOf(cell), ...told, url }, { version: button.value });
  };

  // ---- told -----------------------------------------------------------------

  const saved = new Set(); // the tables whose last figures arrived while the page stood here

  const stateOf = (entries) => {
    if (entries.some((entry) => entry.refused)) return "refused";
    return entries.length ? "waiting" : "";
  };
  const tellRow = (row, entries, words) => {
    const state = stateOf(entries) || (saved.has(row.id) ? "saved" : "");
    const line = row.querySelector(".row-kept");
    if (!line || (state !== "refused" && (line.dataset.kept || "") === state)) return;
    line.dataset.kept = state;
    // Where no cell says why, the row does.
    const why = state === "refused" && !row.querySelector(".cell-why") && entries.find((entry) => entry.refused).why;
    line.textContent = state && [words[state], why].filter(Boolean).join(": ");
    row.toggleAttribute("data-unsaved", state === "waiting" || state === "refused");
  };
  // Of a round prepared anew since: another pair sits at its table, or nobody.
  const isOfOthers = (entry) => entry.drawn && grid()?.dataset.drawn && entry.drawn !== grid().dataset.drawn;
  // Of a round closed or withdrawn, of a score fixed or ruled meanwhile. What stands on another page of the grid waits there.
  const isStranded = (entry) => {
    if (entry.draft && isOfOthers(entry)) return true;
    const row = document.getElementById(`row-${entry.lane.split("/").at(-2)}`);
    return entry.draft && (row || !grid()) && !document.querySelector(`${entry.part} > input:not([type])`);
  };
  const tell = () => {
    const stranded = document.getElementById("round-now") ? here().find(isStranded) : null;
    if (stranded) return strand(stranded, grid()?.dataset.shut); // and is told anew
    const entries = here();
    const words = grid()?.dataset;
    if (!words) return;
    for (const row of grid().querySelectorAll("tr[id]")) {
      const mine = entries.filter((entry) => entry.lane === laneOf(row.id.split("-")[1]));
      if (mine.length) saved.delete(row.id);
      tellRow(row, mine, words);
    }
    for (const cell of grid().querySelectorAll(".cell")) {
      const mine = entries.filter((entry) => entry.part === `#${cell.id}` && isWaiting(entry));
      cell.classList.toggle("is-sending", mine.some((entry) => !entry.tried));
      cell.classList.toggle("is-waiting", mine.some((entry) => entry.tried));
      cell.classList.toggle("is-refused", entries.some((entry) => entry.part === `#${cell.id}` && entry.refused));
    }
    count(entries, words);
  };

  // What is not saved, read out by itself; whatever was refused with the way back to it.
  const count = (entries, words) => {
    const waiting = new Set(entries.filter((entry) => !entry.refused).map((entry) => entry.url)).size;
    const refused = entries.filter((entry) => entry.refused);
    const told = [waiting && `${waiting} ${words.waiting}`];
    if (refused.length) told.push(`${refused.length} ${refused.length === 1 ? words.refused : words.refusedMany}: `);
    const line = document.getElementById("unsaved");
    const links = refused.slice(0, MOST_NAMED).map((entry, place) => {
      const href = (entry.at || entry.page) + entry.part;
      const link = Object.assign(document.createElement("a"), { href, textContent: entry.what });
      return place ? [", ", link] : [link];
    });
    const said = document.createElement("output");
    said.append(told.filter(Boolean).join(" · "), ...links.flat(), refused.length > MOST_NAMED ? " …" : "");
    // A link that stands there already keeps the focus.
    if (line.innerHTML !== said.innerHTML) line.replaceChildren(...said.childNodes);
  };

  // ---- found again ------------------------------------------------------------

  // Puts back into a cell what was typed there and is not recorded.
  const restore = (cell, mark) => {
    const { a, b } = partsOf(cell);
    const kept = here().filter((entry) => entry.part === `#${cell.id}` && entry.values && !isOfOthers(entry));
    const entry = kept.find((one) => one.draft) || kept.at(-1);
    if (!entry || !a) return;
    const { values, version } = entry;
    // Emptied, or put back to what is registered, while its answer was on its way: so it stays under the fingers.
    const field = [a, b].find((one) => one === document.activeElement);
    if (!entry.draft && field && field.value !== (field === a ? values.a : values.b)) return;
    if (!isWaiting(entry) && values.a.trim() === knownOf(a) && values.b.trim() === knownOf(b)) {
      forget(entry.key); // it stands there, whoever gave it: a correction made elsewhere too
      return;
    }
    a.value = values.a;
    b.value = values.b;
    if (values.isTyped) b.dataset.typed = values.isTyped;
    // Once both figures stand here, what is typed answers to what came in between.
    if (version !== a.name.split("-")[3] && !cell.querySelector(".cell-why")) cell.dataset.seen = version;
    mark(partsOf(cell));
    const { reason } = partsOf(cell);
    if (reason && values.reason) reason.value = values.reason;
  };

  document.addEventListener("outbox:saved", ({ detail: entry }) => {
    if (entry.lane) saved.add(`row-${entry.lane.split("/").at(-2)}`);
  });
  document.addEventListener("outbox:changed", tell);
  // Where a score is corrected elsewhere, the way there carries the figures: they wait here no more.
  document.addEventListener("click", (event) => {
    const cell = event.target.closest?.(".cell-why[data-elsewhere] a")?.closest(".cell");
    if (cell) drop(cell);
  });
  window.addEventListener("beforeunload", (event) => {
    if (!window.outbox.isLeaving && grid() && here().length) event.preventDefault();
  });

  tell();

  window.gridKeep = {
    POINTS, grid, partsOf, knownOf, isAsKnown, whereOf, remember, drop, record, confirm, undo, restore, tell,
  };
})();
