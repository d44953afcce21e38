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

  // After a swap the reader stands at the new question, not at the top of the document.
  document.addEventListener("htmx:afterSettle", (event) => {
    const heading = event.detail.elt.querySelector?.("[data-focus]");
    if (!heading) return;
    heading.setAttribute("tabindex", "-1");
    heading.focus({ preventScroll: false });
  });
})();
