// The virtual table by hand: drag a piece onto a reader (mouse, pen, or a long press of a finger), off it again, and a
// search that needs no reload. Choosing and pressing (click or keys) is plain HTML and works without this file.
"use strict";
(() => {
  const desk = document.getElementById("desk");
  if (!desk) return;
  const form = document.getElementById("place");
  const find = document.getElementById("find");
  const found = document.getElementById("found");
  const bank = desk.querySelector(".bank");
  const START = 6; // pixels before a press becomes a drag
  const HOLD = 280; // milliseconds before a finger's press becomes a drag
  let drag = null;

  // ---- which pieces lie on a reader, and which copy of a kind lies on top: the one with the number that is searched for,
  // in a search the one that lies open on the table, otherwise one that lies nowhere in sight
  const uids = (where) => new Set([...desk.querySelectorAll(where)].map((each) => each.dataset.uid));
  function mark() {
    const [placed, open, all] = [uids(".reader [data-uid]"), uids(".lie [data-uid]"), uids("#field [data-uid]")];
    const copy = find.value.match(/#(\d+)\s*$/)?.[1];
    for (const kind of bank.querySelectorAll(".kind:has(.copies)")) {
      const [top, ...rest] = kind.querySelectorAll(".thing");
      const lies = find.value && [top, ...rest].some((each) => open.has(each.dataset.uid));
      const free = ({ dataset: { uid } }) => (lies ? open.has(uid) : !placed.has(uid) && !all.has(uid));
      const wanted = (each) => (copy ? numberOf(each).textContent === copy : free(each));
      const chosen = !copy && kind.querySelector("input:checked");
      const next = chosen || wanted(top) ? null : rest.find(wanted);
      if (next) change(top, next);
    }
    for (const thing of desk.querySelectorAll(".thing")) thing.toggleAttribute("data-placed", placed.has(thing.dataset.uid));
  }

  const numberOf = (thing) => thing.querySelector(".nr");
  function change(one, other) {
    const [[uid, number], [uid2, number2]] = [one, other].map((each) => [each.dataset.uid, numberOf(each).textContent]);
    for (const [each, id, n] of [[one, uid2, number2], [other, uid, number]]) {
      each.dataset.uid = each.querySelector("input").value = id;
      numberOf(each).textContent = n;
      each.querySelector("input").checked = false;
    }
  }
  document.addEventListener("lair:swapped", mark);

  // ---- drag
  const readerAt = (x, y) => document.elementFromPoint(x, y)?.closest(".reader") || null;

  function lift() {
    const face = drag.source.querySelector(".face");
    drag.ghost = document.createElement("div");
    drag.ghost.className = "thing kind ghost";
    const shown = drag.ghost.appendChild(face ? face.cloneNode(true) : document.createElement("span"));
    if (!face) {
      shown.className = "face said";
      shown.textContent = drag.source.innerText.trim();
    } else drag.ghost.style.width = `${face.getBoundingClientRect().width}px`;
    document.body.append(drag.ghost);
    document.body.dataset.dragging = "";
    follow();
  }

  function follow() {
    const { width, height } = drag.ghost.getBoundingClientRect();
    drag.ghost.style.translate = `${drag.x - width / 2}px ${drag.y - height / 2}px`;
    const over = readerAt(drag.x, drag.y);
    for (const reader of desk.querySelectorAll(".reader")) reader.toggleAttribute("data-over", reader === over);
  }

  function drop(cancelled) {
    if (!drag) return;
    clearTimeout(drag.timer);
    const { ghost, source, from, uid, x, y } = drag;
    drag = null;
    if (!ghost) return;
    const over = readerAt(x, y);
    ghost.remove();
    delete document.body.dataset.dragging;
    for (const reader of desk.querySelectorAll(".reader")) reader.removeAttribute("data-over");
    // The click that follows a drag is not meant.
    source.addEventListener("click", (event) => event.preventDefault(), { once: true, capture: true });
    setTimeout(() => source.dispatchEvent(new Event("lair:dropped")), 0);
    const to = over?.dataset.reader;
    if (cancelled || (to || null) === from) return;
    if (!to) lairPost("/virtual/take", { take: `${from} ${uid}` });
    else lairPost("/virtual/place", { piece: uid, reader: to, ...(form.elements.tap.checked ? { tap: "1" } : {}) });
  }

  const lairPost = (action, fields) => window.lair.post(null, new URLSearchParams({ page: "virtual", ...fields }), action);

  desk.addEventListener("pointerdown", (event) => {
    const source = event.target.closest("label.thing, .reader ul button");
    if (!source || event.button !== 0 || drag) return;
    const from = source.closest(".reader")?.dataset.reader || null;
    drag = { source, from, uid: source.dataset.uid, x: event.clientX, y: event.clientY, x0: event.clientX, y0: event.clientY, id: event.pointerId };
    if (event.pointerType === "touch") drag.timer = setTimeout(() => drag && lift(), HOLD);
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    drag.x = event.clientX;
    drag.y = event.clientY;
    const far = Math.hypot(drag.x - drag.x0, drag.y - drag.y0) > START;
    if (drag.ghost) follow();
    else if (far && event.pointerType === "touch") drop(true);
    else if (far) lift();
  });
  document.addEventListener("pointerup", () => drop(false));
  document.addEventListener("pointercancel", () => drop(true));
  document.addEventListener("keydown", (event) => event.key === "Escape" && drop(true));
  desk.addEventListener("touchmove", (event) => drag?.ghost && event.preventDefault(), { passive: false });
  desk.addEventListener("dragstart", (event) => event.preventDefault());
  desk.addEventListener("contextmenu", (event) => drag && event.preventDefault());

  // ---- search, as Query in bank.py: a number as a whole, few letters as the beginning of a word, more as a part of one
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const hit = (word, own) => (/^\d+$/.test(word) ? own === word : word.length < 4 ? own.startsWith(word) : own.includes(word));
  const fits = (words, own) => words.every((word) => own.some((each) => hit(word, each)));
  function search() {
    const words = plain(find.value.split("#")[0]).match(/[\p{L}\p{N}]+/gu) || [];
    let shown = 0;
    for (const group of bank.querySelectorAll(":scope > details")) {
      let here = 0;
      for (const kind of group.querySelectorAll(".kind")) {
        kind.hidden = !fits(words, kind.dataset.words.split(" "));
        here += !kind.hidden;
      }
      group.hidden = here === 0;
      group.open = words.length ? here > 0 : group.hasAttribute("data-open");
      shown += here;
    }
    const text = shown ? found.dataset.text.replace("{n}", shown) : found.dataset.none.replace("{q}", find.value);
    found.textContent = words.length ? text : "";
    mark();
  }
  find.addEventListener("input", search);
  document.getElementById("finder").addEventListener("submit", (event) => event.preventDefault());
  if (find.value) search();
  else mark();
})();
