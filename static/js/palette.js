// Tables, rounds and pairs from every page of the staff: «/» or Ctrl-K, a number or a name, Enter.
//
// A combobox in a dialog: the focus stays in the field, the arrows go through the list (aria-activedescendant). What is found
// comes from the address of the dialog, the same that is a page of its own without a script. A key alone may be a nuisance
// to whoever speaks to the browser: «/» can be switched off, on this device.
(() => {
  "use strict";
  const OURS = "X-Request-ID"; // every answer of our server has its number
  const PAUSE = 120; // milliseconds without a key
  const SLASH = "palette-slash";

  let asked = null; // what runs now, to be called off
  let timer = 0;
  let shown = null; // the words to which the list is the answer
  let goes = false; // Enter came before the list
  let isOn = true; // whether «/» opens it, where storage is forbidden

  const dialog = () => document.getElementById("palette");
  const part = (selector) => dialog().querySelector(selector);
  const field = () => part("[role=combobox]");
  const options = () => [...dialog().querySelectorAll("[role=option]")];
  const chosen = () => part("[role=option][aria-selected=true]");

  const kept = () => {
    try {
      return localStorage.getItem(SLASH) !== "off";
    } catch {
      return isOn;
    }
  };

  const choose = (one) => {
    for (const option of options()) option.setAttribute("aria-selected", String(option === one));
    if (one) field().setAttribute("aria-activedescendant", one.id);
    else field().removeAttribute("aria-activedescendant");
    one?.scrollIntoView({ block: "nearest" });
  };

  const go = (one) => {
    dialog().close();
    location.assign(one.dataset.href);
  };

  const show = (html, words) => {
    const found = new DOMParser().parseFromString(`<ul>${html}</ul>`, "text/html");
    const said = found.querySelector("[data-said]");
    part("[role=listbox]").replaceChildren(...found.querySelectorAll("[role=option]"));
    part("[data-palette-said]").textContent = said.textContent.trim();
    shown = words;
    field().setAttribute("aria-expanded", String(options().length > 0));
    choose(options()[0]);
    if (goes && chosen()) go(chosen());
    goes = false;
  };

  const ask = async () => {
    const words = field().value;
    asked?.abort();
    asked = new AbortController();
    const { signal } = asked;
    try {
      const answer = await fetch(`${dialog().dataset.from}?q=${encodeURIComponent(words)}`, { headers: { "X-Palette": "1" }, signal });
      if (!answer.ok || answer.redirected || !answer.headers.has(OURS)) throw new Error("no list");
      show(await answer.text(), words);
    } catch {
      if (!signal.aborted) part("[data-palette-said]").textContent = part("[data-palette-said]").dataset.away;
    }
  };

  const open = () => {
    if (dialog().open) return;
    part("[data-palette-slash]").checked = kept();
    goes = false;
    dialog().showModal();
    field().select();
    ask();
  };

  const isTyping = (one) => one.closest?.("input, textarea, select, [contenteditable]");

  document.addEventListener("keydown", (event) => {
    if (!dialog() || event.isComposing) return;
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k";
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && kept() && !isTyping(event.target);
    if ((!isCommand && !isSlash) || (document.querySelector("dialog[open]") && !dialog().open)) return;
    event.preventDefault();
    open();
  });

  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-palette]");
    if (opener && dialog() && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      open();
    }
    const one = event.target.closest("#palette [role=option]");
    if (one) go(one);
    else if (event.target === dialog()) dialog().close(); // beside it
  });

  document.addEventListener("input", (event) => {
    if (!event.target.matches("#palette [role=combobox]")) return;
    goes = false;
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  });

  document.addEventListener("change", (event) => {
    if (!event.target.matches("[data-palette-slash]")) return;
    isOn = event.target.checked;
    try {
      localStorage.setItem(SLASH, event.target.checked ? "on" : "off");
    } catch {
      // Storage is forbidden: it holds until the page is left.
    }
  });

  document.addEventListener("keydown", (event) => {
    if (!event.target.matches?.("#palette [role=combobox]") || event.isComposing) return;
    const all = options();
    const at = all.indexOf(chosen());
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (all.length) choose(all[(at + (event.key === "ArrowDown" ? 1 : -1) + all.length) % all.length]);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (shown === field().value && chosen()) go(chosen());
      else goes = true;
    }
  });
})();
