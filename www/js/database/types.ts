// What the page and the library's worker say to each other. Types only.

/** @typedef {import("../../pkg-lab/lab.js").LibraryQuery} Query */
/** @typedef {import("../../pkg-lab/lab.js").LibraryRow} Row */
/** @typedef {import("../../pkg-lab/lab.js").LibraryColumn} Column */
/** @typedef {import("../../pkg-lab/lab.js").LibraryLabel} Label */
/** @typedef {import("../../pkg-lab/lab.js").BookMove} BookMove */
/** @typedef {import("../core/error-details.ts").ErrorDetails} ErrorDetails */

/** What has to come on the board: a FEN, or a pattern as `chuhe::library::Pattern` reads it. @typedef {{ search: import("../../pkg-lab/lab.js").LibrarySearch, text: string }} Place */

/** Why changes are not stored: the disk is full, nothing may be stored here; null when all is stored. @typedef {"full"|"blocked"|null} Trouble */

/** What could not be read. `game`: its number in the file, 0 for the file itself; `partial`: its beginning was kept. @typedef {{ file: string, game: number, partial: boolean, fault: ErrorDetails }} Refusal */

/** What an import brought; a cancelled one, what was stored before another tab changed the library; `updated`: games that took the place of the same without annotations; `refusals` counts all, `refused` has the first of them. @typedef {{ added: number, updated: number, known: number, refusals: number, refused: Refusal[], isCancelled: boolean }} ImportReport */

/** How far an import is, in bytes. @typedef {{ done: number, total: number, added: number }} Progress */

/** Games in the list's order; `plies` says where the position comes in each, when one was asked for. `size` and `labels` are of the whole library. @typedef {{ ids: Uint32Array, plies: Uint32Array|null, size: number, labels: Label[] }} Selection */

/** What was played in a position: the moves, and the games, the newest first; `plies` says where it comes in each; `book`: what the engine's opening book plays there. @typedef {{ replies: import("../../pkg-lab/lab.js").LibraryReplies, rows: Row[], plies: number[], size: number, book: BookMove[] }} Explored */

/** An import that was broken off: in which file, and how many games it had stored. @typedef {{ file: string, added: number }} Interrupted */

/** How the library stands: how many games, how many stored bytes could not be read and were put aside. @typedef {{ size: number, trouble: Trouble, damaged: number, interrupted: Interrupted|null }} State */

/**
 * @typedef {{ type: "open" }
 *   | { type: "import", files: Blob[], names: string[] }
 *   | { type: "cancel" }
 *   | { type: "select", query: Query, place: Place|null }
 *   | { type: "explore", fen: string, count: number }
 *   | { type: "rows", ids: Uint32Array }
 *   | { type: "write", id: number }
 *   | { type: "export", ids: Uint32Array|null }
 *   | { type: "remove", ids: Uint32Array }
 *   | { type: "restore" }
 *   | { type: "label", ids: Uint32Array, given: string[], taken: string[] }
 *   | { type: "unlabel" }
 *   | { type: "store" }
 *   | { type: "forgetImport" }
 *   | { type: "refresh" }} Request
 */

/** By the type of what was asked. @typedef {{ open: State, import: ImportReport, cancel: void, select: Selection, explore: Explored, rows: Row[], write: string, export: Blob, remove: void, restore: number, label: number, unlabel: number, store: State, refresh: void, forgetImport: void }} Answers */

/** @typedef {{ module: WebAssembly.Module }} Init */
/** @typedef {{ id: number, request: Request }} ToWorker */
/** What comes without being asked for: another tab has changed the library; how an import goes on; changes that cannot be stored, or can be again. @typedef {{ type: "overtaken" } | { type: "progress", progress: Progress } | { type: "trouble", trouble: Trouble }} News */
/** @typedef {{ id: number, type: "done", result: unknown } | { id: number, type: "failed", fault: ErrorDetails } | News} FromWorker */

// oxlint-disable-next-line unicorn/require-module-specifiers -- it is what makes this file a module
export {};
