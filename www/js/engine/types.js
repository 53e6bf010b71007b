/**
 * The vocabulary of the engine service, as types only: what is asked, what is answered, and the
 * messages that travel between the page and the worker.
 *
 * Squares are `a0`..`i9`, moves are `h2e2`; times are milliseconds; scores are seen from the side to
 * move, in centipawns or in plies to mate.
 *
 * @typedef {{ cp: number } | { mate: number }} Score
 *
 * @typedef {object} SearchOptions  What limits a search; with no limit at all it runs until stopped.
 * @property {string[]} [moves]  moves played since the FEN, so that repetition is seen
 * @property {number} [depth]
 * @property {number} [nodes]
 * @property {number} [movetime]
 * @property {number} [level]  1 to 10
 * @property {number} [seed]
 * @property {number} [multipv]
 * @property {number} [hash]  size of the hash table in MB
 *
 * @typedef {object} Line
 * @property {number} multipv  1 for the best line
 * @property {Score} score
 * @property {number} depth
 * @property {string[]} pv
 *
 * @typedef {object} Info  A snapshot of a running search.
 * @property {number} depth
 * @property {number} seldepth
 * @property {Score} score
 * @property {number} nodes
 * @property {number} nps  nodes per second
 * @property {number} timeMs
 * @property {number} hashfull  permille of the hash table in use
 * @property {string[]} pv
 * @property {number} multipv
 * @property {number} rootMoves  root moves of this iteration
 * @property {number} rootDone  how many of them are searched
 * @property {string | null} rootMove  the one being searched
 *
 * @typedef {object} Report  The result of a search.
 * @property {string | null} move  null only when the side to move has no legal move
 * @property {string | null} ponder
 * @property {Score} score
 * @property {number} depth
 * @property {number} seldepth
 * @property {number} nodes
 * @property {number} timeMs
 * @property {string[]} pv
 * @property {Line[]} lines
 *
 * @typedef {Report & { stopped: boolean }} Answer  `stopped`: ended by a request, not by its limits.
 *
 * @typedef {object} Refusal  Bad input, as it crosses the worker's boundary.
 * @property {string} message
 * @property {string} code
 * @property {string} [field]
 * @property {unknown} [value]
 * @property {string} [reason]
 * @property {unknown[]} [reasons]
 *
 * @typedef {object} Engine  What the worker needs of the wasm class of that name.
 * @property {() => void} newGame
 * @property {(fen: string, options: SearchOptions) => void} begin  throws on bad input
 * @property {(budgetMs: number) => boolean} step  true when the search is over
 * @property {() => Info} info
 * @property {() => Report} finish
 *
 * @typedef {{ type: "init", module: WebAssembly.Module, hashMb?: number }} InitMessage
 * @typedef {{ type: "search", job: number, fen: string, options: SearchOptions }} SearchMessage
 * @typedef {{ type: "stop", job: number }} StopMessage
 * @typedef {InitMessage | SearchMessage | StopMessage | { type: "newGame" }} ToWorker
 *
 * @typedef {{ type: "info", job: number, info: Info }} InfoMessage
 * @typedef {{ type: "report", job: number, report: Answer }} ReportMessage
 * @typedef {{ type: "refused", job: number, error: Refusal }} RefusedMessage
 * @typedef {{ type: "crash", message: string }} CrashMessage
 * @typedef {{ type: "ready" } | InfoMessage | ReportMessage | RefusedMessage | CrashMessage} FromWorker
 *
 * @typedef {"idle" | "loading" | "thinking" | "crashed"} EngineState
 */

// oxlint-disable-next-line unicorn/require-module-specifiers -- it is what makes this file a module
export {};
