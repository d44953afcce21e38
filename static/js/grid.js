// The score grid by keyboard. Enter registers and goes on, arrows move, E-W follows from N-S (tressette), a correction asks
// its reason in the cell, Enter on somebody else's score confirms it, Escape puts back what is registered.
(() => {
  "use strict";
  const DECK = 11;
  const TYPED = /^(\d{1,2})?\s*(?:\+\s*(\d{1,2}))?$/;
  // Burraco: whole points by fives, below zero too; the lines do not complete each other.
  const DEAL = /^[-−]?\d{1,4}$/;
  const isByFives = (input) => "byFives" in input.form.dataset;

  const points = () => [...document.querySelectorAll(".cell-points")];
  const partsOf = (input) => ({
    cell: input.closest(".cell"),
    a: input.form.elements.line_a,
    b: input.form.elements.line_b,
    reason: input.form.elements.reason,
    version: Number(input.form.elements.version.value),
    confirm: input.closest(".cell").querySelector("[data-confirm]"),
  });
  const read = (text) => {
    const found = TYPED.exec(text.trim());
    return found && { deck: found[1] === undefined ? null : Number(found[1]), accusa: Number(found[2] || 0) };
  };
  const isAsKnown = (input) => input.value.trim() === input.dataset.known;

  // ---- moving about -------------------------------------------------------

  const goTo = (input) => {
    input?.focus();
    input?.select();
    return Boolean(input);
  };

  const below = (input, step) => {
    const column = points().filter((one) => one.name === input.name && one.dataset.column === input.dataset.column);
    return column[column.indexOf(input) + step];
  };

  // The next cell, along the rows, that waits for what was just done: a score, or a confirmation.
  const after = (input, waits) => {
    const firsts = points().filter((one) => one.name === "line_a");
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
    if (b.dataset.typed || isByFives(a)) return;
    const mine = read(a.value);
    const known = read(b.dataset.known) || { accusa: 0 };
    const possible = mine && mine.deck !== null && mine.deck <= DECK;
    const accusa = known.accusa ? `+${known.accusa}` : "";
    b.value = possible ? `${DECK - mine.deck}${accusa}` : "";
    b.classList.toggle("follows", possible && !isAsKnown(b));
  };

  // What is typed over a registered score needs a reason; what is typed back needs none.
  const mark = ({ cell, a, b, reason, version }) => {
    const changed = !isAsKnown(a) || !isAsKnown(b);
    cell.classList.toggle("is-changed", changed);
    if (version && reason) reason.parentElement.hidden = !changed;
  };

  const putBack = (parts) => {
    for (const input of [parts.a, parts.b]) {
      input.value = input.dataset.known;
      input.classList.remove("follows");
      delete input.dataset.typed;
    }
    if (parts.reason) parts.reason.value = "";
    mark(parts);
  };

  // What waits on this device to be sent may have arrived: what is typed over it is another request.
  const renew = ({ cell, a }) => {
    if (!cell.classList.contains("is-waiting")) return;
    cell.classList.remove("is-waiting");
    const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
    a.form.elements.key.value = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  };

  document.addEventListener("input", (event) => {
    if (!event.target.matches?.(".cell-points")) return;
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

  // ---- Enter --------------------------------------------------------------

  const isDeal = (text) => DEAL.test(text.trim()) && Number(text.trim().replace("−", "-")) % 5 === 0;

  const isPlausible = ({ a, b }) => {
    if (isByFives(a)) return isDeal(a.value) && isDeal(b.value);
    const both = [read(a.value), read(b.value)];
    const decks = both.map((one) => one?.deck ?? null);
    const known = decks.filter((deck) => deck !== null);
    if (both.includes(null) || !known.length || known.some((deck) => deck > DECK)) return false;
    return known.length < 2 || known[0] + known[1] === DECK;
  };

  // Whoever types on must not wait for the answer: the focus moves at once, unless the entry cannot stand.
  const enter = (input) => {
    const parts = partsOf(input);
    if (isByFives(input) && input === parts.a && input.value && !parts.b.value) {
      goTo(parts.b);
      return;
    }
    const settled = !parts.cell.matches(".is-changed, :has(.cell-why)");
    if (settled && parts.confirm) {
      const next = after(input, lacksConfirmation);
      parts.confirm.requestSubmit();
      goTo(next);
    } else if (settled) {
      goTo(after(input, lacksScore));
    } else if (parts.reason && !parts.reason.value.trim()) {
      parts.reason.parentElement.hidden = false;
      parts.reason.focus();
    } else {
      input.form.requestSubmit();
      if (isPlausible(parts)) goTo(after(input, lacksScore));
    }
  };

  document.addEventListener("keydown", (event) => {
    const input = event.target;
    if (!input.closest?.("[data-cell]") || event.isComposing) return;
    if (event.key === "Enter" && input.matches("input")) {
      event.preventDefault();
      enter(input);
    }
    if (event.key === "Escape") {
      putBack(partsOf(input));
      goTo(partsOf(input).a);
    }
    if (input.matches(".cell-points") && event.key.startsWith("Arrow") && !event.shiftKey && arrow(input, event.key)) {
      event.preventDefault();
    }
  });

  document.addEventListener("focusin", (event) => {
    if (event.target.matches?.(".cell-points")) event.target.select();
  });

  // ---- the answer ---------------------------------------------------------

  const cellOf = (event) => event.target.closest?.(".cell");

  document.addEventListener("htmx:beforeRequest", (event) => cellOf(event)?.classList.add("is-sending"));
  document.addEventListener("htmx:afterRequest", (event) => cellOf(event)?.classList.remove("is-sending"));
  for (const failure of ["htmx:sendError", "htmx:timeout"]) {
    // Kept on this device by keep.js, which sends it again.
    document.addEventListener(failure, (event) => cellOf(event)?.classList.add("is-waiting"));
  }

  // A refused cell takes the focus back, unless something else is already being typed.
  document.addEventListener("htmx:afterSettle", (event) => {
    const cell = event.detail.elt.closest?.(".cell");
    const refused = cell?.querySelector("[aria-invalid]");
    if (!refused) return;
    const here = document.activeElement;
    if (here?.matches(".cell-points, .cell-reason input") && here.closest(".cell.is-changed")) return;
    const reason = cell.querySelector(".cell-reason:not([hidden]) input");
    goTo(reason && !reason.value ? reason : refused);
  });
})();
