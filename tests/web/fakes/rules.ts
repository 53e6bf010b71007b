/**
 * Replaces the rules in wasm: pieces go anywhere, except onto their own side, and taking the general ends the game. That
 * is enough to test which part of the page calls which.
 */
import type { Answer, Info, SearchOptions, Watch } from "../../../www/js/engine/types.ts";
import type { GameClass, RecordClass } from "../../../www/js/rules/rules.ts";
import type {
  Game,
  MoveDescription,
  NotationKind,
  Opening,
  PositionView,
  Record as GameRecord,
  RecordNode,
  RecordResult,
  Refusal,
  Verdict,
} from "../../../www/pkg/chuhe.js";
import {
  START_PLACEMENT,
  sideOfPiece,
  splitMove,
  squareIndex,
} from "../../../www/js/core/xiangqi.ts";
import type { Side } from "../../../www/js/core/xiangqi.ts";
import { fake } from "../fake.ts";

const ONGOING: Verdict = { result: "ongoing", reason: null, offender: null, cycle: [] };
const wonBy = (result: Side, reason: Verdict["reason"] = "checkmate"): Verdict => ({
  ...ONGOING,
  result,
  reason,
});
/** An error as the wasm throws it. */
const errorOf = (message: string, details: object) => Object.assign(new Error(message), details);

export class FakeGame implements Partial<Game> {
  static alive = 0;
  /** The moves that lose by repetition, whatever was played before. */
  static losing = new Set<string>();
  #boards;
  #moves: string[] = [];
  #fen;
  #declared: Verdict | null = null;

  constructor(fen: string | null = null, moves: string[] | null = []) {
    if (fen === "bad")
      throw errorOf("bad", { code: "badFen", field: "fen", value: fen, reasons: [] });
    this.#fen = fen ?? "start w";
    this.#boards = [[...START_PLACEMENT]];
    FakeGame.alive += 1;
    for (const move of moves ?? []) this.play(move);
  }

  free() {
    FakeGame.alive -= 1;
  }

  startFen() {
    return this.#fen;
  }

