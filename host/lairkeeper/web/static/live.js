// The stream of a page: over the connection that all tabs share, or over one of its own in browsers that have no shared
// workers; that one is closed while the page is not seen, because browsers allow six connections a host.
"use strict";
window.lairStream = (page, lang, since, hear, tell) => {
  let latest = since; // the newest state that this page has got

  function news(each) {
    if (each.go) return location.replace(each.go);
    if (!Object.keys(each.fragments).length) latest = each.at;
    hear(each);
  }

  function alone() {
    let source = null;
    function connect() {
      const asks = new URLSearchParams({ page, lang, since: latest });
      source = new EventSource(`/events?${asks}`);
      source.onopen = () => tell("open");
      source.onmessage = (event) => news(JSON.parse(event.data));
      source.onerror = () => {
        tell("lost");
        if (source.readyState === EventSource.CLOSED) setTimeout(look, 1500);
      };
    }
    function look() {
      if (document.hidden) source?.close();
      else if (!source || source.readyState === EventSource.CLOSED) connect();
    }
    document.addEventListener("visibilitychange", look);
    window.addEventListener("pagehide", () => source?.close());
    window.addEventListener("pageshow", look);
    look();
  }

  function together() {
    const worker = new SharedWorker(document.body.dataset.worker, lang);
    const join = () => worker.port.postMessage({ page, since: latest });
    worker.onerror = alone;
    worker.port.onmessage = ({ data }) => (data.news ? news(data.news) : tell(data.state));
    window.addEventListener("pagehide", () => worker.port.postMessage({ bye: true }));
    window.addEventListener("pageshow", (event) => event.persisted && join());
    join();
  }

  if (window.SharedWorker) together();
  else alone();
};
