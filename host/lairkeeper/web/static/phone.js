// What browsers allow on https alone: the screen stays on, and a phone reads tags (Web NFC) and labels (its camera).
"use strict";
(() => {
  const bar = document.getElementById("phone-reader");

  // The lock is lost whenever the page is not seen.
  async function stayOn() {
    if (document.hidden || !navigator.wakeLock) return;
    try {
      await navigator.wakeLock.request("screen");
    } catch {
      // The battery is low, or somebody said no: the screen goes dark as usual.
    }
  }
  document.addEventListener("visibilitychange", stayOn);
  stayOn();
  if (!bar) return;

  const says = bar.querySelector("[role=status]");
  const say = (name) => (says.textContent = name ? bar.dataset[name] : "");

  async function send(name, value) {
    const body = new URLSearchParams({ [name]: value });
    const answer = await fetch("/phone/tap", { method: "POST", body, headers: { accept: "application/json" } });
    if (answer.ok) return say("read");
    const { fragments } = await answer.json();
    const page = new DOMParser().parseFromString(fragments.notice, "text/html");
    says.textContent = page.body.textContent.trim();
  }

  function again(button, work) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        await work();
        say("ready");
      } catch {
        say("refused");
        button.disabled = false;
      }
    });
  }

  if (window.NDEFReader) {
    again(bar.querySelector("[name=nfc]"), async () => {
      const reader = new NDEFReader();
      await reader.scan();
      reader.onreading = ({ serialNumber }) => send("uid", serialNumber);
      reader.onreadingerror = () => say("unread");
    });
  }

  if (window.BarcodeDetector && navigator.mediaDevices) {
    again(bar.querySelector("[name=camera]"), async () => {
      const video = bar.querySelector("video");
      video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      video.hidden = false;
      await video.play();
      const detector = new BarcodeDetector({ formats: ["qr_code"] });
      let last = "";
      setInterval(async () => {
        if (document.hidden) return;
        const code = (await detector.detect(video))[0]?.rawValue ?? "";
        if (code && code !== last) send("code", code);
        last = code;
      }, 300);
    });
  }
  bar.hidden = !bar.querySelector("button:not([hidden])");
})();
