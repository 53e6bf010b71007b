// The messages between a page and the library's worker.

import type {
  BookMove,
  LibraryColumn,
  LibraryLabel,
  LibraryQuery,
  LibraryReplies,
  LibraryRow,
  LibrarySearch,
} from "../../pkg-lab/lab.js";
import type { ErrorDetails } from "../core/error-details.ts";
import type { StoreProblem } from "../core/stored.ts";

export type {
  LibraryColumn as Column,
  LibraryLabel as Label,
  LibraryQuery as Query,
  LibraryRow as Row,
};

/** A position to find: `text` is a FEN, or a pattern as of `chuhe::library::Pattern`. */
export interface PositionQuery {
  search: LibrarySearch;
  text: string;
}

/** Why changes are not stored; null if all is stored. */
export type Trouble = StoreProblem | null;

/** A game that could not be read. */
export interface Refusal {
  file: string;
  /** The number of the game in the file; 0 for the file itself. */
  game: number;
  /** True if the beginning of the game was added. */
  partial: boolean;
  fault: ErrorDetails;
}

/** The result of an import. If it was cancelled, the games that were stored before another tab changed the library. */
export interface ImportReport {
  added: number;
  /** Games that replaced the same game without annotations. */
  updated: number;
  /** Games that the library had already. */
  known: number;
  refusals: number;
  /** The first refusals. */
  refused: Refusal[];
  isCancelled: boolean;
}

/** `done` and `total` are bytes, `added` games. */
export interface Progress {
  done: number;
  total: number;
  added: number;
}

export interface Selection {
  /** In the order of the list. */
  ids: Uint32Array;
  /** The ply at which each game has the position; null if none was searched. */
  plies: Uint32Array | null;
  /** The number of games in the whole library. */
  size: number;
  /** The labels in the whole library. */
  labels: LibraryLabel[];
}

/** The moves played in a position, with their games and results. */
export interface Explored {
  replies: LibraryReplies;
  /** The newest games first. */
  rows: LibraryRow[];
  /** The ply at which each game of `rows` has the position. */
  plies: number[];
  /** The number of games in the whole library. */
  size: number;
  /** The moves of the engine's opening book. */
  book: BookMove[];
}

/** An import that was broken off: its current file, and the number of games that it had stored. */
export interface InterruptedImport {
  file: string;
  added: number;
}

export interface State {
  /** The number of games. */
  size: number;
  trouble: Trouble;
  /** The bytes of the stored blocks that could not be read and were put aside. */
  damaged: number;
  interrupted: InterruptedImport | null;
}

/** The requests by type: their fields, and the result. */
interface Requests {
  open: [object, State];
  import: [{ files: Blob[]; names: string[] }, ImportReport];
  cancel: [object, void];
  select: [{ query: LibraryQuery; position: PositionQuery | null }, Selection];
  explore: [{ fen: string; count: number }, Explored];
  rows: [{ ids: Uint32Array }, LibraryRow[]];
  write: [{ id: number }, string];
  export: [{ ids: Uint32Array | null }, Blob];
  remove: [{ ids: Uint32Array }, void];
  restore: [object, number];
  label: [{ ids: Uint32Array; added: string[]; removed: string[] }, number];
  unlabel: [object, number];
  store: [object, State];
  forgetImport: [object, void];
  refresh: [object, void];
}

export type Request = {
  [Type in keyof Requests]: { type: Type } & Requests[Type][0];
}[keyof Requests];

export type ResultOf<Type extends keyof Requests> = Requests[Type][1];

export interface Init {
  module: WebAssembly.Module;
}

export interface ToWorker {
  id: number;
  request: Request;
}

/** Events that the worker reports by itself: another tab has changed the library, an import has gone on, `trouble` has changed. */
export type LibraryEvent =
  | { type: "overtaken" }
  | { type: "progress"; progress: Progress }
  | { type: "trouble"; trouble: Trouble };

export type FromWorker =
  | { id: number; type: "done"; result: unknown }
  | { id: number; type: "failed"; fault: ErrorDetails }
  | LibraryEvent;
