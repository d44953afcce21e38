// The score grid by keyboard. Enter registers and goes on, arrows move, E-W follows from N-S (tressette), a correction asks
// its reason in the cell, Enter on somebody else's scores confirms the table, Escape puts back what is registered.
// grid-keep.js keeps what is typed and sends it.
(() => {
  "use strict";
  const DECK = 11;
  const TYPED = /^(\d{1,2})?\s*(?:\+\s*(\d{1,2}))?$/;
  // Burraco: whole points by fives, below zero too; the lines do not complete each other.
  const DEAL = /^[-−]?\d{1,4}$/;
  const { POINTS, grid, partsOf, knownOf, isAsKnown, whereOf, remember, drop, record, confirm, undo, restore, tell } =
    window.gridKeep;
  const isByFives = () => "byFives" in grid().dataset;

  const points = () => [...document.querySelectorAll(POINTS)];
  const lineOf = (input) => input.name[0];
  const boardOf = (input) => input.name.split("-")[2];
  const rowOf = (inside) => inside.closest("tr");
  const read = (text) => {
    const found = TYPED.exec(text.trim());
    return found && { deck: found[1] === undefined ? null : Number(found[1]), accusa: Number(found[2] || 0) };
  };

  // What every cell has but few need: made when it is first looked at.
  const part = (name) => document.getElementById(name).content.firstElementChild.cloneNode(true);
  // What is said of every cell alike is not written four hundred times: the page would be twice as heavy.
  const fit = (cell) => {
    for (const input of cell.querySelectorAll(POINTS)) {
      input.inputMode = isByFives() ? "text" : "tel";
      input.maxLength = 8;
    }
    const sign = cell.querySelector("a.cell-sign");
    if (sign) sign.ariaLabel = `${sign.ariaLabel}: ${whereOf(cell)}`;
  };
  // The button that registers a row's figures by hand or thumb.
  const equip = (row) => {
    if (row.querySelector(".row-save")) return;
    const save = part("row-save");
    save.ariaLabel = `${save.textContent}: ${grid().dataset.table} ${row.id.split("-")[1]}`;
    row.querySelector(".grid-state")?.prepend(save);
  };

  // ---- moving about -------------------------------------------------------

  // The focus moves by what somebody presses, never by what the server answers.
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

  // What is typed over a registered score needs a reason; what is typed back needs none. Where it is corrected elsewhere
  // the reason is asked there.
  const mark = ({ cell, a, b, reason, version }) => {
    const changed = !isAsKnown(a) || !isAsKnown(b);
    cell.classList.toggle("is-changed", changed);
    if (changed) equip(rowOf(cell));
    const asks = version && !cell.querySelector("[data-elsewhere]");
    if (asks && changed && !reason) b.after(part("cell-reason"));
    else if (version && reason) reason.parentElement.hidden = !changed;
  };

  // What was refused is said no more once something else stands there that may be; that a score is corrected elsewhere, or
  // that somebody else gave one meanwhile, only when Escape leaves it be.
  const unrefuse = ({ cell, a, b }, which) => {
    const why = cell.querySelector(which);
    if (!why) return;
    why.replaceChildren();
    why.className = "";
    for (const input of [a, b]) {
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
    }
  };

  // A figure that cannot be is said while it is typed: at once where no further key could mend it, else after a pause.
  const isBegun = (text) => (isByFives() ? /^[-−]?\d{0,4}$/.test(text) : TYPED.test(text) || /^\d{1,2}\s*\+$/.test(text));
  const doubtOf = (input, isPaused) => {
    const text = input.value.trim();
    if (!text) return "";
    const isTooMuch = !isBegun(text) || (!isByFives() && read(text)?.deck > DECK);
    if (isTooMuch) return grid().dataset.tooMuch;
    return isPaused && isByFives() && !isDeal(text) ? grid().dataset.offFives : "";
  };
  const doubt = (input, isPaused) => {
    const { cell, a, b } = partsOf(input);
    const words = [a, b].map((one) => doubtOf(one, isPaused || one !== input));
    const said = cell.querySelector(".cell-doubt");
    if (!words.some(Boolean)) return said?.remove();
    const line = said || b.parentElement.appendChild(part("cell-doubt"));
    line.textContent = words.find(Boolean);
    return line;
  };
  let pause;
  const PAUSE = 600;

  const putBack = (parts) => {
    for (const input of [parts.a, parts.b]) {
      input.value = knownOf(input);
      input.classList.remove("follows");
      delete input.dataset.typed;
    }
    if (parts.reason) parts.reason.value = "";
    drop(parts.cell);
    unrefuse(parts, ".cell-why");
    clearTimeout(pause);
    doubt(parts.a);
    mark(parts);
  };

  document.addEventListener("input", (event) => {
    if (event.target.matches?.(".cell-reason input")) remember(partsOf(event.target));
    if (!event.target.matches?.(POINTS)) return;
    const parts = partsOf(event.target);
    if (event.target === parts.a) {
      follow(parts);
    } else {
      event.target.dataset.typed = event.target.value ? "yes" : "";
      event.target.classList.remove("follows");
    }
    if (isPlausible(parts)) unrefuse(parts, ".cell-why[data-of-figures]");
    clearTimeout(pause);
    doubt(event.target);
    pause = setTimeout(() => event.target.isConnected && doubt(event.target, true), PAUSE);
    mark(parts);
    remember(parts);
  });

  // ---- sending ------------------------------------------------------------

  // Caught before keep.js sends the form as a whole: this one stands for all its cells.
  const submitted = (event) => {
    if (event.target !== grid()) return;
    event.preventDefault();
    const pressed = event.submitter?.closest("tr[id]") ? event.submitter : document.activeElement;
    if (pressed.name === "confirm") confirm(pressed);
    else if (pressed.matches?.(".row-save")) changedIn(pressed).forEach(register);
    else if (pressed.closest?.(".cell") && partsOf(pressed).a) register(partsOf(pressed));
  };
  document.addEventListener("submit", submitted, true);

  const changedIn = (button) =>
    [...rowOf(button).querySelectorAll(".cell.is-changed")].map((cell) => partsOf(cell));
  // A correction goes with its reason; without one the field asks for it. What cannot stand is said to be none first.
  const lacksReason = (parts) => parts.reason && !parts.reason.value.trim() && isPlausible(parts);
  const register = (parts) => {
    if (!lacksReason(parts) || parts.reason.parentElement.hidden) record(parts);
    else parts.reason.focus();
  };

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

  // To the next figures that were refused, round the grid.
  const goToRefused = (from) => {
    const refused = [...grid().querySelectorAll(".cell:is(.is-refused, :has(.cell-why))")].filter((cell) => partsOf(cell).a);
    const isLater = (cell) => from.closest(".cell").compareDocumentPosition(cell) & Node.DOCUMENT_POSITION_FOLLOWING;
    goBack(refused.find(isLater) || refused[0]);
  };
  const goBack = (cell) => {
    const parts = cell && partsOf(cell);
    if (parts?.a) goTo(lacksReason(parts) && !parts.reason.parentElement.hidden ? parts.reason : parts.a);
  };
  document.addEventListener("click", (event) => {
    const cell = event.target.matches?.("#unsaved a") && grid()?.querySelector(event.target.hash);
    if (!cell) return;
    event.preventDefault();
    goBack(cell);
  });

  // Whoever types on waits for no answer: the focus goes on at once, whatever becomes of the figures.
  const enter = (input) => {
    const parts = partsOf(input);
    // Both figures are typed, one after the other: over others too, whoever writes the second writes it where it belongs.
    const isOver = !isAsKnown(input) && !parts.cell.querySelector("[name=sure]");
    if (isByFives() && input === parts.a && input.value && (!parts.b.value || isOver)) {
      goTo(parts.b);
      return;
    }
    const settled = !parts.cell.matches(".is-changed, :has(.cell-why)");
    if (settled && parts.confirm) {
      const next = after(input, (one) => rowOf(one) !== rowOf(input) && partsOf(one).confirm);
      confirm(parts.confirm);
      goTo(next);
    } else if (settled) {
      goTo(after(input, lacksScore));
    } else if (lacksReason(parts)) {
      parts.reason.parentElement.hidden = false;
      parts.reason.focus();
    } else {
      record(parts);
      if (!goTo(after(input, lacksScore))) parts.a.focus();
    }
  };

  // Tab behind the last figure of a deal registers it too: whoever types by Tab would else type into buttons and links.
  const tab = (input) => {
    const parts = partsOf(input);
    const isWhole = isByFives() ? parts.a.value && parts.b.value : parts.a.value || parts.b.value;
    if (input === parts.a || !isWhole || !parts.cell.matches(".is-changed") || lacksReason(parts)) return false;
    const next = after(input, lacksScore);
    record(parts);
    return goTo(next);
  };

  document.addEventListener("keydown", (event) => {
    const input = event.target;
    if (!input.closest?.(".cell") || !partsOf(input).a || event.isComposing) return;
    if (event.key === "Enter" && input.matches("input")) {
      event.preventDefault();
      if (event.shiftKey) goToRefused(input);
      else enter(input);
    }
    if (event.key === "Tab" && input.matches("input") && !(event.shiftKey || event.altKey || event.ctrlKey || event.metaKey)) {
      if (tab(input)) event.preventDefault();
    }
    if (event.key === "Escape") {
      putBack(partsOf(input));
      goTo(partsOf(input).a);
    }
    if (input.matches(POINTS) && event.key.startsWith("Arrow") && !event.shiftKey && arrow(input, event.key)) {
      event.preventDefault();
    }
  });

  // ---- one's last score taken back ------------------------------------------

  // Ctrl+Z presses its button; in a field where something is being typed it is the browser's own.
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    const field = event.target.closest?.("input, textarea, select");
    const isFree = !field || (field.matches(POINTS) && isAsKnown(field));
    const button = document.querySelector("#undo-last button");
    // What is not recorded yet came after what would be taken back.
    if (!isFree || !button || document.querySelector("#grid [data-unsaved]")) return;
    event.preventDefault();
    button.form.requestSubmit(button);
  });
  // A score on another page of the grid goes as any form does.
  document.addEventListener(
    "submit",
    (event) => {
      const cell = event.submitter?.dataset.cell && document.getElementById(event.submitter.dataset.cell);
      if (!cell || event.target.id !== "undo-form") return;
      event.preventDefault();
      undo(cell, event.submitter);
      goTo(cell.querySelector(POINTS)); // there it is typed anew
    },
    true,
  );

  document.addEventListener("focusin", (event) => {
    if (!event.target.matches?.(POINTS)) return;
    equip(rowOf(event.target));
    event.target.select();
  });

  // ---- the answer ---------------------------------------------------------

  const fitIn = (part) => {
    for (const cell of part.matches(".cell") ? [part] : part.querySelectorAll(".cell")) {
      fit(cell);
      restore(cell, mark);
    }
    tell();
  };
  // Figures typed before this script was there, on a slow line, are kept like all others.
  const keepEarly = () => {
    for (const input of points().filter((one) => !isAsKnown(one))) input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const fitAll = () => {
    if (!grid()) return;
    keepEarly();
    fitIn(grid());
  };
  document.addEventListener("shell:shown", fitAll);
  // A cell answered, or a row, or what another desk did: what was typed there since is put back.
  document.addEventListener("htmx:afterSettle", ({ detail: { elt } }) => {
    if (elt.matches?.(".cell, tr[id]") && elt.closest("#grid")) fitIn(elt);
    else if (elt.closest?.("#grid")) tell();
  });
  document.addEventListener("live:shown", ({ target }) => grid() && fitIn(target));
  document.addEventListener("outbox:discarded", ({ detail: entry }) => {
    const cell = entry?.part && document.querySelector(`${entry.part}.cell`);
    if (cell && partsOf(cell).a) putBack(partsOf(cell));
  });
  fitAll();
})();
