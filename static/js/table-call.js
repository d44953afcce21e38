// The call of a table on the phone of its players, who have no account: the part is asked for again with the version that
// it shows (`data-call-from data-call-version`), after so many seconds (`data-call-every`): the other line may call, and the
// staff for the table. 304 while nothing changed. What somebody is using is never replaced. Where the address opens nothing any
// more, words say so in its place, and nothing is asked again.
(() => {
  "use strict";
  const OURS = "X-Request-ID"; // every answer of our server has its number
  const LONG = 10000; // after this the network counts as down
  let asking = false;
  let timer = 0;

  const panel = () => document.querySelector("[data-call-from]");
  const isInUse = (part) =>
    part.matches(":active") || part.querySelector(":active, [aria-busy=true]") || part.contains(document.activeElement);

  const end = (part) => {
    const words = part.querySelector("[data-call-over]");
    if (!words || isInUse(part)) return;
    part.removeAttribute("data-call-from");
    part.classList.remove("is-open");
    part.replaceChildren(words.content.cloneNode(true));
  };

  const ask = async () => {
    const part = panel();
    if (asking) return;
    if (!part || document.hidden) return next();
    asking = true;
    try {
      const url = `${part.dataset.callFrom}?v=${encodeURIComponent(part.dataset.callVersion)}`;
      // Nobody's hand is on it: where one of the staff looks, the session ends as it would.
      const options = { headers: { "X-Live": "1" }, cache: "no-store", redirect: "error", signal: AbortSignal.timeout(LONG) };
      const response = await fetch(url, options);
      if ([403, 404].includes(response.status) && response.headers.has(OURS)) return end(part);
      if (response.status !== 200) return;
      const made = new DOMParser().parseFromString(await response.text(), "text/html").getElementById(part.id);
      if (made && part.isConnected && !isInUse(part)) part.replaceWith(document.adoptNode(made));
    } catch {
      // No network: the connection's own line says so, and the next question comes.
    } finally {
      asking = false;
      next();
    }
  };

  const next = () => {
    clearTimeout(timer);
    timer = setTimeout(ask, Number(panel()?.dataset.callEvery || 5) * 1000);
  };

  next();
  document.addEventListener("visibilitychange", ask);
  window.addEventListener("online", ask);
})();
