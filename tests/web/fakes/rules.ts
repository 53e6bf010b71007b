/**
 * A stand-in for the rules in wasm: pieces go anywhere, except onto their own side, and taking the
 * general ends the game. Enough to test who asks whom for what.
 */
import {
  START_PLACEMENT,
  sideOfPiece,
  splitMove,
  squareIndex,
} from "../../../www/js/core/xiangqi.ts";

const ONGOING = { result: "ongoing", reason: null, offender: null, cycle: [] };
const mate = (result) => ({ result, reason: "checkmate", offender: null, cycle: [] });

export class FakeGame {
  static alive = 0;
  /** The moves that lose by repetition, whatever was played before. @type {Set<string>} */
  static losing = new Set();
  #boards;
  #moves = [];
  #fen;
  #declared = null;

  constructor(fen = null, moves = []) {
    if (fen === "bad") {
      throw Object.assign(new Error("bad"), {
        code: "badFen",
        field: "fen",
        value: fen,
        reasons: [],
      });
    }
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

  dests() {
    return new Map([["h2", ["e2"]]]);
  }

  play(move) {
    const reason = this.refusal(move);
    if (reason)
      throw Object.assign(new Error(reason), {
        code: "illegalMove",
        field: "move",
        value: move,
        reason,
      });
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

  declare(reason, side = null) {
    const other = side === "red" ? "black" : "red";
    const result = reason === "agreement" ? "draw" : other;
    this.#declared = { result, reason, offender: null, cycle: [] };
  }

  verdict() {
    if (this.#declared) return this.#declared;
    const board = this.#board();
    if (!board.includes("k")) return mate("red");
    if (!board.includes("K")) return mate("black");
    return ONGOING;
  }

  opening() {
    return this.#moves[0] === "h2e2" ? { zh: "中炮", en: "Central Cannon" } : undefined;
  }

  /** Loses when the opponent has answered, whose ply is part of the cycle too. */
  #lossBy(move) {
    if (!FakeGame.losing.has(move)) return null;
    const ply = this.#moves.length;
    const side = this.turn() === "w" ? "red" : "black";
    const other = side === "red" ? "black" : "red";
    const back = "a6a5";
    const cycle = [
      { ply, move, side, kind: "check", targets: [] },
      { ply: ply + 1, move: back, side: other, kind: "idle", targets: [] },
    ];
    return { result: other, reason: "perpetualCheck", offender: side, cycle };
  }

  fen() {
    return `${this.placement()} ${this.turn()}`;
  }

  notation(kind) {
    return this.line(this.#moves, kind);
  }

  line(moves, kind) {
    return moves.map((move) => (kind === "chinese" ? `“${move}”` : `${kind} ${move}`));
  }

  view(kind) {
    return {
      fen: this.fen(),
      startFen: this.startFen(),
      moves: this.moves(),
      placement: this.placement(),
      startPlacement: this.#boards[0].join(""),
      turn: this.turn(),
      dests: this.dests(),
      lastMove: this.#moves.length > 0 ? splitMove(this.#moves.at(-1)) : null,
      check: null,
      checkers: [],
      verdict: this.verdict(),
      opening: kind === undefined ? null : (this.opening() ?? null),
      notation: kind === undefined ? [] : this.notation(kind),
    };
  }

  describe(move) {
    const refusal = this.refusal(move) ?? null;
    const [from, to] = splitMove(move).map((square) => this.#board()[squareIndex(square)]);
    const texts = ["chinese", "wxf", "iccs"].map((kind) => [kind, this.line([move], kind)[0]]);
    return {
      refusal,
      told:
        refusal && refusal !== "gameOver"
          ? null
          : {
              move,
              texts: Object.fromEntries(texts),
              side: sideOfPiece(from),
              piece: from,
              capture: to === "." ? null : to,
            },
      loss: this.#lossBy(move),
    };
  }

  losing(from) {
    const points = this.dests().get(from) ?? [];
    return points.filter((to) => this.#lossBy(from + to) !== null);
  }

  refusal(move) {
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
 * A stand-in for records: `tag=value` words, moves, `{comment}` and `(move)` for a variation, separated by
 * spaces. What is lost on the way out and in again would be noticed.
 */
export class FakeRecord {
  static alive = 0;
  #words;
  #tags = {};
  #moves = [];
  #result = "ongoing";

  constructor(data) {
    const text = typeof data === "string" ? data : new TextDecoder().decode(data);
    this.#words = text.split(" ").filter((word) => /^[{(]/.test(word));
    for (const token of text.split(" ").filter((word) => !/^[{(]/.test(word))) {
      const [, name, value] = token.match(/^(\w+)=(.*)$/) ?? [];
      if (name === "result") this.#result = value;
      else if (name) this.#tags[name] = value;
      else if (/^[a-i]\d[a-i]\d$/.test(token)) this.#moves.push(token);
      else throw badToken(token, this.#moves.length);
    }
    FakeRecord.alive += 1;
  }

  static fromMoves(fen, moves) {
    return new FakeRecord(
      [...(fen ? [`FEN=${fen.replaceAll(" ", "_")}`] : []), ...moves].join(" "),
    );
  }

  free() {
    FakeRecord.alive -= 1;
  }

  format() {
    return "pgn";
  }

  encoding() {
    return "gb18030";
  }

  leftOut() {}
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
    const node = (comment) => ({
      move: "",
      notation: "",
      comment,
      evaluation: null,
      signs: [],
      shapes: [],
      children: [],
    });
    return [node(""), ...this.#moves.map(() => node("")), ...this.#words.map(() => node("x"))];
  }

  setMainLine(moves) {
    if (this.#moves.join(" ") !== moves.slice(0, this.#moves.length).join(" "))
      this.#words.push(`(${this.#moves.join(",")})`);
    this.#moves = [...moves];
  }

  setResult(result) {
    this.#result = result;
  }

  setTag(name, value) {
    this.#tags[name] = value;
  }

  export(format) {
    const tags = Object.entries({ ...this.#tags, result: this.#result });
    const words = [
      ...tags.map(([name, value]) => `${name}=${value}`),
      ...this.#moves,
      ...this.#words,
    ];
    return format === "pgn-iccs" ? words.join(" ") : `${format}: ${words.join(" ")}`;
  }
}

function badToken(token, ply) {
  return Object.assign(new Error("bad"), {
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

/** An engine that answers when the test says so. */
export class FakeEngine {
  /** @type {{ fen: string, options: any, onInfo: (info: any) => void, resolve: (report: any) => void, reject: (error: any) => void }[]} */
  jobs = [];
  newGames = 0;
  stops = 0;

  getBestMove(fen, options, { onInfo, signal }) {
    return new Promise((resolve, reject) => {
      this.jobs.push({ fen, options, onInfo, resolve, reject });
      signal.addEventListener("abort", () => reject(signal.reason));
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

/** Lets promises and zero delays run out; each turn of the loop may start more. */
export async function settle() {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setTimeout(resolve));
}
