// The field for a new name is emptied when the answer to it has come, and stays ready for the next one.
"use strict";
(() => {
  let answered = document.getElementById("draft")?.dataset.answer;
  document.addEventListener("lair:swapped", () => {
    const draft = document.getElementById("draft");
    if (!draft || draft.dataset.answer === answered) return;
    answered = draft.dataset.answer;
    const field = document.getElementById("name");
    field.value = field.dataset.left;
  });
})();
