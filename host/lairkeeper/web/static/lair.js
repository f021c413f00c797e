// Live pages without a library: one event stream a browser (live.js), fragments swapped by id, forms sent by fetch.
// A page works without this file: links and forms do the same with a reload.
"use strict";
(() => {
  const body = document.body;
  const notice = document.getElementById("notice");
  const lost = document.getElementById("lost");
  const once = window.lairOnce;
  let latest = body.dataset.since || ""; // the newest state that was swapped in: "<run>-<version>"

  // ---- swapping: change what differs, keep focus, scroll, open details and what somebody is typing
  const keyOf = (node) => (node.nodeType === 1 ? node.id || node.dataset.key || null : null);
  const typed = "input:not([type=hidden]), select, option, textarea";
  const mine = (node, name) =>
    (name === "open" && node.tagName === "DETAILS") || (name === "aria-disabled" && once.rests(node)) ||
    (/^(value|checked|selected)$/.test(name) && node.matches(typed));
  const usual = []; // what is chosen where nobody has chosen anything that is left

  function morph(old, fresh) {
    for (const { name } of [...old.attributes]) {
      if (!fresh.hasAttribute(name) && !mine(old, name)) old.removeAttribute(name);
    }
    for (const { name, value } of fresh.attributes) {
      if (old.getAttribute(name) !== value && !mine(old, name)) old.setAttribute(name, value);
    }
    if (old.type === "radio" && fresh.hasAttribute("checked")) usual.push(old);
    if (!old.hasAttribute("data-keep")) morphChildren(old, fresh);
  }

  function morphChildren(old, fresh) {
    const kinds = new Map([...fresh.children].map((child) => [keyOf(child), child.nodeName]));
    const keyed = new Map();
    for (const child of [...old.children]) {
      const key = keyOf(child);
      if (!key) continue;
      if (kinds.get(key) === child.nodeName) keyed.set(key, child);
      else child.remove();
    }
    let at = old.firstChild;
    for (const want of [...fresh.childNodes]) {
      const key = keyOf(want);
      const alike = at && at.nodeName === want.nodeName && !keyOf(at);
      const have = key ? keyed.get(key) : alike ? at : null;
      if (!have) {
        old.insertBefore(want, at);
        continue;
      }
      if (have === at) at = at.nextSibling;
      else old.insertBefore(have, at);
      if (have.nodeType === 1) morph(have, want);
      else if (have.data !== want.data) have.data = want.data;
    }
    while (at) {
      const next = at.nextSibling;
      at.remove();
      at = next;
    }
  }

  function swap(fragments) {
    for (const [id, html] of Object.entries(fragments || {})) {
      const old = document.getElementById(id);
      const holder = document.createElement("template");
      holder.innerHTML = html;
      const fresh = holder.content.firstElementChild;
      if (old && fresh) morph(old, fresh);
    }
    for (const each of usual.splice(0)) {
      const group = [...(each.form?.elements ?? [])].filter((other) => other.type === "radio" && other.name === each.name);
      if (!group.some((other) => other.checked)) each.checked = true;
    }
    if (older(notice.dataset.log, document.querySelector("#dock, #toast")?.dataset.log) && !notice.matches(":focus-within")) tell("");
    document.dispatchEvent(new CustomEvent("lair:swapped"));
  }

  // Whether one state of the page or of the match, "<run>-<number>", came before another of the same run of the host.
  function older(one, other) {
    const [[run, version], [ours, newest]] = [one, other].map((at) => (at || "").split("-"));
    return run === ours && Number(version) < Number(newest);
  }

  // ---- what comes over the stream; an event without fragments ends each change
  function hear(news) {
    latest = news.at || latest;
    swap(news.fragments);
    if (notice.hasAttribute("data-disk") && document.querySelector("#problem.over")) tell("");
    if (Object.keys(news.fragments).length) return;
    body.dataset.since = latest;
    if (sheet?.open) look(shown, true);
    if (own) renew(own.dataset.own);
  }

  // ---- what only the player of this page may know does not come by the stream that everybody has
  const own = document.querySelector("[data-own]");
  let renewal = 0;
  async function renew(address, mine = ++renewal) {
    const found = await fetch(address, { headers: { accept: "application/json" } }).then((each) => each.json()).catch(() => null);
    if (mine === renewal) found ? swap(found.fragments) : setTimeout(renew, 1000, address, mine); // it wakes up offline
  }

  // ---- forms: one after the other, in the order in which they were pressed, each once (once.js)
  function tell(text) {
    notice.querySelector("p").textContent = text;
    notice.dataset.kind = "bad";
    for (const until of ["disk", "log"]) delete notice.dataset[until];
    notice.toggleAttribute("hidden", !text);
    for (const rest of notice.querySelectorAll("form, .cite")) rest.remove();
  }

  // ---- a piece's sheet: what can be done with it, over the page; made anew while it is open
  const sheet = document.getElementById("sheet");
  let shown = "";
  async function look(address, again = false) {
    const answer = await fetch(address, { headers: { accept: "application/json" } }).catch(() => null);
    if (!answer) return tell(lost.textContent.trim());
    swap((await answer.json()).fragments);
    if (!answer.ok) return sheet.close();
    shown = address;
    if (!sheet.open && !again) sheet.showModal(); // made anew, it stays closed if it was closed meanwhile
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-sheet]");
    if (event.target === sheet) sheet.close();
    if (!link || !sheet || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    look(link.href);
  });

  let queue = Promise.resolve();
  async function send(form, fields, action) {
    let answer;
    try {
      answer = await fetch(action, { method: "POST", body: fields, headers: { accept: "application/json" } });
    } catch {
      return tell(lost.textContent.trim());
    }
    if (!(answer.headers.get("content-type") || "").startsWith("application/json")) {
      location.reload();
      return;
    }
    const news = await answer.json();
    if (news.go) {
      location.assign(news.go);
      return;
    }
    once.answered(form);
    if (!answer.ok && sheet?.open) sheet.close(); // why not is said on the page, which the sheet covers
    swap(older(news.at, latest) ? { notice: news.fragments.notice } : news.fragments);
    if (answer.ok && form && form.hasAttribute("data-reset")) form.reset();
  }

  function post(form, fields, action) {
    fields.set("once", once.token(form || {}));
    queue = queue.then(() => send(form, fields, action));
    return queue;
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (sheet && form.matches("form[data-sheet]")) {
      event.preventDefault();
      look(`${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`);
    }
    if (!form.matches("form[data-live]")) return;
    event.preventDefault();
    const button = event.submitter;
    if (once.rests(button || form)) return;
    if (sheet?.contains(form) && !form.closest("[data-stay]")) sheet.close();
    const fields = new URLSearchParams(new FormData(form));
    if (button && button.name) fields.append(button.name, button.value);
    const action = (button && button.getAttribute("formaction")) || form.getAttribute("action");
    once.rest(button || form, post(form, fields, action));
  });

  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-submit]")) event.target.form.requestSubmit();
  });

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-close]")) return;
    event.preventDefault();
    tell("");
  });

  // ---- keys: Escape closes the notice, Ctrl+Z and Ctrl+Y do and undo, unless somebody is typing
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") tell("");
    if (!(event.ctrlKey || event.metaKey) || event.target.closest("input[type=search], input[type=text], textarea")) return;
    const redo = event.key === "y" || (event.shiftKey && event.key.toLowerCase() === "z");
    const button = document.getElementById(redo ? "do-redo" : event.key === "z" ? "do-undo" : "");
    if (!button || button.disabled) return;
    event.preventDefault();
    button.click();
  });

  window.lair = { post };
  const tellState = (state) => lost.toggleAttribute("hidden", state === "open");
  if (body.dataset.page) window.lairStream(body.dataset.page, document.documentElement.lang, latest, hear, tellState);
})();
