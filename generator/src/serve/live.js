// Keeps an open page up to date; only pages of `speedsheet serve` have it.
//
// The policy of the pages forbids connections. A worker has the policy it is served with,
// which is none, so it can ask for news.
(function () {
  "use strict";
  const script = new URL(document.currentScript.src);
  const own = Number(script.searchParams.get("site"));
  let worker = null;
  let banner = null;

  // A browser opens few connections to a server, so pages that nobody sees leave theirs.
  function listen() {
    const isSeen = document.visibilityState === "visible";
    if (isSeen && !worker) {
      worker = new Worker(new URL("worker.js", script));
      worker.onmessage = (event) => hear(event.data);
    } else if (!isSeen && worker) {
      worker.terminate();
      worker = null;
    }
  }

  function hear(news) {
    if (news.site !== own) {
      // Also where the page has another address now: the server leads there.
      location.reload();
    } else {
      tell(news.problems);
    }
  }

  function tell(problems) {
    if (!problems.length) {
      banner?.remove();
      banner = null;
      return;
    }
    if (!banner) {
      banner = document.createElement("div");
      banner.className = "card alert";
      banner.setAttribute("role", "alert");
      banner.setAttribute("data-serve-problems", "");
      Object.assign(banner.style, {
        position: "fixed",
        inset: "auto 1rem 1rem 1rem",
        zIndex: "1000",
        margin: "0",
        maxHeight: "25vh",
        overflow: "auto",
        whiteSpace: "pre-wrap",
      });
      document.body.append(banner);
    }
    banner.textContent = problems.join("\n");
  }

  document.addEventListener("visibilitychange", listen);
  listen();
})();
