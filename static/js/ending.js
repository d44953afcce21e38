// The hands of an ending: a card tapped for one seat cannot be tapped for another, and no hand holds more than fit in it.
// Without this the same form is sent, and what cannot be is refused in words.
(() => {
  "use strict";
  const show = (form) => {
    const most = Number(form.dataset.most);
    const hands = [...form.querySelectorAll("[data-hand]")];
    const boxes = hands.map((hand) => [...hand.querySelectorAll("input")]);
    const taken = new Map();
    boxes.forEach((own, hand) => own.filter((one) => one.checked).forEach((one) => taken.set(one.value, taken.has(one.value) ? -1 : hand)));
    hands.forEach((hand, place) => {
      const many = boxes[place].filter((one) => one.checked).length;
      form.querySelector(`[data-count="${hand.dataset.hand}"]`).textContent = many;
      for (const one of boxes[place]) {
        const isOthers = taken.has(one.value) && taken.get(one.value) !== place;
        one.disabled = !one.checked && (isOthers || many >= most);
      }
    });
  };

  const showAll = () => document.querySelectorAll("[data-ending]").forEach(show);
  document.addEventListener("change", (event) => {
    const form = event.target.closest?.("[data-ending]");
    if (form) show(form);
  });
  document.addEventListener("htmx:afterSettle", showAll);
  showAll();
})();
