// The worker of the laboratory: runs what it is asked, one thing after another, each to its end. The wasm cannot be
// interrupted: whoever wants it to stop ends the worker.

/** @import { Init, Request, ToWorker, FromWorker } from "./types.ts" */

import * as lab from "../../pkg-lab/lab.js";

/** What this needs of a worker's global scope. @typedef {{ postMessage(message: FromWorker, transfer: Transferable[]): void, addEventListener(type: "message", listener: (event: MessageEvent<Init | ToWorker>) => void): void }} Scope */
const scope = /** @type {Scope} */ (/** @type {unknown} */ (globalThis));

const post = (/** @type {FromWorker} */ message) => scope.postMessage(message, []);

/** @type {lab.RouteSearch | null} */
let route = null;

/** @param {number} id @param {Request} request @returns {unknown} */
function answer(id, request) {
  switch (request.type) {
    case "search": {
      const { startFen, moves, method, judge, depth } = request;
      return lab.labSearch(startFen, moves, method, judge, depth, (counts) =>
        post({ id, type: "progress", counts }),
      );
    }
    case "trace": {
      const { startFen, moves, method, judge, depth, limit } = request;
      return lab.labTrace(startFen, moves, method, judge, depth, limit);
    }
    case "depth":
      return lab.labDepth(request.rule, request.plies, request.pieces, request.base);
    case "explain":
      return lab.labExplain(request.fen, request.judge);
    case "route":
      route?.free();
      route = null; // a text that is no grid leaves none
      route = new lab.RouteSearch(request.text, request.heuristic);
      return expand(route, 0);
    case "expand":
      if (!route) throw new Error("no route was asked for");
      return expand(route, request.count);
  }
}

/** @param {lab.RouteSearch} search @param {number} count @returns {import("./types.ts").Expanded} */
function expand(search, count) {
  const states = search.expand(count);
  return { states, outcome: search.outcome(), expanded: search.expanded };
}

scope.addEventListener("message", ({ data }) => {
  if ("module" in data) {
    lab.initSync({ module: data.module });
    return;
  }
  const { id, request } = data;
  try {
    post({ id, type: "done", result: answer(id, request) });
  } catch (error) {
    // An error's own properties are lost on the way, except when they are sent as what they are.
    const { message } = /** @type {Error} */ (error);
    post({ id, type: "failed", fault: { message, .../** @type {object} */ (error) } });
  }
});
