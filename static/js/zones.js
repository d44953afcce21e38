// Tables of the zones are dragged from one arbiter to another: what is ticked goes along, and the row where they are let
// go is the one whose button is pressed. Without this the same form is ticked and sent; shift chooses all in between.
(() => {
  "use strict";
  const FAR = 6; // pixels from where it was touched: until then it is a tap
  const EDGE = 60; // of the window: near it the page goes along
  let drag = null;
  let last = null; // what was ticked last, for shift
  let isOver = false; // a drag has just ended: its click is none

  const boxOf = (label) => label.querySelector("input");
  const boxes = (board) => [...board.querySelectorAll(".zone-table input")];
  const rowAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-zone]");

  const begin = () => {
    const box = boxOf(drag.label);
    if (!box.checked) for (const one of boxes(drag.board)) one.checked = one === box;
    const count = boxes(drag.board).filter((one) => one.checked).length;
    drag.ghost = document.createElement("div");
    drag.ghost.className = "zone-ghost";
    drag.ghost.textContent = count > 1 ? `${box.value} +${count - 1}` : box.value;
    drag.ghost.setAttribute("aria-hidden", "true");
    document.body.append(drag.ghost);
    drag.board.classList.add("is-changed"); // live.js leaves it alone
    drag.board.setPointerCapture(drag.pointer);
  };

  const show = (row) => {
    for (const one of drag.board.querySelectorAll("[data-zone]")) one.classList.toggle("is-target", one === row);
  };

  const end = () => {
    drag.ghost?.remove();
    show(null);
    drag.board.classList.remove("is-changed");
    drag = null;
  };

  document.addEventListener("pointerdown", (event) => {
    const label = event.target.closest?.(".zone-table");
    isOver = false;
    if (!label || event.button !== 0 || drag) return;
    drag = { label, board: label.closest("[data-zone-board]"), pointer: event.pointerId, x: event.clientX, y: event.clientY, ghost: null };
  });

  document.addEventListener("pointermove", (event) => {
    if (drag?.pointer !== event.pointerId) return;
    if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
    if (!drag.ghost) begin();
    drag.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
    show(rowAt(event));
    if (event.clientY < EDGE) window.scrollBy(0, -12);
    if (event.clientY > window.innerHeight - EDGE) window.scrollBy(0, 12);
  });

  document.addEventListener("pointerup", (event) => {
    if (drag?.pointer !== event.pointerId) return;
    const { board, label, ghost } = drag;
    const row = ghost && rowAt(event);
    end();
    isOver = Boolean(ghost);
    if (!row || !board.contains(row) || row.contains(label)) return;
    board.requestSubmit(row.querySelector("button[name=to]"));
  });

  document.addEventListener("pointercancel", (event) => {
    if (drag?.pointer === event.pointerId) end();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && drag) end();
  });

  // Ghosts and pictures of the browser's own dragging would take the pointer away.
  document.addEventListener("dragstart", (event) => {
    if (event.target.closest?.(".zone-table")) event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    const label = event.target.closest?.(".zone-table");
    if (isOver && (label || event.target.closest?.("[data-zone-board]"))) {
      event.preventDefault();
      isOver = false;
      return;
    }
    if (!label || event.target.matches("input")) return;
    const box = boxOf(label);
    const all = boxes(label.closest("[data-zone-board]"));
    if (event.shiftKey && last && all.includes(last) && last !== box) {
      event.preventDefault();
      const [from, to] = [all.indexOf(last), all.indexOf(box)].sort((a, b) => a - b);
      for (const one of all.slice(from, to + 1)) one.checked = true;
    }
    last = box;
  });
})();
