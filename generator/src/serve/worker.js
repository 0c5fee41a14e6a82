// Asks for news for as long as it lives, and hands them to the page that started it.
"use strict";

const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10000;

async function listen() {
  let after = 0;
  let pause = SHORTEST_PAUSE_MS;
  for (;;) {
    try {
      // The answer comes when there are news, or after a while without.
      const answer = await fetch(`news.json?after=${after}`);
      const news = await answer.json();
      after = news.number;
      pause = SHORTEST_PAUSE_MS;
      postMessage(news);
    } catch {
      // The server is gone, and may come back.
      await new Promise((resume) => setTimeout(resume, pause));
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }
}

listen();
