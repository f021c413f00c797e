// Each form counts once. Its token stays the same until its answer has come, so that what is sent again is known. What was
// pressed rests so long, and for the length of a double click, unless something else is pressed in between.
"use strict";
window.lairOnce = (() => {
  const DOUBLE_CLICK = 250; // milliseconds
  const tokens = new WeakMap();
  const waiting = new WeakSet();
  let last = null;

  function token(form) {
    const random = () => [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n + 256).join("-");
    if (!tokens.has(form)) tokens.set(form, random());
    return tokens.get(form);
  }

  async function rest(pressed, answered) {
    waiting.add(pressed);
    last = pressed;
    pressed.setAttribute("aria-disabled", "true");
    const rested = new Promise((done) => setTimeout(done, DOUBLE_CLICK));
    await answered;
    waiting.delete(pressed);
    await rested;
    if (last === pressed) last = null;
    if (!rests(pressed)) pressed.removeAttribute("aria-disabled");
  }

  const rests = (pressed) => waiting.has(pressed) || pressed === last;
  return { token, answered: (form) => tokens.delete(form), rest, rests };
})();
