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

  const SIGN_IN = "/accesso/";
  // The server, or what it writes to, is away for now: as if there were no network.
  const AWAY = [502, 503, 504];
  // Answers without the form in them: what was typed would be gone from the screen.
  const NO_FORM = [401, 403, 404, 500];

  const store = `kept-entries-${document.body.dataset.user || "nobody"}`;
  const submitters = new WeakMap();
  let sending = false;

  const read = () => {
    try {
      return JSON.parse(localStorage.getItem(store)) || [];
    } catch {
      return [];
    }
  };
  const write = (entries) => {
    try {
      localStorage.setItem(store, JSON.stringify(entries));
    } catch {
      // Storage is forbidden or full: the filled form is still on the screen.
    }
  };
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
  const forget = (key) => write(read().filter((entry) => entry.key !== key));
  // A cell typed anew takes the place of what waited for it.
  const isReplaced = (other, entry) => other.key === entry.key || (entry.part && other.url === entry.url);
  const keep = (entry) => write([...read().filter((other) => !isReplaced(other, entry)), entry]);
  const refuse = (entry) => keep({ ...entry, refused: true });

  // ---- the banner -------------------------------------------------------

  const show = (state, what = "") => {
    for (const line of document.querySelectorAll("#connection [data-state]")) {
      line.hidden = line.dataset.state !== state;
      const name = line.querySelector("[data-what]");
      if (name) name.textContent = what;
    }
  };

  const told = ({ what, said }) => (said ? `${what} (${said})` : what);

  const report = () => {
    const entries = read();
    const refused = entries.find((entry) => entry.refused);
    const waiting = entries.filter((entry) => !entry.refused);
    if (waiting.length) show("waiting", waiting.map(told).join(" · "));
    else if (refused) show("refused", told(refused));
    else show(navigator.onLine ? "" : "offline");
  };

  // ---- sending ----------------------------------------------------------

  // Signing in again changes the token, in another tab too: the page of before still speaks for its user. Not for
  // another one, who signed in on this device meanwhile.
  const token = () => (isSameUser() ? document.cookie.match(/(?:^|; )(?:__Host-)?csrftoken=([^;]+)/)?.[1] : undefined);

  const post = async (entry, part = null) => {
    const body = new URLSearchParams(entry.fields);
    if (token()) body.set("csrfmiddlewaretoken", token());
    const headers = part ? { "HX-Request": "true" } : {};
    const response = await fetch(entry.url, { method: "POST", body, headers, signal: AbortSignal.timeout(LONG) });
    if (AWAY.includes(response.status)) throw new Error("the server is away");
    return response;
  };

  // A page may need a script or a style sheet that this one did not.
  const bringHead = (page) => {
    for (const sheet of page.head.querySelectorAll("link[rel=stylesheet]")) {
      if (!document.head.querySelector(`link[href="${sheet.getAttribute("href")}"]`)) document.head.append(sheet);
    }
    for (const script of page.head.querySelectorAll("script[src]")) {
      if (document.head.querySelector(`script[src="${script.getAttribute("src")}"]`)) continue;
      document.head.append(Object.assign(document.createElement("script"), { src: script.src }));
    }
  };

  // The body itself stays: htmx listens on it for requests to be broken off.
  const fillBody = (body) => {
    for (const { name } of [...document.body.attributes]) document.body.removeAttribute(name);
    for (const { name, value } of body.attributes) document.body.setAttribute(name, value);
    document.body.replaceChildren(...body.childNodes);
  };

  // Puts the server's answer in place of this page, as if the browser had gone there.
  const turnPage = async (response) => {
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (!page.querySelector("main")) return location.reload(); // a part, made for htmx: the whole page shows it too
    document.title = page.title;
    bringHead(page);
    document.documentElement.lang = page.documentElement.lang;
    fillBody(document.adoptNode(page.body));
    if (response.redirected) history.pushState(null, "", response.url);
    window.htmx?.process(document.body);
    document.dispatchEvent(new CustomEvent("shell:shown"));
    window.scrollTo(0, 0);
    document.querySelector("[autofocus], .is-invalid, main")?.focus({ preventScroll: true });
    report();
  };

  const isSignIn = (address) => new URL(address, location.href).pathname === SIGN_IN;
  const signIn = () => location.assign(`${SIGN_IN}?next=${encodeURIComponent(location.pathname + location.search)}`);

  // What somebody typed or chose there, as it stands on the screen.
  const saidIn = (place, button) => {
    const typed = [...place.querySelectorAll("input:not([type=hidden]), select, textarea")];
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
    what: document.querySelector("main h1")?.textContent.trim() || document.title,
  });

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post" || !form.elements.key) return;
    if (form.hasAttribute("hx-post") || form.querySelector("input[type=file]")) return;
    event.preventDefault();
    if (submitters.has(form)) return; // a second tap on the same button
    const button = event.submitter;
    const fields = new URLSearchParams(new FormData(form, button)).toString();
    const address = button?.getAttribute("formaction") || form.getAttribute("action") || location.href;
    const entry = { ...entryOf(address, fields), said: saidIn(form, button) };
    submitters.set(form, button);
    button?.setAttribute("aria-busy", "true");
    try {
      const response = await post(entry);
      if (isSignIn(response.url)) keep(entry);
      else if (NO_FORM.includes(response.status)) refuse(entry);
      else forget(entry.key);
      await (isSignIn(response.url) ? signIn() : turnPage(response));
    } catch {
      keep(entry);
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
    keep({ ...entry, what: elt.dataset.what || entry.what, said, part, ...more });
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
    write(read().filter((entry) => !entry.part || entry.url !== address));
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

  // True when the server has answered, whatever it said.
  const resend = async (entry) => {
    const part = location.pathname === entry.page && entry.part ? document.querySelector(entry.part) : null;
    let response;
    try {
      response = await post(entry, part);
    } catch {
      return false;
    }
    if (isSignIn(response.url)) {
      signIn(); // signed out meanwhile: the entry waits for its user
      return false;
    }
    if (response.ok) forget(entry.key);
    else refuse(entry);
    if (part?.isConnected && !NO_FORM.includes(response.status)) {
      window.htmx.swap(part, await response.text(), { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 20 });
      report();
    } else if (location.pathname === entry.page && !NO_FORM.includes(response.status)) {
      await turnPage(response);
    } else if (response.ok) {
      show("sent", told(entry));
    } else {
      report();
    }
    return true;
  };

  const sendAll = async () => {
    if (sending || location.pathname === SIGN_IN || !isSameUser()) return;
    sending = true;
    for (const entry of read().filter((kept) => !kept.refused)) {
      if (!(await resend(entry))) break;
    }
    sending = false;
  };

  const review = async () => {
    const entry = read().find((kept) => kept.refused);
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
      forget(read().find((kept) => kept.refused)?.key);
      report();
    }
  });
  window.addEventListener("online", () => (report(), sendAll()));
  window.addEventListener("offline", report);
  window.addEventListener("pageshow", report);
  window.addEventListener("popstate", () => location.reload());
  setInterval(() => read().some((kept) => !kept.refused) && sendAll(), EVERY);
  if (read().some((kept) => !kept.refused)) sendAll();
  report();
})();
