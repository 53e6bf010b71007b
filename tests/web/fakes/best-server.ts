/**
 * A server of the page that speaks `POST /best` as `chuhe serve` does, but answers as the test says: with a move that
 * fits the number of plies, with "busy", or not at all.
 */

import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import sirv from "sirv";

/** Black's replies to h2e2, h0g2 and i0h0, by the plies before them. */
const REPLIES: Record<number, string> = { 1: "h9g7", 3: "i9h9", 5: "b9c7" };

export interface BestRequest {
  form: URLSearchParams;
  /** Resolves when the client has gone without an answer. */
  closed: Promise<unknown>;
}

export interface BestAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Serves the page from the folder `root`. */
export async function startBestServer(t: TestContext, root: string) {
  const requests: BestRequest[] = [];
  const bell = new EventEmitter();
  const files = sirv(root, { dev: true });
  const best = {
    requests,
    url: "",
    /** Returns the next answer; null never answers. */
    answer: usual as (request: BestRequest) => BestAnswer | null,
    /** Waits until there were so many requests in all. */
    async received(count: number) {
      while (requests.length < count) await once(bell, "request");
    },
  };
  const server = createServer((request, response) => {
    if (request.method !== "POST") return files(request, response);
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      const closed = once(response, "close");
      const received = { form: new URLSearchParams(body), closed };
      requests.push(received);
      bell.emit("request");
      const answer = best.answer(received);
      if (!answer) return;
      const headers = { "Content-Type": "application/json", ...answer.headers };
      response.writeHead(answer.status, headers).end(JSON.stringify(answer.body ?? null));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  best.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return best;
}

export function usual({ form }: BestRequest): BestAnswer {
  const moves = (form.get("move") ?? "").split(",").filter(Boolean);
  return { status: 200, body: answerWith(REPLIES[moves.length] ?? "a9a8", moves.length) };
}

export const busy = (): BestAnswer => ({
  status: 503,
  headers: { "Retry-After": "0.05" },
  body: { code: "busy", message: "too many requests wait" },
});

/** Returns the whole result of a search. */
export function answerWith(move: string, cp: number) {
  const [score, bound, pv] = [{ cp }, "exact", [move]];
  const lines = [{ multipv: 1, score, bound, depth: 5, pv }];
  const counts = { depth: 5, seldepth: 7, nodes: 900, leaves: 400, nps: 90_000, timeMs: 10 };
  const manners = { book: false, resigns: false, offersDraw: false, acceptsDraw: true };
  return { move, ponder: null, score, bound, pv, lines, ...counts, ...manners };
}
