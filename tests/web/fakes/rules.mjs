/**
 * A stand-in for the rules in wasm: pieces go anywhere, except onto their own side, and taking the
 * general ends the game. Enough to test who asks whom for what.
 */
import { START_PLACEMENT, sideOfPiece, squareIndex } from "../../../www/js/state.js";

const ONGOING = { result: "ongoing", reason: null, offender: null };

export class FakeGame {
  static alive = 0;
  #boards;
  #moves = [];
  #fen;

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
    this.#boards.pop();
    return this.#moves.pop();
  }

  check() {
    return undefined;
  }

  verdict() {
    const board = this.#board();
    if (!board.includes("k")) return { result: "red", reason: "checkmate", offender: null };
    if (!board.includes("K")) return { result: "black", reason: "checkmate", offender: null };
    return ONGOING;
  }

  chinese() {
    return this.#moves.map((move) => `“${move}”`);
  }

  chineseLine(moves) {
    return moves.map((move) => `“${move}”`);
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
