// The button that copies a text to the clipboard, or hands it to the phone's own way of sharing.
"use strict";
(() => {
  const ready = () => {
    for (const button of document.querySelectorAll("button[data-copy]")) button.hidden = false;
  };

  async function copy(text, field) {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) return navigator.share({ text });
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    field.select(); // without HTTPS a browser gives no clipboard
    return document.execCommand("copy");
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    try {
      await copy(field.value, field);
      button.textContent = button.dataset.done;
    } catch {
      field.select(); // sharing was called off, or is not allowed: the text is there to be copied by hand
    }
  });
  document.addEventListener("lair:swapped", ready);
  ready();
})();
