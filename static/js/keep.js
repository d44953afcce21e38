// Nothing recorded at a table is lost: what cannot be sent is kept on this device and sent again.
//
// Every form that records carries a `key`; the server counts a key once, so sending twice is safe.
// Forms with a key are sent from here (htmx sends its own); when the network fails the entry stays
// in localStorage, under the user who made it, until the server has recorded it. What the server
// refuses stays too, with its figures, until who made it discards it.
(() => {
  "use strict";
  const EVERY = 5000; // milliseconds between two attempts
  const LONG = 20000; // after this the network counts as down
  const MOST_SAID = 12; // fields of a form whose values say what it is; of a longer one its name does
  const LONGEST_SCRIPT = 1000; // so long a page waits for a script of its own

  const SIGN_IN = "/accesso/";
  const OURS = "X-Request-ID"; // every answer of our server has its number
  // The server, or what it writes to, is away for now: as if there were no network.
  const AWAY = [502, 503, 504];
  // Answers without the form in them: what was typed would be gone from the screen.
  const NO_FORM = [401, 403, 404, 500];

  const { read, write, keep, forget, update, strand, turns, isWaiting, laneOf, count } = window.outbox;
  const { begun, typesOn, put } = window.fingers;
  const submitters = new WeakMap();
  const busy = new Set(); // the lanes with a request under way

  const me = document.body.dataset.user || "";
  const LAST_SIGNED_IN = "last-signed-in";
  const isSameUser = () => {
    try {
      return !me || localStorage.getItem(LAST_SIGNED_IN) === me;
    } catch {
      return true;
    }
  };
  try {
    if (me) localStorage.setItem(LAST_SIGNED_IN, me);
  } catch {
    // Storage is forbidden: nobody else's page can be told from ours.
  }
  const refuse = (entry) => keep({ ...entry, refused: true });

  // ---- the banner -------------------------------------------------------

  const show = (state, what = "") => {
    for (const line of document.querySelectorAll("#connection [data-state]")) {
      line.hidden = line.dataset.state !== state;
      const name = line.querySelector("[data-what]");
      if (name) name.textContent = what;
    }
  };

  // A cell that stands here says itself why it was refused.
  const isShown = ({ part, page }) =>
    part && page === location.pathname && Boolean(document.querySelector(part)?.querySelector(".cell-why"));

  // A table has its number in every tournament and round: away from its page what is told says of which.
  const told = ({ what, said, of, page }) => {
    const where = of && page !== location.pathname ? `${of}: ${what}` : what;
    return said ? `${where} (${said})` : where;
  };

  const report = () => {
    const entries = read();
    count(entries);
    const refused = entries.find((entry) => entry.refused && !isShown(entry));
    // What is on its way is told beside its cell; here what the network did not take.
    const waiting = entries.some((entry) => isWaiting(entry) && entry.tried) ? entries.filter(isWaiting) : [];
    if (waiting.length) show("waiting", waiting.map(told).join(" · "));
    else if (refused) show(refused.stranded ? "stranded" : "refused", told(refused));
    else show(navigator.onLine ? "" : "offline");
  };

  // ---- sending ----------------------------------------------------------

  // Signing in again changes the token, in another tab too: the page of before still speaks for its user. Not for
  // another one, who signed in on this device meanwhile.
  const token = () => (isSameUser() ? document.cookie.match(/(?:^|; )(?:__Host-)?csrftoken=([^;]+)/)?.[1] : undefined);

  const post = async (entry, asPart = false) => {
    const body = new URLSearchParams(entry.fields);
    if (token()) body.set("csrfmiddlewaretoken", token());
    const headers = asPart ? { "HX-Request": "true" } : {};
    const signal = AbortSignal.timeout(LONG);
    // Kept alive, it reaches the server though the page is left.
    const response = await fetch(entry.url, { method: "POST", body, headers, signal, keepalive: asPart });
    if (AWAY.includes(response.status)) throw new Error("the server is away");
    // A network that asks for a log-in of its own answers 200 to everything, or refuses it: nobody of ours read it there.
    if ((response.ok || NO_FORM.includes(response.status)) && !response.headers.has(OURS)) throw new Error("that was not the server");
    return response;
  };

  // An answer in place of the page, by hand and not by htmx (2.0, with its extension `head`): what is sent again comes from
  // storage, with no form on the page and no request of htmx, which `hx-boost` and `head` need; htmx leaves the body's
  // attributes, in which ours carry who has signed in and the token; it settles later and restores the focus of before; and
  // the extension takes style sheets away before the new ones are loaded. `htmx.swap` does where only a part is sent again.

  // A page may need a script or a style sheet that this one did not. It is shown once they are there: keys pressed before
  // would be lost; not if the network went away meanwhile.
  const bringHead = (page) => {
    const coming = [];
    for (const sheet of page.head.querySelectorAll("link[rel=stylesheet]")) {
      if (!document.head.querySelector(`link[href="${sheet.getAttribute("href")}"]`)) document.head.append(sheet);
    }
    for (const script of page.head.querySelectorAll("script[src]")) {
      if (document.head.querySelector(`script[src="${script.getAttribute("src")}"]`)) continue;
      // One after the other, as the page has them: a later one uses what an earlier one made.
      const made = Object.assign(document.createElement("script"), { src: script.src, async: false });
      coming.push(new Promise((done) => (made.onload = made.onerror = done)));
      document.head.append(made);
    }
    return Promise.race([Promise.all(coming), new Promise((done) => setTimeout(done, LONGEST_SCRIPT))]);
  };

  // The body itself stays: htmx listens on it for requests to be broken off.
  const fillBody = (body) => {
    for (const { name } of [...document.body.attributes]) document.body.removeAttribute(name);
    for (const { name, value } of body.attributes) document.body.setAttribute(name, value);
    document.body.replaceChildren(...body.childNodes);
  };

  // Whoever sent a long form stood at its end: why it was refused comes before their eyes, opened where it was folded, and
  // is read out.
  const REFUSALS = [":is(.notice-error, .alert-danger, .is-invalid)", ":is([role=alert], .invalid-feedback, .errorlist)"];
  const said = (one) => one.matches(".is-invalid") || one.textContent.trim();
  const showRefusal = (isRefused) => {
    const told = isRefused ? REFUSALS.flatMap((kind) => [...document.querySelectorAll(`main ${kind}`)]) : [];
    const wrong = told.find(said);
    if (!wrong) return false;
    for (let fold = wrong.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    if (wrong.tabIndex < 0) wrong.setAttribute("tabindex", "-1");
    wrong.focus({ preventScroll: true });
    wrong.scrollIntoView({ block: "center" });
    return true;
  };
  // What the browser itself sent, a file or a form without a key, it answers with a page that begins at its top.
  const [arrived] = performance.getEntriesByType("navigation");
  if (arrived?.responseStatus >= 400) showRefusal(!document.querySelector(".error-code"));

  // Puts the server's answer in place of this page, as if the browser had gone there.
  const turnPage = async (response) => {
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (!page.querySelector("main")) return location.reload(); // a part, made for htmx: the whole page shows it too
    document.title = page.title;
    await bringHead(page);
    document.documentElement.lang = page.documentElement.lang;
    fillBody(document.adoptNode(page.body));
    if (response.redirected) history.pushState(null, "", response.url);
    window.htmx?.process(document.body);
    document.dispatchEvent(new CustomEvent("shell:shown"));
    window.scrollTo(0, 0);
    if (!showRefusal(!response.ok)) document.querySelector("[autofocus], main")?.focus({ preventScroll: true });
    report();
  };

  const isSignIn = (address) => new URL(address, location.href).pathname === SIGN_IN;
  const signIn = () => {
    window.outbox.isLeaving = true;
    location.assign(`${SIGN_IN}?next=${encodeURIComponent(location.pathname + location.search)}`);
  };

  // What somebody typed or chose there, as it stands on the screen.
  const saidIn = (place, button) => {
    // Nobody's password is said on a screen.
    const typed = [...place.querySelectorAll("input:not([type=hidden], [type=password]), select, textarea")];
    if (new Set(typed.map((one) => one.name)).size > MOST_SAID) return "";
    const values = typed.filter((one) => !/radio|checkbox/.test(one.type) || one.checked).map((one) => {
      if (one.selectedOptions) return one.selectedOptions[0]?.textContent.trim();
      return /radio|checkbox/.test(one.type) ? one.labels?.[0]?.textContent.trim() : one.value.trim();
    });
    return [...values, button?.value && button.textContent.trim()].filter(Boolean).join(" – ").replace(/\s+/g, " ");
  };

  const entryOf = (url, fields) => ({
    key: new URLSearchParams(fields).get("key"),
    url: new URL(url, location.href).pathname + new URL(url, location.href).search,
    fields,
    page: location.pathname,
    what: document.querySelector("main h1")?.textContent.trim().replace(/\s+/g, " ") || document.title,
    of: document.querySelector("main")?.dataset.of || "",
  });

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post" || !form.elements.key) return;
    // What answers with a paper turns no page: the browser saves it.
    if (form.hasAttribute("hx-post") || "paper" in form.dataset || form.querySelector("input[type=file]")) return;
    event.preventDefault();
    if (submitters.has(form)) return; // a second tap on the same button
    const button = event.submitter;
    const fields = new URLSearchParams(new FormData(form, button)).toString();
    const address = button?.getAttribute("formaction") || form.getAttribute("action") || location.href;
    const entry = { ...entryOf(address, fields), said: saidIn(form, button) };
    entry.what = form.dataset.what || entry.what;
    submitters.set(form, button);
    begun(entry.key);
    button?.setAttribute("aria-busy", "true");
    try {
      const response = await post(entry);
      if (isSignIn(response.url)) keep({ ...entry, tried: true });
      else if (NO_FORM.includes(response.status)) refuse(entry);
      else if (response.ok || !typesOn(entry.key, form)) forget(entry.key);
      else refuse(entry);
      if (isSignIn(response.url)) signIn();
      else if (!typesOn(entry.key, form)) await turnPage(response);
      else if (response.ok) show("sent", told(entry));
      else report();
    } catch {
      keep({ ...entry, tried: true });
      report();
    } finally {
      submitters.delete(form);
      button?.removeAttribute("aria-busy");
    }
  });

  // A form that swaps its own part names it: the answer comes into that part and disturbs nothing else.
  const swapOf = (form) => form.closest("[hx-swap]")?.getAttribute("hx-swap");
  const partOf = (form, target) => (swapOf(form) === "outerHTML" && target.id ? `#${target.id}` : null);

  const keepRequest = ({ requestConfig: request, elt, target }, more = {}) => {
    // A look at what a choice would bring records nothing: there is nothing to keep.
    if (request?.verb !== "post" || !request.formData.get("key") || request.formData.has("anteprima")) return;
    const entry = entryOf(request.path, new URLSearchParams([...request.formData.entries()]).toString());
    const part = partOf(elt, target);
    const said = saidIn(part ? target : elt, request.triggeringEvent?.submitter);
    keep({ ...entry, what: elt.dataset.what || entry.what, said, part, tried: true, ...more });
  };

  for (const failure of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(failure, (event) => {
      keepRequest(event.detail);
      report();
    });
  }

  document.addEventListener("htmx:configRequest", ({ detail: { headers, parameters } }) => {
    if (!token()) return;
    headers["X-CSRFToken"] = token();
    if (parameters.csrfmiddlewaretoken) parameters.csrfmiddlewaretoken = token();
  });

  // What a cell holds now is recorded: nothing of before waits for its owner there.
  document.addEventListener("htmx:afterRequest", ({ detail: { successful, requestConfig: request, elt, target } }) => {
    if (!successful || request?.verb !== "post" || !partOf(elt, target)) return;
    const address = entryOf(request.path, "").url;
    write(read().filter((entry) => !entry.part || entry.draft || entry.url !== address));
    report();
  });

  // A session that ended answers with the log-in page: that is no part to swap in.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!isSignIn(event.detail.xhr.responseURL) || location.pathname === SIGN_IN) return;
    event.preventDefault();
    keepRequest(event.detail);
    signIn();
  });

  // Nor is what stands before a server that is away: the page stays as it is, and what was sent waits.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!AWAY.includes(event.detail.xhr.status)) return;
    event.preventDefault();
    keepRequest(event.detail);
    report();
  });

  // Nor is the page of an error.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr } = event.detail;
    if (!NO_FORM.includes(xhr.status) || !/^\s*<!doctype/i.test(xhr.responseText)) return;
    event.preventDefault();
    keepRequest(event.detail, { refused: true });
    turnPage(new Response(xhr.responseText));
  });

  // ---- sending again ----------------------------------------------------

  // A part, made for htmx: the words of a page stand in its place otherwise.
  const isPart = (text) => !/^\s*<!doctype/i.test(text);
  const wordsOf = (text) => {
    const page = new DOMParser().parseFromString(`<table>${text}</table>`, "text/html");
    const words = page.querySelector(".cell-why") || page.querySelector("h1");
    return words?.textContent.trim().replace(/\s+/g, " ") || "";
  };

  // What the answer leaves of the entry: nothing once it is recorded, or once its part tells why it was not.
  const settle = (entry, response, text) => {
    if (response.ok) document.dispatchEvent(new CustomEvent("outbox:saved", { detail: entry }));
    if (response.ok || (entry.once && isPart(text))) forget(entry.key);
    else update(entry.key, { refused: true, why: entry.part ? wordsOf(text) : "" });
  };

  // True when the server has answered, whatever it said.
  const resend = async (entry) => {
    let response;
    let text;
    try {
      response = await post(entry, Boolean(entry.part));
      text = await response.clone().text();
    } catch {
      update(entry.key, { tried: true });
      report();
      return false;
    }
    if (isSignIn(response.url)) {
      update(entry.key, { tried: true });
      signIn(); // signed out meanwhile: the entry waits for its user
      return false;
    }
    const isHere = location.pathname === entry.page;
    const part = isHere && entry.part ? document.querySelector(entry.part) : null;
    settle(entry, response, text);
    if (part && isPart(text)) put(part, text, entry, response.ok);
    if (part && isPart(text)) {
      report();
    } else if (isHere && !entry.part && !NO_FORM.includes(response.status) && !typesOn(entry.key)) {
      await turnPage(response);
    } else if (response.ok) {
      show("sent", told(entry));
    } else {
      report();
    }
    return true;
  };

  const sendAll = () => {
    if (location.pathname === SIGN_IN || !isSameUser()) return;
    for (const entry of turns(read(), busy)) {
      const lane = laneOf(entry);
      busy.add(lane);
      resend(entry).then((answered) => {
        busy.delete(lane);
        if (answered) sendAll();
      });
    }
  };
  document.addEventListener("outbox:send", sendAll);

  const review = async () => {
    const entry = read().find((kept) => kept.refused && !isShown(kept));
    const response = entry && (await post(entry).catch(() => null));
    if (!response) return;
    if (response.ok) forget(entry.key);
    history.pushState(null, "", entry.page);
    await turnPage(response);
  };

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-retry]")) sendAll();
    if (event.target.closest("[data-review]")) review();
    if (event.target.closest("[data-discard]")) {
      const discarded = read().find((kept) => kept.refused && !isShown(kept));
      forget(discarded?.key);
      document.dispatchEvent(new CustomEvent("outbox:discarded", { detail: discarded }));
      report();
    }
  });
  window.addEventListener("online", () => (report(), sendAll()));
  window.addEventListener("offline", report);
  window.addEventListener("pageshow", report);
  window.addEventListener("popstate", () => location.reload());
  // The page where something was typed is there no more, or not for whoever typed it.
  if (["403", "404"].includes(document.querySelector(".error-code")?.textContent)) {
    read().filter((entry) => entry.draft && entry.page === location.pathname).forEach((entry) => strand(entry));
  }
  setInterval(sendAll, EVERY);
  sendAll();
  report();
})();
