// The wizard's manners: signed out while answering, the page goes to the log-in and comes back to the same question.
(() => {
  "use strict";
  const SIGN_IN = "/accesso/";

  document.addEventListener("htmx:beforeSwap", (event) => {
    const address = event.detail.xhr.responseURL;
    if (!address || new URL(address).pathname !== SIGN_IN) return;
    event.detail.shouldSwap = false;
    window.location.reload();
  });
})();
