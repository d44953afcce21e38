// A draft is changed where it stands: a name dragged onto another, or «Sposta» and then «Scambia qui» by any key.
//
// Either leads to the page that shows what the change breaks and asks why; nothing is changed here.
(() => {
  "use strict";
  const tables = () => [...document.querySelectorAll("[data-swaps]")];
  const table = () => tables()[0];
  const pairs = () => tables().flatMap((one) => [...one.querySelectorAll(".pair[data-entry]")]);
  const nameOf = (pair) => pair.querySelector(".pair-names > span").textContent.trim();
  let taken = null;

  const swap = (first, second) => {
    if (first && second && first !== second) location.assign(`${table().dataset.swaps}&first=${first}&second=${second}`);
  };

  const say = (button, words) => {
    button.textContent = words;
    button.setAttribute("aria-label", `${words}: ${nameOf(button.previousElementSibling)}`);
  };
  const tell = () => {
    for (const button of document.querySelectorAll(".move")) {
      const entry = button.dataset.moves;
      button.setAttribute("aria-pressed", String(entry === taken));
      say(button, taken === null ? table().dataset.move : entry === taken ? table().dataset.leave : table().dataset.here);
    }
  };

  const prepare = (pair) => {
    const entry = pair.dataset.entry;
    const button = Object.assign(document.createElement("button"), { type: "button", className: "move btn btn-sm btn-outline-secondary no-print" });
    button.dataset.moves = entry;
    pair.after(button);
    pair.draggable = true;
    pair.addEventListener("dragstart", (event) => {
      event.dataTransfer.setData("text/plain", entry);
      event.dataTransfer.effectAllowed = "move";
      taken = entry;
      tell();
    });
    pair.addEventListener("dragend", () => {
      taken = null;
      tell();
    });
    pair.addEventListener("dragover", (event) => {
      if (taken === null || taken === entry) return;
      event.preventDefault();
      pair.classList.add("is-target");
    });
    pair.addEventListener("dragleave", () => pair.classList.remove("is-target"));
    pair.addEventListener("drop", (event) => {
      event.preventDefault();
      swap(taken, entry);
    });
    button.addEventListener("click", () => {
      if (taken !== null && taken !== entry) return swap(taken, entry);
      taken = taken === entry ? null : entry;
      return tell();
    });
  };

  const begin = () => {
    taken = null;
    pairs().forEach(prepare);
    tell();
    for (const help of document.querySelectorAll("[data-swap-help]")) help.hidden = false;
  };
  begin();
  document.addEventListener("shell:shown", begin); // an answer in place of the page
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || taken === null) return;
    taken = null;
    tell();
  });
})();
