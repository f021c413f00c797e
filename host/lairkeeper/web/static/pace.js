// Counts the seconds of the turn clock between two changes, by the clock of the host as it was when the page was made.
"use strict";
(() => {
  const ahead = Date.now() - Number(document.body.dataset.now); // how far this device's clock is before the host's
  function tick() {
    const shown = document.querySelector("#pace time");
    if (!shown) return;
    const { began, stands } = shown.dataset;
    const seconds = began ? Math.max(0, Math.floor((Date.now() - ahead - began) / 1000)) : Number(stands);
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (shown.textContent !== text) shown.textContent = text;
  }
  setInterval(tick, 1000);
  document.addEventListener("lair:swapped", tick);
  tick();
})();
