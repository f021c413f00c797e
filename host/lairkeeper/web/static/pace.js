// Counts the seconds of the turn clock between two changes, by the clock of the host. How far the clock of this device
// is ahead of that is known from the newest text: what was on its way for long would say more.
"use strict";
(() => {
  let ahead = Infinity;
  function tick(fresh) {
    const shown = document.querySelector("#pace time");
    if (!shown) return;
    const { began, now, stands } = shown.dataset;
    if (fresh && now) ahead = Math.min(ahead, Date.now() - now);
    const seconds = began ? Math.max(0, Math.floor((Date.now() - ahead - began) / 1000)) : Number(stands);
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (shown.textContent !== text) shown.textContent = text;
  }
  setInterval(tick, 1000);
  document.addEventListener("lair:swapped", () => tick(true));
  tick(true);
})();
