// Small manners of the shell: the menu closes, "print" prints, swapped pages keep the reader's place.
(() => {
  "use strict";

  const closeMenus = (except) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) if (menu !== except) menu.open = false;
  };

  document.addEventListener("click", (event) => {
    closeMenus(event.target.closest("details.menu"));
    if (event.target.closest("[data-print]")) window.print();
  });

  document.addEventListener("keydown", (event) => {
    const menu = document.querySelector("details.menu[open]");
    if (event.key !== "Escape" || !menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });

  // A button that was tapped says so while its answer is on the way.
  const marked = ({ detail }) => detail.requestConfig?.triggeringEvent?.submitter;
  document.addEventListener("htmx:beforeSend", (event) => marked(event)?.setAttribute("aria-busy", "true"));
  document.addEventListener("htmx:afterRequest", (event) => marked(event)?.removeAttribute("aria-busy"));

  // A question has an address of its own, also where a page opened on it under that of all; who goes back by our own link goes the
  // browser's way where both lead to the same.
  const nameHere = () => {
    const query = document.querySelector("main [data-address]")?.dataset.address;
    if (query && query !== location.search) history.replaceState(history.state, "", query);
  };
  document.addEventListener("shell:shown", nameHere);
  nameHere();
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-back]");
    const { currentEntry, entries } = window.navigation || {};
    const before = link && entries?.call(window.navigation)[currentEntry.index - 1]?.url;
    if (!before || before !== link.href) return;
    event.preventDefault();
    history.back();
  });

  // After a swap the reader stands at the new question, not at the top of the document.
  document.addEventListener("htmx:afterSettle", (event) => {
    const heading = event.detail.elt.querySelector?.("[data-focus]");
    if (!heading) return;
    heading.setAttribute("tabindex", "-1");
    heading.focus({ preventScroll: false });
  });
})();

// A bar that stays in sight sends fields that are out of it: it says what they still want, and its button does not pretend
// to be ready.
(() => {
  "use strict";
  const wants = (field) => field.required && !field.disabled && field.validity.valueMissing;
  const nameOf = (field) => field.closest("fieldset")?.querySelector("legend") || field.labels?.[0];
  const tell = () => {
    for (const said of document.querySelectorAll(".still-missing")) {
      const button = said.parentElement.querySelector(".btn-primary");
      const fields = button?.form && !button.formNoValidate ? [...button.form.elements].filter(wants) : [];
      const names = [...new Set(fields.map((one) => nameOf(one)?.textContent.trim().replace(/[\s*:]+$/, "")))].filter(Boolean);
      said.textContent = names.length ? `${said.dataset.words} ${names.join(", ")}` : "";
      said.hidden = !names.length;
      button?.classList.toggle("is-not-ready", fields.length > 0);
    }
  };
  for (const event of ["input", "change", "shell:shown", "htmx:afterSettle"]) document.addEventListener(event, tell);
  tell();
})();

// The field under somebody's fingers. An answer comes when it comes: by then its sender may be typing elsewhere, or on in
// the same field, which no answer moves nor replaces.
(() => {
  "use strict";
  const FIELDS = "input:not([type=hidden]), select, textarea";

  let fingers = 0; // keys pressed and fields touched since the page was opened
  const asked = new Map(); // of a request under way: how many there were when it was sent
  for (const kind of ["keydown", "pointerdown"]) {
    document.addEventListener(kind, ({ target }) => (fingers += Number(Boolean(target.matches?.(FIELDS)))), true);
  }
  const begun = (key) => asked.set(key, fingers);
  // Whether somebody typed since that request was sent, and is in a field that it did not send.
  const typesOn = (key, form) => {
    const here = document.activeElement;
    return fingers !== (asked.get(key) || 0) && here?.matches(FIELDS) && !form?.contains(here);
  };

  const nameOf = (field) => `${field.closest("[id]")?.id} ${field.name.replace(/-\d+$/, "")}`;
  const twinOf = (field, fresh) => [...fresh.querySelectorAll(FIELDS)].find((one) => nameOf(one) === nameOf(field));
  const isSaid = (name) => name === "class" || /^(aria|data)-/.test(name);
  const become = (old, fresh) => {
    for (const name of old.getAttributeNames()) if (isSaid(name) && !fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) old.setAttribute(name, value);
  };

  const depthOf = (one, part) => (one === part ? 0 : 1 + depthOf(one.parentElement, part));
  // A part becomes what the answer says of it, around the field that somebody is in.
  const grow = (part, field, twin) => {
    let [old, now] = [field, twin];
    for (become(old, now); old !== part; become(old, now)) {
      const around = [...now.parentNode.childNodes];
      const place = around.indexOf(now);
      for (const one of [...old.parentNode.childNodes]) if (one !== old) one.remove();
      old.before(...around.slice(0, place));
      old.after(...around.slice(place + 1));
      [old, now] = [old.parentElement, now.parentElement];
    }
  };

  // An answer's part takes its place; one that has the field no more waits until nobody is in it.
  const put = (part, text, entry, isDone) => {
    const swap = (swapStyle) => window.htmx.swap(part, text, { swapStyle, swapDelay: 0, settleDelay: 20 });
    const field = document.activeElement;
    if (!part.isConnected || !part.contains(field) || !field.matches(FIELDS)) return swap("outerHTML");
    const fresh = Object.assign(document.createElement("template"), { innerHTML: text }).content.querySelector(entry.part);
    const twin = fresh && twinOf(field, fresh);
    swap("none"); // what it moves elsewhere on the page
    if (!twin || depthOf(field, part) !== depthOf(twin, fresh)) {
      const later = () => setTimeout(() => fresh && put(part, fresh.outerHTML, entry, isDone));
      return part.addEventListener("focusout", later, { once: true });
    }
    const isAsSent = entry.undone || Object.values(entry.values || {}).includes(field.value);
    grow(part, field, twin);
    if (isDone && isAsSent) field.value = field.defaultValue;
    else if (isDone) field.dispatchEvent(new Event("input", { bubbles: true }));
    window.htmx.process(part);
    return part.dispatchEvent(new CustomEvent("live:shown", { bubbles: true }));
  };

  window.fingers = { begun, typesOn, put };
})();
