// Printed numbers by keyboard alone: Enter and the arrows go from field to field, Enter in the last one saves. Each field
// is checked while it is typed, by the same rules and words as when it is saved. A file is read here and sent as text.
"use strict";
(() => {
  const form = document.getElementById("numbers");
  if (!form) return;
  const fields = [...form.querySelectorAll(".field > input, .field > select")];
  const missing = document.getElementById("missing");
  let asked = 0;

  function go(from, by) {
    const to = fields[fields.indexOf(from) + by];
    to?.focus();
    if (to?.select) to.select();
    return Boolean(to);
  }

  form.addEventListener("keydown", (event) => {
    if (!fields.includes(event.target) || event.isComposing) return;
    const list = event.target.tagName === "SELECT";
    const by = { Enter: event.shiftKey ? -1 : 1, ArrowDown: list ? 0 : 1, ArrowUp: list ? 0 : -1 }[event.key] || 0;
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key !== "Enter" || fields.indexOf(event.target) + by < fields.length) event.preventDefault();
    if (!go(event.target, by) && event.key === "Enter" && by === 1 && list) form.requestSubmit();
  });

  async function check() {
    const mine = (asked += 1);
    const told = await fetch(`/numbers/check?${new URLSearchParams(new FormData(form))}`, { headers: { accept: "application/json" } })
      .then((answer) => (answer.ok ? answer.json() : null))
      .catch(() => null);
    if (!told || mine !== asked) return;
    for (const field of fields) {
      const wrong = told.fields[field.name.replace("field-", "")] || "";
      const error = document.getElementById(`e-${field.id}`);
      error.hidden = !wrong;
      error.querySelector("span").textContent = wrong;
      if (wrong) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
    }
    missing.textContent = told.missing;
  }
  form.addEventListener("input", check);

  // Spreadsheet programs also write UTF-16, or the old code of the country.
  function text(bytes) {
    const mark = new Uint8Array(bytes.slice(0, 2)).join();
    if (mark === "255,254" || mark === "254,255") return new TextDecoder(mark === "255,254" ? "utf-16le" : "utf-16be").decode(bytes);
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      return new TextDecoder("windows-1252").decode(bytes);
    }
  }
  document.getElementById("import-choose").hidden = false;
  document.getElementById("import-file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (file) document.getElementById("import-text").value = text(await file.arrayBuffer());
  });
})();
