// The messages between a page and the library's worker.

import type {
  BookMove,
  LibraryColumn,
  LibraryLabel,
  LibraryLine,
  LibraryLineChoice,
  LibraryPerson,
  LibraryPersons,
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
  LibraryPerson as Person,
  LibraryPersons as Persons,
  LibraryQuery as Query,
  LibraryRow as Row,
};

/** A position to search for. */
export interface PositionQuery {
  search: LibrarySearch;
  /** A FEN, or a pattern in the syntax of `chuhe::records::library::Pattern`. */
  text: string;
}

/** The reason why changes could not be stored; null if all are stored. */
export type Trouble = StoreProblem | null;

/** A game or a file that could not be read. */
export interface Refusal {
  file: string;
  /** The number of the game in the file; 0 for the file itself. */
  game: number;
  /** True if the beginning of the game was added. */
  partial: boolean;
  fault: ErrorDetails;
}

/**
 * The result of an import. After a cancelled import, `added` and `updated` count only the games that remain in the
 * library: those that were stored before another tab changed it.
 */
export interface ImportReport {
  added: number;
  /** The number of games that replaced a copy of the same game without annotations. */
  updated: number;
  /** The number of games that the library already had. */
  known: number;
  refusals: number;
  /** The details of the first refusals. */
  refused: Refusal[];
  isCancelled: boolean;
}

/** The progress of an import. */
export interface Progress {
  /** The number of bytes read so far. */
  done: number;
  /** The total size of the files, in bytes. */
  total: number;
  /** The number of games added so far. */
  added: number;
}

export interface Selection {
  /** The ids of the selected games, in the order of the list. */
  ids: Uint32Array;
  /** The ply at which the position occurs in each game; null if no position was searched for. */
  plies: Uint32Array | null;
  /** The number of games in the whole library. */
  size: number;
  /** The labels in the whole library. */
  labels: LibraryLabel[];
}

/** The moves played in a position, with their games and results. */
export interface Explored {
  replies: LibraryReplies;
  /** The newest games in which the position occurs, newest first. */
  rows: LibraryRow[];
  /** The ply at which the position occurs in each game of `rows`. */
  plies: number[];
  /** The number of games in the whole library. */
  size: number;
  /** The moves of the engine's opening book. */
  book: BookMove[];
}

/** The lines to learn; the library sets the least number of games of a move. */
export type LineChoice = Omit<LibraryLineChoice, "games">;

/** The stored progress of a running or interrupted import. */
export interface InterruptedImport {
  /** The name of the file that was being read. */
  file: string;
  /** The number of games stored so far. */
  added: number;
}

export interface State {
  /** The number of games in the library. */
  size: number;
  trouble: Trouble;
  /** The total size of the stored blocks that could not be read and were put aside, in bytes. */
  damaged: number;
  interrupted: InterruptedImport | null;
}

export type BookSide = "both" | "red" | "black";

/** The moves of games that become an opening book. */
export interface BookChoice {
  /** The number of plies of each game that count. */
  plies: number;
  /** The least number of games with a move. */
  least: number;
  side: BookSide;
  /** The greatest number of positions; those that occur most are taken. */
  positions: number;
}

/** The fields and the result of each type of request. */
interface Requests {
  open: [object, State];
  import: [{ files: Blob[]; names: string[] }, ImportReport];
  cancel: [object, void];
  select: [{ query: LibraryQuery; position: PositionQuery | null }, Selection];
  explore: [{ fen: string; count: number }, Explored];
  mainLines: [{ fen: string; choice: LineChoice }, LibraryLine[]];
  rows: [{ ids: Uint32Array }, LibraryRow[]];
  persons: [{ text: string; apart: string[]; limit: number }, LibraryPersons];
  write: [{ id: number }, string];
  export: [{ ids: Uint32Array | null }, Blob];
  book: [{ ids: Uint32Array; choice: BookChoice }, string];
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

/**
 * Events that the worker sends without a request: another tab has changed the library, an import has progressed, or
 * `trouble` has changed.
 */
export type LibraryEvent =
  | { type: "overtaken" }
  | { type: "progress"; progress: Progress }
  | { type: "trouble"; trouble: Trouble };

export type FromWorker =
  | { id: number; type: "done"; result: unknown }
  | { id: number; type: "failed"; fault: ErrorDetails }
  | LibraryEvent;
