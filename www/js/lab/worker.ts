// The Lab's worker: answers requests one after another. The wasm cannot be interrupted, so the page stops a search by
// terminating the worker.

import * as lab from "../../pkg-lab/lab.js";
import type { Answers, Expanded, FromWorker, Init, Request, ToWorker } from "./types.ts";

/** The members of a worker's global scope that are used here; TypeScript's types of the page do not declare them. */
interface WorkerScope {
  postMessage(message: FromWorker, transfer: Transferable[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent<Init | ToWorker>) => void): void;
}
const scope = globalThis as unknown as WorkerScope;
const post = (message: FromWorker) => scope.postMessage(message, []);

let route: lab.RouteSearch | null = null;
let endings: lab.EndingSolver | null = null;

function answer(id: number, request: Request): Answers[Request["type"]] {
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
      route = null; // stays null if the next line throws because the text is not a valid grid
      route = new lab.RouteSearch(request.text, request.heuristic);
      return expand(route, 0);
    case "expand":
      if (!route) throw new Error("no route was requested");
      return expand(route, request.count);
    case "endingBegin":
      return (endings ??= new lab.EndingSolver()).begin(request.ending);
    case "endingStep":
      return solver().step();
    case "endingReport":
      return solver().report(request.ending);
    case "endingLook":
      return solver().look(request.fen);
  }
}

function solver(): lab.EndingSolver {
  if (!endings) throw new Error("no ending was requested");
  return endings;
}

function expand(search: lab.RouteSearch, count: number): Expanded {
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
    // `postMessage` drops an error's own properties, so they are copied into a plain object.
    const { message, ...fields } = error as Error;
    post({ id, type: "failed", fault: { message, ...fields } });
  }
});
