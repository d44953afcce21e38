// The settings of a new tournament: another game keeps what was typed, and what a choice needs is opened with it.
(() => {
  "use strict";
  const form = () => document.getElementById("new-tournament");
  const NOT_SENT = ["csrfmiddlewaretoken", "key", "game"];

  const isChanged = (field) => {
    if (field.type === "checkbox") return field.checked !== field.defaultChecked;
    if (field.tagName !== "SELECT") return field.value !== field.defaultValue;
    const first = [...field.options].find((one) => one.defaultSelected) || field.options[0];
    return field.value !== first?.value;
  };

  // Only what somebody changed, or brought here from the other game: each game has its own usual figures.
  const typed = () => {
    const words = new URLSearchParams(location.search);
    for (const field of form().elements) {
      if (!field.name || NOT_SENT.includes(field.name) || !isChanged(field)) continue;
      words.set(field.name, field.type === "checkbox" ? (field.checked ? "on" : "") : field.value);
    }
    return words;
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest(".game-choice a");
    if (!link || !form()) return;
    event.preventDefault();
    const words = typed();
    for (const [name, value] of new URL(link.href).searchParams) words.set(name, value);
    location.assign(`?${words}`);
  });

  document.addEventListener("change", (event) => {
    const { name, value } = event.target;
    for (const part of document.querySelectorAll("[data-opens-with]")) {
      const [field, wanted] = part.dataset.opensWith.split("=");
      if (field === name && value === wanted) part.open = true;
    }
  });
})();
