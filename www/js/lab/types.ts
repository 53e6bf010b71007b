// The messages between the page and the Lab's workers.

import type {
  EndingPosition,
  EndingReport,
  EndingStep,
  EndingTask,
  LabCounts,
  LabEvent,
  LabExplanation,
  LabFound,
  LabHeuristic,
  LabOutcome,
  LabTrace,
} from "../../pkg-lab/lab.js";
import type { Judge, Method, Rule } from "./methods.ts";

export type Counts = LabCounts;
export type SearchAnswer = LabFound;
export type TraceEvent = LabEvent;
export type Explanation = LabExplanation;
export type Heuristic = LabHeuristic;
export type Outcome = LabOutcome;

export interface Job {
  /** Null for the usual start position. */
  startFen: string | null;
  /** The moves from `startFen` on, such as h2e2. */
  moves: string[];
  method: Method;
  judge: Judge;
  /** The search depth in plies. */
  depth: number;
}

export type Request =
  | ({ type: "search" } & Job)
  /** A search that records its events, at most `limit` of them. */
  | ({ type: "trace"; limit: number } & Job)
  | { type: "depth"; rule: Rule; plies: number; pieces: number; base: number }
  | { type: "explain"; fen: string; judge: Judge }
  /** Starts a route search, which replaces the previous route search. */
  | { type: "route"; text: string; heuristic: Heuristic }
  | { type: "expand"; count: number }
  /** Begins to solve an ending, such as "R vs AE". An unfinished table is dropped, finished ones stay. */
  | { type: "endingBegin"; ending: string }
  | { type: "endingStep" }
  | { type: "endingReport"; ending: string }
  | { type: "endingLook"; fen: string };

/** The result of a request that expands states of a route search. */
export interface Expanded {
  /** The expanded states, each as three numbers: its cell, steps and stamina. */
  states: Uint32Array;
  outcome: Outcome;
  /** The number of states expanded since the search started. */
  expanded: number;
}

export interface Answers {
  search: SearchAnswer;
  trace: LabTrace;
  depth: number;
  explain: Explanation;
  route: Expanded;
  expand: Expanded;
  endingBegin: EndingTask[];
  /** Null when all tables are there. */
  endingStep: EndingStep | null;
  endingReport: EndingReport;
  endingLook: EndingPosition;
}

/** The first message to a worker. */
export interface Init {
  module: WebAssembly.Module;
}

export interface ToWorker {
  id: number;
  request: Request;
}

export type FromWorker = { id: number } & (
  | { type: "progress"; counts: Counts }
  | { type: "done"; result: unknown }
  /** `fault` has the error's message and own properties. */
  | { type: "failed"; fault: Record<string, unknown> }
);
