// The virtual table by hand: drag a thing onto a reader (mouse, pen, or a long press of a finger), off it again, and
// a search that needs no reload. Choosing and pressing (click or keys) is plain HTML and works without this file.
"use strict";
(() => {
  const form = document.getElementById("place");
  if (!form) return;
  const find = document.getElementById("find");
  const found = document.getElementById("found");
  const START = 6; // pixels before a press becomes a drag
  const HOLD = 280; // milliseconds before a finger's press becomes a drag
  let drag = null;

  // ---- which things lie on a reader
  function markPlaced() {
    const placed = new Set([...form.querySelectorAll(".reader [data-uid]")].map((each) => each.dataset.uid));
    for (const thing of form.querySelectorAll(".thing")) thing.toggleAttribute("data-placed", placed.has(thing.dataset.uid));
  }
  document.addEventListener("lair:swapped", markPlaced);
  markPlaced();

  // ---- drag
  const readerAt = (x, y) => document.elementFromPoint(x, y)?.closest(".reader") || null;

  function lift() {
    const label = drag.source.closest(".thing") ? drag.source.querySelector(".face").innerText : drag.source.innerText;
    drag.ghost = document.createElement("div");
    drag.ghost.className = "thing ghost";
    const face = drag.ghost.appendChild(document.createElement("span"));
    face.className = "face";
    face.textContent = label.trim();
    document.body.append(drag.ghost);
    document.body.dataset.dragging = "";
    follow();
  }

  function follow() {
    drag.ghost.style.setProperty("transform", `translate(${drag.x - 72}px, ${drag.y - 30}px)`);
    const over = readerAt(drag.x, drag.y);
    for (const reader of form.querySelectorAll(".reader")) reader.toggleAttribute("data-over", reader === over);
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
    for (const reader of form.querySelectorAll(".reader")) reader.removeAttribute("data-over");
    // The click that follows a drag is not meant.
    source.addEventListener("click", (event) => event.preventDefault(), { once: true, capture: true });
    setTimeout(() => source.dispatchEvent(new Event("lair:dropped")), 0);
    const to = over?.dataset.reader;
    if (cancelled || (to || null) === from) return;
    if (!to) lairPost("/virtual/take", { take: `${from} ${uid}` });
    else lairPost("/virtual/place", { piece: uid, reader: to, ...(form.elements.tap.checked ? { tap: "1" } : {}) });
  }

  const lairPost = (action, fields) => window.lair.post(null, new URLSearchParams({ page: "virtual", ...fields }), action);

  form.addEventListener("pointerdown", (event) => {
    const source = event.target.closest(".thing, .reader ul button");
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
  form.addEventListener("touchmove", (event) => drag?.ghost && event.preventDefault(), { passive: false });
  form.addEventListener("dragstart", (event) => event.preventDefault());
  form.addEventListener("contextmenu", (event) => drag && event.preventDefault());

  // ---- search
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  find.addEventListener("input", () => {
    const words = plain(find.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const group of form.querySelectorAll(".bank details")) {
      let here = 0;
      for (const thing of group.querySelectorAll(".thing")) {
        const fits = words.every((word) => thing.dataset.words.includes(word));
        thing.hidden = !fits;
        here += fits;
      }
      group.hidden = here === 0;
      group.open = words.length ? here > 0 : group.hasAttribute("data-open");
      shown += here;
    }
    found.textContent = words.length ? found.dataset.text.replace("{n}", shown) : "";
  });
})();
