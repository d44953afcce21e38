// Points below zero by thumb: the numeric keypad of phones has no minus, so each field that may be negative gets a key ±.
(() => {
  "use strict";
  const MINUS = /^[-−]/;

  const equip = (input) => {
    const key = document.getElementById("sign-key").content.firstElementChild.cloneNode(true);
    const both = Object.assign(document.createElement("span"), { className: "signed" });
    // Beside its name, which is not to be taken for the field's.
    key.ariaDescription = input.labels[0].textContent.replace("*", "").trim();
    input.inputMode = "numeric";
    // Whoever types already goes on typing: what is moved in a page loses the focus, and the next keys would be lost.
    const isTyping = document.activeElement === input;
    const caret = input.selectionStart;
    input.replaceWith(both);
    both.append(input, key);
    if (!isTyping) return;
    input.focus({ preventScroll: true });
    input.setSelectionRange(caret, caret);
  };
  const equipAll = () => {
    if (!document.getElementById("sign-key")) return;
    for (const input of document.querySelectorAll("input[data-signed]")) if (!input.closest(".signed")) equip(input);
  };

  // The keypad stays open under the finger.
  document.addEventListener("pointerdown", (event) => event.target.matches?.(".sign-key") && event.preventDefault());
  document.addEventListener("click", ({ target }) => {
    if (!target.matches?.(".sign-key")) return;
    const input = target.parentElement.querySelector("input");
    input.value = MINUS.test(input.value) ? input.value.replace(MINUS, "") : `−${input.value}`;
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  document.addEventListener("shell:shown", equipAll);
  document.addEventListener("htmx:afterSettle", equipAll);
  equipAll();
})();
