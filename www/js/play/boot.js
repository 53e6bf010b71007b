// The first script of the page: it shows the board, then fetches the rest.

import { pause } from "../engine/pace.ts";
import { byId } from "../ui/dom.ts";
import { board } from "./first-board.ts";

/** So long the rest of the page waits for the board at most, in milliseconds. */
const BOARD_MS = 1000;

/** The rest of the page is on its way while the board is drawn, and does not disturb that. */
async function goOn() {
  const next = document.querySelector("[data-next]")?.getAttribute("data-next");
  const link = Object.assign(document.createElement("link"), { rel: "modulepreload", href: next });
  if (next) document.head.append(link);
  await Promise.race([board.whenDrawn(), pause(BOARD_MS).over]);
  await import("./main.ts");
}

/** Ended when the rest is there. */
const loading = new AbortController();
let isLeft = false;
// Whoever leaves meanwhile breaks the loading off, which is no failure.
addEventListener("beforeunload", () => (isLeft = true), { signal: loading.signal });

goOn()
  .catch((error) => {
    if (isLeft) return;
    byId("wordless").hidden = false;
    throw error;
  })
  .finally(() => loading.abort());
