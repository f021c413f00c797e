// Sound and speech of a page, each switched on in the workshop for this browser. Sounds are made here, without files;
// a browser lets them out once somebody has pressed something on the page. Only a page that is seen is heard, and of
// several pages one.
"use strict";
(() => {
  const on = new Set(document.body.dataset.senses.split(" "));
  const own = document.querySelector("[data-own]") !== null; // a seat page is heard for its own player only
  const SOUNDS = { good: [660, 880], bad: [240, 170], turn: [523, 659, 784] }; // notes in Hz, one after the other
  const NOTE = 0.12; // seconds
  let audio = null;

  function ready() {
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume();
  }

  function play(name) {
    ready();
    SOUNDS[name].forEach((pitch, n) => {
      const tone = audio.createOscillator();
      const loud = audio.createGain();
      const at = audio.currentTime + n * NOTE;
      tone.frequency.value = pitch;
      tone.type = name === "bad" ? "triangle" : "sine";
      loud.gain.setValueAtTime(0.2, at);
      loud.gain.exponentialRampToValueAtTime(0.001, at + NOTE * 1.6);
      tone.connect(loud).connect(audio.destination);
      tone.start(at);
      tone.stop(at + NOTE * 1.6);
    });
  }

  function say(text) {
    speechSynthesis.cancel(); // what is not said yet is not true any more
    const words = new SpeechSynthesisUtterance(text);
    words.lang = document.documentElement.lang;
    speechSynthesis.speak(words);
  }

  // Of several pages the one that was opened or touched last is heard; when it goes, whichever has news first.
  const VOICE = "lair-voice";
  const me = String(performance.timeOrigin + Math.random());
  const take = () => document.hidden || localStorage.setItem(VOICE, me);
  const leave = () => localStorage.getItem(VOICE) === me && localStorage.removeItem(VOICE);
  function heard() {
    if (!localStorage.getItem(VOICE)) take();
    return localStorage.getItem(VOICE) === me;
  }

  const text = (at) => document.querySelector(at)?.textContent.trim() ?? "";
  function seen() {
    if (own) {
      const whose = document.querySelector("[data-own] .me[data-turn]") ? "mine" : "";
      return { whose, prompt: text("[data-own] .ask[data-mine] .what") };
    }
    const scan = document.querySelector(".toast") ?? document.querySelector("#dock .scan");
    return {
      mood: scan?.dataset.mood,
      scan: !scan ? "" : scan.dataset.key ?? text("#dock .raw"),
      whose: document.querySelector("#now[data-seat]") ? text("#now-title") : "",
      prompt: [text("#now-title"), text("#now .what")].filter(Boolean).join(". "),
    };
  }

  let last = seen();
  function news() {
    // Who hears the page by a screen reader must not hear it twice.
    if (on.has("speech")) document.querySelector("#now, [data-own] .ask")?.setAttribute("aria-live", "off");
    const [before, now] = [last, (last = seen())];
    const turn = now.whose && now.whose !== before.whose;
    const scan = !own && now.scan !== before.scan && { good: "good", bad: "bad", ask: "bad" }[now.mood];
    const prompt = now.prompt && now.prompt !== before.prompt;
    if (!(turn || scan || prompt) || !heard()) return;
    if (on.has("sound") && (turn || scan)) play(turn ? "turn" : scan);
    if (on.has("speech") && prompt) say(now.prompt);
  }

  for (const each of ["pointerdown", "keydown", "focus"]) addEventListener(each, take);
  document.addEventListener("visibilitychange", () => (document.hidden ? leave() : take()));
  addEventListener("pagehide", leave);
  if (on.has("sound")) for (const each of ["pointerdown", "keydown"]) addEventListener(each, ready, { once: true });
  document.addEventListener("lair:swapped", news);
  take();
  news();
})();
