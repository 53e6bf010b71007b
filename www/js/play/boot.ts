// The first script of the page: shows the board, then fetches the rest.

import { pause } from "../engine/pace.ts";
import { byId } from "../ui/dom.ts";
import { first } from "./first-board.ts";

/** The longest time that the rest of the page waits for the board, in milliseconds. */
const MAX_BOARD_WAIT_MS = 1000;

/** Downloads the rest of the page while the board is drawn, and runs it afterwards. */
async function loadRest() {
  const next = document.querySelector("[data-next]")?.getAttribute("data-next");
  const link = Object.assign(document.createElement("link"), { rel: "modulepreload", href: next });
  if (next) document.head.append(link);
  await Promise.race([first.board.whenDrawn(), pause(MAX_BOARD_WAIT_MS).over]);
  await import("./main.ts");
}

const loading = new AbortController();
let isLeaving = false;
// If the person leaves the page, the browser aborts the loading with an error, which must not be shown.
addEventListener("beforeunload", () => (isLeaving = true), { signal: loading.signal });

loadRest()
  .catch((error: unknown) => {
    if (isLeaving) return;
    byId("wordless").hidden = false;
    throw error;
  })
  .finally(() => loading.abort());
