// The Lab's workers, and the interface between the page and its panels.

import type { BoardState } from "../board/index.ts";
import type { I18n } from "../core/i18n.ts";
import { memoizeAsync } from "../core/memoize.ts";
import type { GameClass } from "../rules/rules.ts";
import type { Settings } from "../shell/settings.ts";
import { createEndings } from "./ending-solver.ts";
import { type RequestOptions, JobQueue } from "./job-queue.ts";
import type { PositionStore } from "./lab-position.ts";
import type { Judge, Rule } from "./methods.ts";
import type { Heuristic, Job } from "./types.ts";

/**
 * A state that a route search has expanded. `cell` is the index of a cell, counted row by row; `steps` is the number of
 * steps from the start; `stamina` is the remaining stamina.
 */
export type RouteState = [cell: number, steps: number, stamina: number];

/** The Lab's wasm. It is separate from the game's wasm to keep the latter small. */
const WASM = new URL("../../pkg-lab/lab_bg.wasm", import.meta.url);

/** Compiles the wasm at the first call; all workers share the module. */
const loadModule = memoizeAsync(async () => {
  const response = await fetch(WASM);
  if (!response.ok) throw new Error(`${WASM.pathname}: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
});

async function openWorker() {
  const module = await loadModule();
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  worker.postMessage({ module }, []);
  return worker;
}

/** A route search that runs step by step, in its own worker. */
export type RouteSession = Awaited<ReturnType<typeof openRoute>>;

/** Starts a route search. Throws an error with `code`, `line`, `column` and `params` if the text is not a valid grid. */
async function openRoute(text: string, heuristic: Heuristic) {
  const queue = new JobQueue(openWorker);
  let last = await queue.request({ type: "route", text, heuristic }).catch((error: unknown) => {
    queue.close();
    throw error;
  });
  return {
    /** Expands up to `count` states and returns them. Returns fewer states if the search ends first. */
    async expand(count: number): Promise<RouteState[]> {
      last = await queue.request({ type: "expand", count });
      return statesOf(last.states);
    },
    outcome: () => last.outcome,
    get expanded() {
      return last.expanded;
    },
    free: () => queue.close(),
  };
}

const statesOf = (numbers: Uint32Array): RouteState[] =>
  Array.from({ length: numbers.length / 3 }, (_, index) => {
    const at = 3 * index;
    return [numbers[at] ?? 0, numbers[at + 1] ?? 0, numbers[at + 2] ?? 0];
  });

interface LabPage {
  i18n: I18n;
  settings: () => Settings;
  look: () => Partial<BoardState>;
  Game: GameClass;
  position: PositionStore;
  announce: (text: string) => void;
}

/** A part of the Lab's page. The page translates its elements with `data-i18n`. */
export interface Panel {
  /** Updates the panel after a change of language, settings or board look. */
  update: () => void;
  /** Called when the panel comes into view. */
  show?: () => void;
}

export type Lab = ReturnType<typeof createLab>;

export function createLab({ settings, ...page }: LabPage) {
  // Two workers, so that a long search does not delay traces and other short requests.
  const searches = new JobQueue(openWorker);
  const traces = new JobQueue(openWorker);
  return {
    ...page,
    get settings() {
      return settings();
    },
    search: (job: Job, options?: RequestOptions) =>
      searches.request({ type: "search", ...job }, options),
    /** Returns the events of a search, at most `limit` of them. */
    trace: (job: Job & { limit: number }, options?: RequestOptions) =>
      traces.request({ type: "trace", ...job }, options),
    /**
     * Returns the depth, in plies, that a depth rule gives when `plies` plies are played and `pieces` pieces are on the
     * board. `base` is the rule's initial depth, in plies.
     */
    depth: (rule: Rule, plies: number, pieces: number, base = 4) =>
      traces.request({ type: "depth", rule, plies, pieces, base }),
    /** Returns the static value of a position and its terms, one for each piece. */
    explain: (fen: string, judge: Judge) => traces.request({ type: "explain", fen, judge }),
    route: openRoute,
    endings: createEndings(openWorker),
  };
}
