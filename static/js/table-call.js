// The call of a table on the phone of its players, who have no account: the part is asked for again with the version that
// it shows (`data-call-from data-call-version`); 304 while nothing changed. What somebody is using is never replaced.
(() => {
  "use strict";
  const EVERY = 5000;
  const LONG = 10000; // after this the network counts as down
  let asking = false;

  const panel = () => document.querySelector("[data-call-from]");
  const isInUse = (part) =>
    part.matches(":active") || part.querySelector(":active, [aria-busy=true]") || part.contains(document.activeElement);

  const ask = async () => {
    const part = panel();
    if (!part || asking || document.hidden) return;
    asking = true;
    try {
      const url = `${part.dataset.callFrom}?v=${encodeURIComponent(part.dataset.callVersion)}`;
      // Nobody's hand is on it: where one of the staff looks, the session ends as it would.
      const options = { headers: { "X-Live": "1" }, cache: "no-store", redirect: "error", signal: AbortSignal.timeout(LONG) };
      const response = await fetch(url, options);
      if (response.status !== 200) return;
      const made = new DOMParser().parseFromString(await response.text(), "text/html").getElementById(part.id);
      if (made && part.isConnected && !isInUse(part)) part.replaceWith(document.adoptNode(made));
    } catch {
      // No network: the connection's own line says so, and the next question comes.
    } finally {
      asking = false;
    }
  };

  setInterval(ask, EVERY);
  document.addEventListener("visibilitychange", ask);
  window.addEventListener("online", ask);
})();
