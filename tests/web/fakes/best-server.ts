/**
 * A server of the page that speaks `POST /best` as `chuhe serve` does, but answers as the test says: with a move that
 * fits the number of plies, busily, or not at all.
 */

import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import sirv from "sirv";

/** Black's replies to h2e2, h0g2 and i0h0, by the plies before them. */
const REPLIES = { 1: "h9g7", 3: "i9h9", 5: "b9c7" };

/**
 * @typedef {object} Asked
 * @property {URLSearchParams} form
 * @property {Promise<unknown>} left  the client has gone without an answer
 *
 * @typedef {{ status: number, headers?: Record<string, string>, body?: unknown }} Said
 */

/**
 * @param {import("node:test").TestContext} t
 * @param {string} root  the folder with the page
 */
export async function startBestServer(t, root) {
  /** @type {Asked[]} */
  const asked = [];
  const bell = new EventEmitter();
  const files = sirv(root, { dev: true });
  const scene = {
    asked,
    url: "",
    /** What is said next; `null` holds the answer back for ever. @type {(asked: Asked) => Said | null} */
    answer: usual,
    /** Until so many questions were asked in all. @param {number} count */
    async heard(count) {
      while (asked.length < count) await once(bell, "asked");
    },
  };
  const server = createServer((request, response) => {
    if (request.method !== "POST") return files(request, response);
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      const left = once(response, "close");
      const question = { form: new URLSearchParams(body), left };
      asked.push(question);
      bell.emit("asked");
      const said = scene.answer(question);
      if (!said) return;
      const headers = { "Content-Type": "application/json", ...said.headers };
      response.writeHead(said.status, headers).end(JSON.stringify(said.body ?? null));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  scene.url = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ server.address().port}/`;
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return scene;
}

/** @param {Asked} asked @returns {Said} */
export function usual({ form }) {
  const moves = (form.get("move") ?? "").split(",").filter(Boolean);
  return { status: 200, body: answerWith(REPLIES[moves.length] ?? "a9a8", moves.length) };
}

/** @type {() => Said} */
export const busy = () => ({
  status: 503,
  headers: { "Retry-After": "0.05" },
  body: { code: "busy", message: "too many requests wait" },
});

/** All that a search found. @param {string} move @param {number} cp */
export function answerWith(move, cp) {
  const [score, bound, pv] = [{ cp }, "exact", [move]];
  const lines = [{ multipv: 1, score, bound, depth: 5, pv }];
  const counts = { depth: 5, seldepth: 7, nodes: 900, leaves: 400, nps: 90_000, timeMs: 10 };
  const manners = { book: false, resigns: false, offersDraw: false, acceptsDraw: true };
  return { move, ponder: null, score, bound, pv, lines, ...counts, ...manners };
}
