// Shared by all tabs of a browser that speak one language: one connection for them all. Browsers allow six a host,
// so with a connection a tab the seventh tab would never load.
"use strict";
const tabs = new Map(); // port -> { page, since }: which page it shows, and the newest state that it has got
let source = null;
let pages = ""; // the pages that the connection is for
let since = ""; // the newest state that came: "<run>-<version>"
let state = "lost";

function say(message) {
  for (const port of tabs.keys()) port.postMessage(message);
}

// Whether a page that was made at this state has missed nothing of what came.
function current(at) {
  const [run, version] = at.split("-");
  const [ours, newest] = since.split("-");
  return run === ours && Number(version) >= Number(newest);
}

function wanted() {
  return [...new Set([...tabs.values()].map((tab) => tab.page))].sort().join(" ");
}

function connect() {
  if (source) source.close();
  source = null;
  pages = wanted();
  if (!pages) return;
  const known = new Set([...tabs.values()].map((tab) => tab.since));
  since = known.size === 1 ? [...known][0] : ""; // not all have the same: everything comes again
  const asks = new URLSearchParams(pages.split(" ").map((page) => ["page", page]));
  asks.set("lang", self.name);
  asks.set("since", since);
  const mine = new EventSource(`/events?${asks}`);
  source = mine;
  mine.onopen = () => say({ state: (state = "open") });
  mine.onmessage = (event) => {
    const news = JSON.parse(event.data);
    since = event.lastEventId || since;
    for (const [port, tab] of tabs) {
      if (event.lastEventId) tab.since = event.lastEventId;
      if (!news.page || news.page === tab.page) port.postMessage({ news });
    }
  };
  mine.onerror = () => {
    say({ state: (state = "lost") });
    if (mine.readyState === EventSource.CLOSED) setTimeout(() => mine === source && connect(), 1500);
  };
}

self.onconnect = ({ ports: [port] }) => {
  port.onmessage = ({ data }) => {
    if (data.bye) {
      tabs.delete(port);
      if (!tabs.size) connect();
      return;
    }
    tabs.set(port, data);
    if (!source || !pages.split(" ").includes(data.page) || !current(data.since)) connect();
    else port.postMessage({ state });
  };
};
