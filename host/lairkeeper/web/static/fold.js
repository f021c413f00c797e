// The help of the turn bar lies over the page: a click elsewhere closes it, and so does Escape.
"use strict";
(() => {
  function fold(clicked) {
    for (const each of document.querySelectorAll("details.help[open]")) if (!each.contains(clicked)) each.open = false;
  }
  document.addEventListener("click", (event) => fold(event.target));
  document.addEventListener("keydown", (event) => event.key === "Escape" && fold(null));
})();
