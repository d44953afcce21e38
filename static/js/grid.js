// The score grid by keyboard. Enter registers and goes on, arrows move, E-W follows from N-S (tressette), a correction asks
// its reason in the cell, Enter on somebody else's score confirms it, Escape puts back what is registered.
(() => {
  "use strict";
  const DECK = 11;
  const TYPED = /^(\d{1,2})?\s*(?:\+\s*(\d{1,2}))?$/;
  // Burraco: whole points by fives, below zero too; the lines do not complete each other.
  const DEAL = /^[-−]?\d{1,4}$/;
  const grid = () => document.getElementById("grid");
  const isByFives = () => "byFives" in grid().dataset;

  // The fields of the two lines are named after table, board and the version seen: «a-12-3-1».
  const POINTS = ".cell > input:not([type])";
  const points = () => [...document.querySelectorAll(POINTS)];
  const lineOf = (input) => input.name[0];
  const boardOf = (input) => input.name.split("-")[2];
  const partsOf = (input) => {
    const cell = input.closest(".cell");
    const [a, b] = cell.querySelectorAll(POINTS);
    return {
      cell,
      a,
      b,
      reason: cell.querySelector("[name=reason]"),
      version: Number(a?.name.split("-")[3] || 0),
      confirm: cell.querySelector("[name=confirm]"),
    };
  };
  const knownOf = (input) => input.dataset.known ?? input.defaultValue;
  const read = (text) => {
    const found = TYPED.exec(text.trim());
    return found && { deck: found[1] === undefined ? null : Number(found[1]), accusa: Number(found[2] || 0) };
  };
  const isAsKnown = (input) => input.value.trim() === knownOf(input);

  // What every cell has but few need: made when it is first looked at.
  const part = (name) => document.getElementById(name).content.firstElementChild.cloneNode(true);
  const whereOf = (cell) => {
    const label = cell.querySelector("[aria-label]").getAttribute("aria-label");
    return label.split(", ").slice(0, 2).join(", ");
  };
  // What is said of every cell alike is not written four hundred times: the page would be twice as heavy.
  const fit = (cell) => {
    for (const input of cell.querySelectorAll(POINTS)) {
      input.inputMode = isByFives() ? "text" : "tel";
      input.maxLength = 8;
    }
    for (const one of cell.querySelectorAll("[name=confirm], .cell-history")) {
      one.ariaLabel = `${one.ariaLabel || one.textContent}: ${whereOf(cell)}`;
    }
  };
  const equip = (cell) => {
    if (!cell.querySelector(POINTS) || cell.querySelector(".cell-save")) return;
    const save = part("cell-save");
    save.ariaLabel = `${save.textContent}: ${whereOf(cell)}`;
    cell.querySelector(".cell-state").prepend(save);
  };

  // ---- moving about -------------------------------------------------------

  const goTo = (input) => {
    input?.focus();
    input?.select();
    return Boolean(input);
  };

  const below = (input, step) => {
    const column = points().filter((one) => lineOf(one) === lineOf(input) && boardOf(one) === boardOf(input));
    return column[column.indexOf(input) + step];
  };

  // The next cell, along the rows, that waits for what was just done: a score, or a confirmation.
  const after = (input, waits) => {
    const firsts = points().filter((one) => lineOf(one) === "a");
    const place = firsts.indexOf(partsOf(input).a);
    return firsts.slice(place + 1).find(waits) || firsts[place + 1];
  };
  const lacksScore = (input) => partsOf(input).version === 0 && !input.value;
  const lacksConfirmation = (input) => Boolean(partsOf(input).confirm);

  const atEdge = (input, key) => {
    const whole = input.selectionStart === 0 && input.selectionEnd === input.value.length;
    const caret = key === "ArrowLeft" ? input.selectionStart : input.value.length - input.selectionEnd;
    return whole || caret === 0;
  };

  const arrow = (input, key) => {
    if (key === "ArrowDown") return goTo(below(input, 1));
    if (key === "ArrowUp") return goTo(below(input, -1));
    if (!atEdge(input, key)) return false;
    const all = points();
    return goTo(all[all.indexOf(input) + (key === "ArrowRight" ? 1 : -1)]);
  };

  // ---- typing -------------------------------------------------------------

  // E-W takes what N-S leaves of the deck and keeps its accusa, until somebody types it.
  const follow = ({ a, b }) => {
    if (b.dataset.typed || isByFives()) return;
    const mine = read(a.value);
    const known = read(knownOf(b)) || { accusa: 0 };
    const possible = mine && mine.deck !== null && mine.deck <= DECK;
    const accusa = known.accusa ? `+${known.accusa}` : "";
    b.value = possible ? `${DECK - mine.deck}${accusa}` : "";
    b.classList.toggle("follows", possible && !isAsKnown(b));
  };

  // What is typed over a registered score needs a reason; what is typed back needs none.
  const mark = ({ cell, a, b, reason, version }) => {
    const changed = !isAsKnown(a) || !isAsKnown(b);
    cell.classList.toggle("is-changed", changed);
    if (version && changed && !reason) b.after(part("cell-reason"));
    else if (version && reason) reason.parentElement.hidden = !changed;
  };

  const putBack = (parts) => {
    for (const input of [parts.a, parts.b]) {
      input.value = knownOf(input);
      input.classList.remove("follows");
      delete input.dataset.typed;
    }
    if (parts.reason) parts.reason.value = "";
    mark(parts);
  };

  // What waits on this device to be sent may have arrived: what is typed over it is another request.
  const renew = ({ cell }) => {
    if (!cell.classList.contains("is-waiting")) return;
    cell.classList.remove("is-waiting");
    delete cell.dataset.key;
  };

  document.addEventListener("input", (event) => {
    if (!event.target.matches?.(POINTS)) return;
    const parts = partsOf(event.target);
    renew(parts);
    if (event.target === parts.a) {
      follow(parts);
    } else {
      event.target.dataset.typed = event.target.value ? "yes" : "";
      event.target.classList.remove("follows");
    }
    mark(parts);
  });

  // ---- sending ------------------------------------------------------------

  const newKey = () => {
    const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
    return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  };

  // A key pressed twice is one request: the cell keeps its key until the answer takes its place.
  const send = (cell, action, values) => {
    const [table, board] = cell.id.split("-").slice(1);
    const path = new URL(`../tavoli/${table}/smazzate/${board}/${action}`, grid().action).pathname;
    cell.dataset.key ||= newKey();
    cell.dataset.what = whereOf(cell);
    const key = cell.dataset.key + action.slice(0, 1);
    const request = { source: cell, target: cell, swap: "outerHTML", values: { ...values, key } };
    htmx.ajax("POST", path, request).catch(() => {}); // what fails is told by htmx's events, below and to keep.js
  };
  // A request that queued behind another cell's is sent later, with a promise that nobody holds: its failure would be
  // an error of the page. The promise of `send` exists before this is asked.
  document.addEventListener("htmx:confirm", ({ target, detail }) => {
    if (target.matches?.(".cell")) detail.etc.returnPromise = false;
  });
  // The fields of other cells are left out by hx-params; the names they would share are always given.
  const record = ({ cell, a, b, reason, version }) => {
    const sure = cell.querySelector("[name=sure]")?.value || "";
    send(cell, "", { line_a: a.value, line_b: b.value, version, reason: reason?.value || "", sure });
  };
  const confirm = ({ cell, confirm: button }) => {
    send(cell, "conferma/", { version: button.value.split("-")[2], line_a: "", line_b: "", reason: "", sure: "" });
  };

  // Caught before keep.js sends the form as a whole: this one stands for all its cells.
  const submitted = (event) => {
    if (event.target !== grid()) return;
    event.preventDefault();
    const pressed = event.submitter?.closest(".cell") ? event.submitter : document.activeElement;
    if (!pressed.closest?.(".cell")) return;
    const parts = partsOf(pressed);
    if (pressed === parts.confirm) confirm(parts);
    else if (parts.a) record(parts);
  };
  document.addEventListener("submit", submitted, true);

  // ---- Enter --------------------------------------------------------------

  const isDeal = (text) => DEAL.test(text.trim()) && Number(text.trim().replace("−", "-")) % 5 === 0;

  const isPlausible = ({ a, b }) => {
    if (isByFives()) return isDeal(a.value) && isDeal(b.value);
    const both = [read(a.value), read(b.value)];
    const decks = both.map((one) => one?.deck ?? null);
    const known = decks.filter((deck) => deck !== null);
    if (both.includes(null) || !known.length || known.some((deck) => deck > DECK)) return false;
    return known.length < 2 || known[0] + known[1] === DECK;
  };

  // Whoever types on must not wait for the answer: the focus moves at once, unless the entry cannot stand.
  const enter = (input) => {
    const parts = partsOf(input);
    if (isByFives() && input === parts.a && input.value && !parts.b.value) {
      goTo(parts.b);
      return;
    }
    const settled = !parts.cell.matches(".is-changed, :has(.cell-why)");
    if (settled && parts.confirm) {
      const next = after(input, lacksConfirmation);
      confirm(parts);
      goTo(next);
    } else if (settled) {
      goTo(after(input, lacksScore));
    } else if (parts.reason && !parts.reason.value.trim()) {
      parts.reason.parentElement.hidden = false;
      parts.reason.focus();
    } else {
      record(parts);
      if (isPlausible(parts)) goTo(after(input, lacksScore));
    }
  };

  document.addEventListener("keydown", (event) => {
    const input = event.target;
    if (!input.closest?.(".cell") || !partsOf(input).a || event.isComposing) return;
    if (event.key === "Enter" && input.matches("input")) {
      event.preventDefault();
      enter(input);
    }
    if (event.key === "Escape") {
      putBack(partsOf(input));
      goTo(partsOf(input).a);
    }
    if (input.matches(POINTS) && event.key.startsWith("Arrow") && !event.shiftKey && arrow(input, event.key)) {
      event.preventDefault();
    }
  });

  document.addEventListener("focusin", (event) => {
    if (!event.target.matches?.(POINTS)) return;
    equip(event.target.closest(".cell"));
    event.target.select();
  });

  // ---- the answer ---------------------------------------------------------

  const cellOf = (event) => event.target.closest?.(".cell");

  document.addEventListener("htmx:beforeRequest", (event) => cellOf(event)?.classList.add("is-sending"));
  document.addEventListener("htmx:afterRequest", (event) => cellOf(event)?.classList.remove("is-sending"));
  for (const failure of ["htmx:sendError", "htmx:timeout"]) {
    // Kept on this device by keep.js, which sends it again.
    document.addEventListener(failure, (event) => cellOf(event)?.classList.add("is-waiting"));
  }

  const fitAll = () => document.querySelectorAll(".cell").forEach(fit);
  document.addEventListener("shell:shown", fitAll);
  document.addEventListener("htmx:afterSettle", ({ detail: { elt } }) => elt.matches?.(".cell") && fit(elt));
  fitAll();

  // A refused cell takes the focus back, unless something else is already being typed.
  document.addEventListener("htmx:afterSettle", (event) => {
    const cell = event.detail.elt.closest?.(".cell");
    const refused = cell?.querySelector("[aria-invalid]");
    if (!refused) return;
    const here = document.activeElement;
    if (here?.matches(`${POINTS}, .cell-reason input`) && here.closest(".cell.is-changed")) return;
    const reason = cell.querySelector(".cell-reason:not([hidden]) input");
    goTo(reason && !reason.value ? reason : refused);
  });
})();
