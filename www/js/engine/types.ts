/**
 * The vocabulary of the engine service, as types only: what is asked, what is answered, and the
 * messages that travel between the page and the worker. What the engine itself takes and gives is
 * declared where it is made, in the wasm package.
 *
 * @typedef {import("../../pkg/chuhe.js").Score} Score
 * @typedef {import("../../pkg/chuhe.js").Line} Line
 * @typedef {import("../../pkg/chuhe.js").Info} Info  A snapshot of a running search: one line of it.
 * @typedef {import("../../pkg/chuhe.js").Report} Report  The result of a search.
 * @typedef {Omit<import("../../pkg/chuhe.js").Options, "onInfo">} SearchOptions  What limits a search;
 *   with no limit at all it runs until stopped.
 * @typedef {object} Watch  Who is told, and who may end it.
 * @property {(info: Info) => void} [onInfo]
 * @property {AbortSignal} [signal]
 * @typedef {Pick<import("../../pkg/chuhe.js").Engine, "newGame" | "loadNetwork" | "loadBook" | "begin" | "step" |
 *   "infos" | "finish" | "acceptsDraw">} Engine
 *
 * @typedef {Omit<Report, Afterthought> & Partial<Pick<Report, Afterthought>> & { stopped: boolean, acceptsDraw?: boolean,
 *   helperNodes?: number[] }} Answer  `stopped`: ended by a request, not by its limits; `acceptsDraw`: the side it is
 *   about would take a draw; `helperNodes`: of a search with several threads, what each but the first has visited.
 * @typedef {"leaves" | "book" | "resigns" | "offersDraw"} Afterthought  What the client's own answers do not know.
 *
 * @typedef {object} Refusal  Bad input, as it crosses the worker's boundary.
 * @property {string} message
 * @property {string} code
 * @property {string} [field]
 * @property {unknown} [value]
 * @property {string} [reason]
 * @property {unknown[]} [reasons]
 *
 * @typedef {{ type: "init", module?: WebAssembly.Module, hashMb?: number } & Partial<ThreadsInit>} InitMessage  Without a
 *   module the worker loads its own.
 * @typedef {{ threads: number, memory: WebAssembly.Memory, reserveMb: number }} ThreadsInit  How many threads search, in
 *   which memory, and how much of it is taken at once.
 * @typedef {{ type: "search", job: number, fen: string, options: SearchOptions }} SearchMessage
 * @typedef {{ type: "stop", job: number }} StopMessage
 * @typedef {{ type: "network", bytes: Uint8Array }} NetworkMessage  For the searches to come.
 * @typedef {{ type: "book", bytes: Uint8Array }} BookMessage  Likewise.
 * @typedef {InitMessage | SearchMessage | StopMessage | NetworkMessage | BookMessage | { type: "newGame" }}
 *   ToWorker
 *
 * @typedef {{ type: "info", job: number, infos: Info[] }} InfoMessage  The lines, best first.
 * @typedef {{ type: "report", job: number, report: Answer }} ReportMessage
 * @typedef {{ type: "refused", job: number, error: Refusal }} RefusedMessage
 * @typedef {{ type: "crash", message: string }} CrashMessage
 * @typedef {{ type: "judge", error: Refusal | null }} JudgeMessage  What became of the network.
 * @typedef {{ type: "openings", error: Refusal | null }} OpeningsMessage  What became of the book.
 * @typedef {InfoMessage | ReportMessage | RefusedMessage} JobMessage
 * @typedef {{ type: "ready", hashMb?: number }} ReadyMessage  `hashMb`: the hash table that there was
 *   memory for, when it is smaller than the one asked for.
 * @typedef {ReadyMessage | JobMessage | JudgeMessage | OpeningsMessage | CrashMessage} FromWorker
 *
 * @typedef {"idle" | "loading" | "thinking" | "crashed"} EngineState
 */

// oxlint-disable-next-line unicorn/require-module-specifiers -- it is what makes this file a module
export {};
