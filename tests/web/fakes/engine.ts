/**
 * An engine with the interface of the wasm class that searches nothing: each step is one iteration, so
 * that all it says follows from the number of steps.
 */

/** @import { Info, Report, SearchOptions } from "../../../www/js/engine/types.ts" */

const MOVES = ["h2e2", "b2e2", "b0c2", "h0g2"];

export class FakeEngine {
  /** @type {string[]} what was called, in order */
  calls = [];
  /** @type {number[]} */
  budgets = [];
  depth = 0;
  limit = Infinity;

  newGame() {
    this.calls.push("newGame");
  }

  /** @param {Uint8Array} bytes */
  loadNetwork(bytes) {
    this.calls.push(`loadNetwork ${bytes.length}`);
    if (bytes.length === 0) throw Object.assign(new Error("empty"), { code: "badNetwork" });
  }

  /** @param {Uint8Array} bytes */
  loadBook(bytes) {
    this.calls.push(`loadBook ${bytes.length}`);
    if (bytes.length === 0) throw Object.assign(new Error("empty"), { code: "badBook" });
  }

  /** @param {string} fen @param {SearchOptions} options */
  begin(fen, options) {
    this.calls.push(`begin ${fen}`);
    if (fen === "trap") throw new WebAssembly.RuntimeError("unreachable");
    if (!fen.includes("/")) throw badFen(fen);
    this.depth = 0;
    this.limit = options.depth ?? Infinity;
  }

  /** @param {number} budgetMs @param {(info: Info) => void} [_onInfo] */
  step(budgetMs, _onInfo) {
    this.calls.push("step");
    this.budgets.push(budgetMs);
    this.depth += 1;
    return this.depth >= this.limit;
  }

  infos() {
    return [infoAt(this.depth)];
  }

  acceptsDraw() {
    return this.depth > 2;
  }

  finish() {
    this.calls.push("finish");
    return reportAt(this.depth);
  }
}

/**
 * The move differs from depth to depth, so that an answer tells which one it comes from.
 * @param {number} depth
 */
export function moveAt(depth) {
  return MOVES[depth % MOVES.length];
}

/** @param {number} depth @returns {Info} */
export function infoAt(depth) {
  const { move, score, bound, seldepth, nodes, timeMs, pv } = reportAt(depth);
  const root = { iteration: depth, rootMoves: 44, rootDone: 44, rootMove: move, progress: 1 };
  return {
    depth,
    seldepth,
    score,
    bound,
    nodes,
    nps: 1000,
    timeMs,
    hashfull: depth,
    pv,
    multipv: 1,
    ...root,
  };
}

/** @param {number} depth @returns {Report} */
export function reportAt(depth) {
  const pv = [moveAt(depth), "h9g7"];
  const score = { cp: depth };
  const bound = /** @type {const} */ "exact";
  const lines = [{ multipv: 1, score, bound, depth, pv }];
  const [move, ponder] = pv;
  return {
    move,
    ponder,
    score,
    bound,
    depth,
    seldepth: depth + 1,
    nodes: depth * 100,
    leaves: depth * 50,
    timeMs: depth,
    pv,
    lines,
    book: false,
    resigns: false,
    offersDraw: false,
  };
}

/** @param {string} value */
function badFen(value) {
  const reasons = [{ code: "tooFewRanks" }, { code: "badPiece", rank: 9, file: "a", value: "z" }];
  return Object.assign(new Error(`fen: ${value}`), {
    code: "badFen",
    field: "fen",
    value,
    reasons,
  });
}
