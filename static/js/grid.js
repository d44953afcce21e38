// The score grid by keyboard: Enter registers and goes on, arrows move, E-W follows from N-S.
(() => {
  "use strict";
  const DECK = 11;
  const points = () => [...document.querySelectorAll(".cell-points")];
  const deckOf = (text) => (/^\d{1,2}(\s*\+\s*\d{1,2})?$/.test(text) ? parseInt(text, 10) : NaN);

  const other = (input) => {
    const deck = deckOf(input.value.trim());
    const partner = input.form.elements.line_b;
    partner.placeholder = deck >= 0 && deck <= DECK ? String(DECK - deck) : "";
  };

  const go = (input, rows, columns) => {
    const all = points().filter((one) => one.name === input.name);
    const values = (key) => [...new Set(all.map((one) => Number(one.dataset[key])))].sort((a, b) => a - b);
    const row = values("row")[values("row").indexOf(Number(input.dataset.row)) + rows];
    const column = values("column")[values("column").indexOf(Number(input.dataset.column)) + columns];
    const target = all.find((one) => Number(one.dataset.row) === row && Number(one.dataset.column) === column);
    target?.focus();
    target?.select();
    return Boolean(target);
  };

  let next = null; // where Enter goes once the cell is registered
  document.addEventListener("keydown", (event) => {
    const input = event.target;
    if (!input.matches?.(".cell-points")) return;
    if (event.key === "ArrowDown" && go(input, 1, 0)) event.preventDefault();
    if (event.key === "ArrowUp" && go(input, -1, 0)) event.preventDefault();
    if (event.key === "Enter") next = input.id;
  });
  document.addEventListener("input", (event) => {
    if (event.target.matches?.(".cell-points[name=line_a]")) {
      // A new N-S makes the old E-W stale: it follows again unless it is typed.
      const partner = event.target.form.elements.line_b;
      if (partner.value === partner.defaultValue) partner.value = "";
      other(event.target);
    }
    event.target.closest?.("[data-cell]")?.classList.add("is-changed");
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    const cell = event.detail.elt?.closest?.(".cell") || event.target.closest?.(".cell");
    if (!cell) return;
    const refused = cell.querySelector("[aria-invalid]");
    const from = next && document.getElementById(next);
    next = null;
    if (refused) {
      (cell.querySelector(".cell-reason") || refused).focus();
    } else if (from) {
      const first = from.form.elements.line_a;
      if (!go(first, 0, 1)) {
        const row = first.dataset.row;
        const following = points().find((one) => one.name === "line_a" && Number(one.dataset.row) > Number(row));
        following?.focus();
        following?.select();
      }
    }
  });
})();
