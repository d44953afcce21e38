// A play told by tapping: the pad offers the cards that the seat to play may still hold; the written line stays the truth.
// A play replayed: the arrows of a keyboard go back and on. Without this the links and the written line do the same.
(() => {
  "use strict";
  const SEATS = ["N", "W", "S", "E"]; // in the order in which the turn passes
  const RANKS = "4567DCRA23"; // from the lowest
  const SUITS = "dscb";
  const grade = (card) => RANKS.indexOf(card[1]);

  // ---- telling ------------------------------------------------------------

  const written = (form) =>
    form.querySelector("[data-played]").value.split(/[\s,;/|]+/).filter(Boolean)
      .map((word) => word[0].toLowerCase() + word.slice(1).toUpperCase());

  const held = (form) => {
    const hands = {};
    for (const seat of SEATS) {
      hands[seat] = new Set([...form.querySelectorAll(`[name=hand_${seat}]:checked`)].map((one) => one.value));
    }
    const sizes = new Set(SEATS.map((seat) => hands[seat].size));
    return sizes.size === 1 && hands.N.size > 0 ? hands : null;
  };

  // Who plays next after these cards.
  const turn = (leader, cards) => {
    let first = SEATS.indexOf(leader);
    for (let start = 0; start + 4 <= cards.length; start += 4) {
      const trick = cards.slice(start, start + 4);
      let best = 0;
      trick.forEach((card, place) => {
        if (card[0] === trick[0][0] && grade(card) > grade(trick[best])) best = place;
      });
      first = (first + best) % 4;
    }
    return SEATS[(first + (cards.length % 4)) % 4];
  };

  const show = (form) => {
    const pad = form.querySelector("[data-pad]");
    const leader = form.querySelector("[name=leader]:checked");
    pad.hidden = !leader;
    if (!leader) return;
    const cards = written(form);
    const hands = held(form);
    const seat = turn(leader.value, cards);
    const played = new Set(cards);
    pad.classList.toggle("is-known", Boolean(hands));
    let left = 0;
    for (const button of pad.querySelectorAll("[data-card]")) {
      const card = button.dataset.card;
      button.disabled = played.has(card) || Boolean(hands && !hands[seat].has(card));
      if (!button.disabled) left += 1;
    }
    const words = left ? pad.querySelector(`[data-seat="${seat}"]`) : pad.querySelector("[data-over]");
    pad.querySelector("[data-turn]").textContent = words.textContent;
    const trick = Math.floor(cards.length / 4) + 1;
    const under = cards.slice((trick - 1) * 4).join(" ");
    pad.querySelector("[data-many]").textContent = left ? `${pad.querySelector("[data-trick]").textContent} ${trick} ${under}` : "";
    pad.querySelector("[data-undo]").disabled = !cards.length;
  };

  const write = (form, cards) => {
    const field = form.querySelector("[data-played]");
    const lines = [];
    for (let start = 0; start < cards.length; start += 4) lines.push(cards.slice(start, start + 4).join(" "));
    field.value = lines.join(" / ");
    // Whoever keeps what is typed hears of it as if it had been typed.
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  // A deal pasted as text fills the hands: the board's own, or the only one.
  const take = (form) => {
    const text = form.querySelector("[name=deal]").value;
    const deals = [...text.matchAll(/\[Board "(\d+)"\][^]*?\[Deal "([NWSE]):([^"]*)"\]/g)];
    const own = deals.find((one) => one[1] === form.dataset.board) || (deals.length === 1 ? deals[0] : null);
    const told = own ? own[3].trim().split(/\s+/) : [];
    if (told.length !== 4) return;
    told.forEach((hand, place) => {
      const seat = SEATS[(SEATS.indexOf(own[2]) + place) % 4];
      const cards = new Set(hand.split(".").flatMap((ranks, suit) => [...ranks].map((rank) => SUITS[suit] + rank)));
      for (const box of form.querySelectorAll(`[name=hand_${seat}]`)) box.checked = cards.has(box.value);
    });
    form.querySelector("[name=hand_N]").dispatchEvent(new Event("change", { bubbles: true }));
  };

  const formOf = (event) => event.target.closest?.("[data-play]");

  document.addEventListener("click", (event) => {
    const form = formOf(event);
    if (!form) return;
    const card = event.target.closest("[data-card]");
    if (card) write(form, [...written(form), card.dataset.card]);
    else if (event.target.closest("[data-undo]")) write(form, written(form).slice(0, -1));
  });
  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, (event) => {
      const form = formOf(event);
      if (!form) return;
      if (kind === "input" && event.target.name === "deal") take(form);
      show(form);
    });
  }

  // ---- replaying ----------------------------------------------------------

  const KEYS = { ArrowLeft: "[rel=prev]", ArrowRight: "[rel=next]" };
  document.addEventListener("keydown", (event) => {
    const wanted = KEYS[event.key];
    const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (!wanted || isTyping || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = document.querySelector(`[data-replay] ${wanted}`);
    if (link) {
      event.preventDefault();
      link.click();
    }
  });

  document.querySelectorAll("[data-play]").forEach(show);
})();
