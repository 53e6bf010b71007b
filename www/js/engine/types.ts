// The types of the engine service: searches, answers, and the messages between the page and the worker.

import type { Engine as WasmEngine, Info, Options, Report } from "../../pkg/chuhe.js";

export type { Info, Line, Report, Score } from "../../pkg/chuhe.js";

/** The limits of a search. Without any limit it runs until stopped. */
export type SearchOptions = Omit<Options, "onInfo">;

export interface Watch {
  onInfo?: (info: Info) => void;
  /** Aborts the search. */
  signal?: AbortSignal;
}

export type Engine = Pick<
  WasmEngine,
  | "newGame"
  | "loadNetwork"
  | "loadBook"
  | "loadEndings"
  | "needsEndings"
  | "begin"
  | "step"
  | "infos"
  | "finish"
  | "acceptsDraw"
>;

/** The fields of a report that are missing if the client answers in place of the worker. */
type EngineOnly = "leaves" | "book" | "resigns" | "offersDraw";

export type Answer = Omit<Report, EngineOnly> &
  Partial<Pick<Report, EngineOnly>> & {
    /** True if a stop request ended the search before it reached a limit. */
    stopped: boolean;
    /** True if the side to move would accept a draw. */
    acceptsDraw?: boolean;
    /** The number of nodes that each thread except the first has visited, in a search with several threads. */
    helperNodes?: number[];
  };

/** The error for invalid input, as plain data that a worker can post. */
export interface Refusal {
  message: string;
  code: string;
  field?: string;
  value?: unknown;
  reason?: string;
  reasons?: unknown[];
}

export interface ThreadsInit {
  threads: number;
  memory: WebAssembly.Memory;
  /** The memory that is allocated before the helpers start, in MiB. */
  reserveMb: number;
}

/** The first message to a worker. Without `module` the worker loads the module. */
export type InitMessage = {
  type: "init";
  module?: WebAssembly.Module;
  /**
   * The address of the module's file. The worker does not know it, since bundlers put workers into folders of their own.
   */
  wasm?: string;
  hashMb?: number;
} & Partial<ThreadsInit>;
export interface SearchMessage {
  type: "search";
  job: number;
  fen: string;
  options: SearchOptions;
}
/** A network, a book or solved endings take effect with the next search, or with one that waits for them. */
export type ToWorker =
  | InitMessage
  | SearchMessage
  | { type: "stop"; job: number }
  | { type: "network"; bytes: Uint8Array }
  | { type: "book"; bytes: Uint8Array }
  | { type: "endings"; bytes: Uint8Array }
  /** Starts a search that waits for solved endings without them. */
  | { type: "noEndings" }
  | { type: "newGame" };

export type JobMessage =
  /** `infos` has one info for each line, the best line first. */
  | { type: "info"; job: number; infos: Info[] }
  | { type: "report"; job: number; report: Answer }
  | { type: "refused"; job: number; error: Refusal };
export interface CrashMessage {
  type: "crash";
  message: string;
}
export type FromWorker =
  | JobMessage
  | CrashMessage
  /** `hashMb` is the size of the hash table, if memory sufficed only for a smaller one than requested. */
  | { type: "ready"; hashMb?: number }
  /** Requests solved endings, since one is near; the search waits for them. */
  | { type: "endingsRequested" }
  /** The answer to a network; `error` is null if the engine has accepted it. */
  | { type: "judge"; error: Refusal | null }
  /** The answer to solved endings; `error` is null if the engine has accepted them. */
  | { type: "endings"; error: Refusal | null }
  /** The answer to a book; `error` is null if the engine has accepted it. */
  | { type: "openings"; error: Refusal | null };

export type EngineState = "idle" | "loading" | "thinking" | "crashed";
