// A replay without reloads: the slider, the steps and Play fetch the table at another point. Without this file they are
// a form and links that do the same.
"use strict";
(() => {
  const form = document.querySelector("[data-replay]");
  const lost = document.getElementById("replay-lost");
  const slider = form?.elements.turn;
  const play = form?.querySelector("[data-play]");
  const PACE = 1200;
  let asked = 0; // the newest request: an answer to an older one is not shown
  let timer = 0;

  async function show(address) {
    const mine = ++asked;
    try {
      const answer = await fetch(address, { headers: { accept: "application/json" } });
      if (!answer.ok) throw new Error(answer.status);
      const told = await answer.json();
      if (mine !== asked) return false;
      swap(told.fragments.past);
      if (slider) slider.value = told.turn;
      history.replaceState(null, "", address);
      lost.hidden = true;
      return true;
    } catch {
      if (mine === asked) lost.hidden = false;
      return false;
    }
  }

  function swap(html) {
    const old = document.getElementById("past");
    const holder = document.createElement("template");
    holder.innerHTML = html;
    const fresh = holder.content.firstElementChild;
    const focused = old.contains(document.activeElement) ? document.activeElement.id : "";
    for (const each of old.querySelectorAll("details[open]")) {
      const same = each.dataset.key && fresh.querySelector(`details[data-key="${each.dataset.key}"]`);
      if (same) same.open = true;
    }
    old.replaceWith(fresh);
    if (focused) (document.getElementById(focused) || document.getElementById("to-before") || document.getElementById("to-after"))?.focus();
  }

  const turn = (n) => show(`${form.getAttribute("action")}?turn=${n}`);

  function stop() {
    clearTimeout(timer);
    timer = 0;
    if (play) play.textContent = play.dataset.go;
  }

  async function step() {
    const next = Number(slider.value) + 1;
    if (next > Number(slider.max) || !(await turn(next)) || !timer) return stop();
    timer = setTimeout(step, PACE);
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-step]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    stop();
    show(link.getAttribute("href"));
  });
  if (!form) return;
  form.querySelector("[data-plain]").hidden = true;
  play.hidden = false;
  slider.addEventListener("input", () => {
    stop();
    turn(slider.value);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    turn(slider.value);
  });
  play.addEventListener("click", async () => {
    if (timer) return stop();
    play.textContent = play.dataset.stop;
    timer = setTimeout(step, PACE);
    if (Number(slider.value) >= Number(slider.max)) await turn(0);
  });
})();