  moves() {
    return [...this.#moves];
  }

  turn() {
    return (this.#moves.length % 2 === 0) === !this.#fen.endsWith(" b") ? "w" : "b";
  }

  placement() {
    return this.#board().join("");
  }

  dests(): Map<string, string[]> {
    return new Map([["h2", ["e2"]]]);
  }

  play(move: string) {
    const reason = this.refusal(move);
    if (reason) throw errorOf(reason, { code: "illegalMove", field: "move", value: move, reason });
    const board = [...this.#board()];
    const from = squareIndex(move.slice(0, 2));
    board[squareIndex(move.slice(2))] = board[from];
    board[from] = ".";
    this.#boards.push(board);
    this.#moves.push(move);
  }

  undo() {
    this.#declared = null;
    this.#boards.pop();
    return this.#moves.pop();
  }

  check() {
    return undefined;
  }

  declare(reason: "resignation" | "time" | "agreement", side: Side | null = null) {
    const winner = side === "red" ? "black" : "red";
    this.#declared =
      reason === "agreement" ? { ...ONGOING, result: "draw", reason } : wonBy(winner, reason);
  }

  verdict() {
    if (this.#declared) return this.#declared;
    const board = this.#board();
    if (!board.includes("k")) return wonBy("red");
    if (!board.includes("K")) return wonBy("black");
    return ONGOING;
  }

  opening() {
    const names = fake<Opening>({ zh: "中炮", en: "Central Cannon" });
    return this.#moves[0] === "h2e2" ? names : undefined;
  }

  /** A move loses after the opponent's answer, whose ply is part of the cycle too. */
  #lossBy(move: string): Verdict | null {
    if (!FakeGame.losing.has(move)) return null;
    const ply = this.#moves.length;
    const side = this.turn() === "w" ? "red" : "black";
    const other = side === "red" ? "black" : "red";
    const back = "a6a5";
    const cycle: Verdict["cycle"] = [
      { ply, move, side, kind: "check", targets: [] },
      { ply: ply + 1, move: back, side: other, kind: "idle", targets: [] },
    ];
    return { result: other, reason: "perpetualCheck", offender: side, cycle };
  }

  fen() {
    return `${this.placement()} ${this.turn()}`;
  }

  notation(kind: NotationKind) {
    return this.line(this.#moves, kind);
  }

  line(moves: string[], kind: NotationKind) {
    return moves.map((move) => (kind === "chinese" ? `“${move}”` : `${kind} ${move}`));
  }

  view(kind?: NotationKind): PositionView {
    return {
      fen: this.fen(),
      startFen: this.startFen(),
      moves: this.moves(),
      placement: this.placement(),
      startPlacement: this.#boards[0].join(""),
      turn: this.turn(),
      dests: this.dests(),
      lastMove: this.#moves.length > 0 ? splitMove(this.#moves.at(-1)!) : null,
      check: null,
      checkers: [],
      verdict: this.verdict(),
      opening: kind === undefined ? null : (this.opening() ?? null),
      notation: kind === undefined ? [] : this.notation(kind),
    };
  }

  describe(move: string): MoveDescription {
    const refusal = this.refusal(move) ?? null;
    const [piece, target] = splitMove(move).map((square) => this.#board()[squareIndex(square)]);
    const textIn = (kind: NotationKind) => this.line([move], kind)[0];
    const texts = { chinese: textIn("chinese"), wxf: textIn("wxf"), iccs: textIn("iccs") };
    const capture = target === "." ? null : target;
    const told =
      refusal && refusal !== "gameOver"
        ? null
        : { move, texts, side: sideOfPiece(piece), piece, capture };
    return { refusal, obstacle: null, told, loss: this.#lossBy(move) };
  }

  losing(from: string) {
    const points = this.dests().get(from) ?? [];
    return points.filter((to) => this.#lossBy(from + to) !== null);
  }

  refusal(move: string): Refusal | undefined {
    const board = this.#board();
    const piece = board[squareIndex(move.slice(0, 2))];
    const target = board[squareIndex(move.slice(2))];
    const own = this.turn() === "w" ? "red" : "black";
    if (this.verdict().result !== "ongoing") return "gameOver";
    if (piece === ".") return "noPiece";
    if (sideOfPiece(piece) !== own) return "notYours";
    return target !== "." && sideOfPiece(target) === own ? "ownPiece" : undefined;
  }

  #board() {
    return this.#boards[this.#boards.length - 1];
  }
}

/**
 * Replaces records: `tag=value` words, moves, `{comment}` and `(move)` for a variation, separated by spaces. A test sees
 * what an export or an import loses.
 */
export class FakeRecord implements Partial<GameRecord> {
  static alive = 0;
  #words;
  #tags: Record<string, string> = {};
  #moves: string[] = [];
  #result: RecordResult = "ongoing";

  constructor(data: Uint8Array | string) {
    const text = typeof data === "string" ? data : new TextDecoder().decode(data);
    this.#words = text.split(" ").filter((word) => /^[{(]/.test(word));
    for (const token of text.split(" ").filter((word) => !/^[{(]/.test(word))) {
      const [, name, value] = token.match(/^(\w+)=(.*)$/) ?? [];
      if (name === "result") this.#result = value as RecordResult;
      else if (name) this.#tags[name] = value;
      else if (/^[a-i]\d[a-i]\d$/.test(token)) this.#moves.push(token);
      else throw badToken(token, this.#moves.length);
    }
    FakeRecord.alive += 1;
  }

  static fromMoves(fen: string | null | undefined, moves: string[]) {
    return new FakeRecord(
      [...(fen ? [`FEN=${fen.replaceAll(" ", "_")}`] : []), ...moves].join(" "),
    );
  }

  free() {
    FakeRecord.alive -= 1;
  }

  format() {
    return "pgn" as const;
  }

  encoding() {
    return "gb18030" as const;
  }

  leftOut() {
    return undefined;
  }

  oddities() {
    return [];
  }

  games() {
    return 1;
  }

  startFen() {
    return this.#tags.FEN?.replaceAll("_", " ") ?? "start w";
  }

  moves() {
    return [...this.#moves];
  }

  result() {
    return this.#result;
  }

  tags() {
    return { ...this.#tags };
  }

  tree() {
    const node = (comment: string): RecordNode => {
      const marks = { evaluation: null, signs: [], shapes: [] };
      return { move: "", notation: "", comment, ...marks, children: [] };
    };
    return [node(""), ...this.#moves.map(() => node("")), ...this.#words.map(() => node("x"))];
  }

  setMainLine(moves: string[]) {
    if (this.#moves.join(" ") !== moves.slice(0, this.#moves.length).join(" "))
      this.#words.push(`(${this.#moves.join(",")})`);
    this.#moves = [...moves];
  }

  setResult(result: RecordResult) {
    this.#result = result;
  }

  setTag(name: string, value: string) {
    this.#tags[name] = value;
  }

  export(format: string) {
    const tags = Object.entries({ ...this.#tags, result: this.#result });
    const words = [
      ...tags.map(([name, value]) => `${name}=${value}`),
      ...this.#moves,
      ...this.#words,
    ];
    return format === "pgn-iccs" ? words.join(" ") : `${format}: ${words.join(" ")}`;
  }
}

function badToken(token: string, ply: number) {
  return errorOf("bad", {
    code: "badRecord",
    reason: "unknownText",
    format: "pgn",
    token,
    moveNumber: Math.floor(ply / 2) + 1,
    side: ply % 2 === 0 ? "red" : "black",
    line: 1,
    value: token,
  });
}

/** The classes above as the page's types have them. */
export const FAKE_RULES = {
  Game: FakeGame as unknown as GameClass,
  Record: FakeRecord as unknown as RecordClass,
};

interface FakeJob {
  fen: string;
  options: SearchOptions;
  onInfo: (info: Partial<Info>) => void;
  resolve: (answer: Partial<Answer>) => void;
  reject: (error: unknown) => void;
}

/** An engine that answers when the test resolves its job. */
export class FakeEngine {
  jobs: FakeJob[] = [];
  newGames = 0;
  stops = 0;

  getBestMove(fen: string, options: SearchOptions, { onInfo, signal }: Watch = {}) {
    return new Promise<Answer>((resolve, reject) => {
      this.jobs.push({ fen, options, onInfo, resolve, reject } as FakeJob);
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
  }

  /** The running job. */
  get job() {
    return this.jobs[this.jobs.length - 1];
  }

  newGame() {
    this.newGames += 1;
  }

  stop() {
    this.stops += 1;
  }
}

/** Waits for promises and zero delays; each turn of the event loop may start more. */
export async function settle() {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setTimeout(resolve));
}
