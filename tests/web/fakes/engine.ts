/** An engine with the interface of the wasm class that searches nothing: each step is one iteration. */
import type { Info, Report, SearchOptions } from "../../../www/js/engine/types.ts";

const MOVES = ["h2e2", "b2e2", "b0c2", "h0g2"];

export class FakeEngine {
  /** Names and arguments of calls, in order. */
  calls: string[] = [];
  budgets: number[] = [];
  depth = 0;
  limit = Infinity;
  isNearEnding = false;
  hasEndings = false;

  newGame() {
    this.calls.push("newGame");
  }

  loadNetwork(bytes: Uint8Array) {
    this.calls.push(`loadNetwork ${bytes.length}`);
    if (bytes.length === 0) throw Object.assign(new Error("empty"), { code: "badNetwork" });
  }

  loadBook(bytes: Uint8Array) {
    this.calls.push(`loadBook ${bytes.length}`);
    if (bytes.length === 0) throw Object.assign(new Error("empty"), { code: "badBook" });
  }

  loadEndings(bytes: Uint8Array) {
    this.calls.push(`loadEndings ${bytes.length}`);
    if (bytes.length === 0) throw Object.assign(new Error("empty"), { code: "badEndings" });
    this.hasEndings = true;
  }

  needsEndings() {
    return this.isNearEnding && !this.hasEndings;
  }

  begin(fen: string, options: SearchOptions) {
    this.calls.push(`begin ${fen}`);
    if (fen === "trap") throw new WebAssembly.RuntimeError("unreachable");
    if (!fen.includes("/")) throw badFen(fen);
    this.depth = 0;
    this.limit = options.depth ?? Infinity;
  }

  step(budgetMs: number) {
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

/** Returns a move that differs from depth to depth, so that an answer shows its depth. */
export const moveAt = (depth: number) => MOVES[depth % MOVES.length];

export function infoAt(depth: number): Info {
  const { move, score, bound, seldepth, nodes, timeMs, pv } = reportAt(depth);
  const root = { iteration: depth, rootMoves: 44, rootDone: 44, rootMove: move, progress: 1 };
  const line = { multipv: 1, score, bound, depth, seldepth, pv };
  return { ...line, ...root, nodes, nps: 1000, timeMs, hashfull: depth };
}

export function reportAt(depth: number): Report {
  const pv = [moveAt(depth), "h9g7"];
  const score = { cp: depth };
  const bound = "exact";
  const lines: Report["lines"] = [{ multipv: 1, score, bound, depth, pv }];
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

function badFen(value: string) {
  const reasons = [{ code: "tooFewRanks" }, { code: "badPiece", rank: 9, file: "a", value: "z" }];
  const details = { code: "badFen", field: "fen", value, reasons };
  return Object.assign(new Error(`fen: ${value}`), details);
}
