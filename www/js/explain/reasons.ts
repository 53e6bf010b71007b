// Features of the position that allow the first move of a punishment, the reply. A reason is returned only if the reply was
// illegal or harmless before the move in question, with the other side to move: the board itself proves it.

import { offset, pieceAt, shiftSquare, squaresBetween } from "../core/xiangqi.ts";
import { fenOf } from "../rules/position.ts";
import type { GameClass, RulesGame } from "../rules/rules.ts";
import type { Fact, Question } from "./explain.ts";
import { EMPTY, canCapture } from "./line.ts";

/** A reply before and after the move in question. */
interface ReplyContext {
  /** The square that the move in question left. */
  from: string;
  /** The square that it reached. */
  to: string;
  /** The piece that it moved. */
  piece: string;
  reply: string;
  /** The placement before the move in question. */
  before: string;
  /** The placement after it. */
  after: string;
  /** The position before the move with the other side to move; null if there is no such position. */
  earlier: RulesGame | null;
  /** The position after the move. */
  later: RulesGame;
}

export function reasonFor(
  Game: GameClass,
  { startFen, moves, played, punishment: [reply] }: Question,
): Fact | null {
  if (!reply) return null;
  const game = new Game(startFen, moves);
  const before = game.placement();
  game.play(played);
  const later = new Game(game.fen());
  const earlier = positionOf(Game, before, game.view().turn);
  game.free();
  try {
    const [from, to] = [played.slice(0, 2), played.slice(2)];
    const piece = pieceAt(before, from);
    if (later.refusal(reply) !== undefined) return null;
    const after = later.placement();
    return reasonIn({ from, to, piece, reply, before, after, earlier, later });
  } finally {
    later.free();
    earlier?.free();
  }
}

/** Returns null if the side that is not to move would be in check. */
function positionOf(Game: GameClass, placement: string, turn: "w" | "b"): RulesGame | null {
  try {
    return new Game(fenOf(placement, turn));
  } catch {
    return null;
  }
}

function reasonIn(context: ReplyContext): Fact | null {
  const { reply, to, piece, earlier, after, later } = context;
  if (reply.slice(2) === to) {
    const isFree = !isAnswered(later, reply);
    return { name: isFree ? "enters-free" : "enters", piece, square: to };
  }
  const opened = openedWay(context) ?? openedGeneral(context);
  if (opened || !earlier) return opened;
  const refusal = earlier.refusal(reply);
  if (refusal === "leavesCheck" || refusal === "generalsFace") {
    const square = reply.slice(0, 2);
    const pinned = pieceAt(after, square);
    // A general that may not go to a square is not pinned.
    return isKind(pinned, "K") ? null : { name: "unpins", piece: pinned, square };
  }
  return refusal === undefined ? whyPossible(context, earlier) : null;
}

const isKind = (piece: string, kind: string) => piece.toUpperCase() === kind;

/** Returns true if the piece that makes the reply can be captured next. */
function isAnswered(game: RulesGame, reply: string) {
  game.play(reply);
  const answered = canCapture(game, reply.slice(2));
  game.undo();
  return answered;
}

/** Returns a fact if the moved piece stood in the way of the reply, or is the screen of a cannon. */
function openedWay({ reply, from, to, before, after, earlier }: ReplyContext): Fact | null {
  if (earlier && earlier.refusal(reply) !== "cannotReach") return null;
  const [start, end] = [reply.slice(0, 2), reply.slice(2)];
  const piece = pieceAt(after, start);
  const factOf = (name: string): Fact => ({ name, piece, square: start });
  if (isKind(piece, "N")) return legOf(start, end) === from ? factOf("frees-leg") : null;
  if (isKind(piece, "B")) return eyeOf(start, end) === from ? factOf("frees-eye") : null;
  if (!isKind(piece, "R") && !isKind(piece, "C")) return null;
  const way = squaresBetween(start, end);
  const isJump = isKind(piece, "C") && pieceAt(after, end) !== EMPTY;
  const pieces = way.filter((square) => pieceAt(before, square) !== EMPTY).length;
  if (!isJump) return way.includes(from) && pieces === 1 ? factOf("opens-way") : null;
  if (way.includes(from) && pieces === 2) return factOf("screen-removed");
  return way.includes(to) && pieces === 0 ? factOf("screen-given") : null;
}

/** Returns the square where a piece blocks a horse. */
function legOf(start: string, end: string) {
  const { files, ranks } = offset(start, end);
  return shiftSquare(start, Math.trunc(files / 2), Math.trunc(ranks / 2));
}

/** Returns the square where a piece blocks an elephant. */
function eyeOf(start: string, end: string) {
  const { files, ranks } = offset(start, end);
  return shiftSquare(start, files / 2, ranks / 2);
}

/** Returns a fact if the reply is a rook's check along a line that the moved piece kept shut. */
function openedGeneral({ reply, from, earlier, later }: ReplyContext): Fact | null {
  if (!earlier || earlier.refusal(reply) !== undefined) return null;
  const end = reply.slice(2);
  later.play(reply);
  const { check: general, checkers, placement } = later.view();
  later.undo();
  const piece = pieceAt(placement, end);
  if (general === null || !checkers.includes(end) || !isKind(piece, "R")) return null;
  if (!squaresBetween(end, general).includes(from)) return null;
  earlier.play(reply);
  const gaveCheckBefore = earlier.view().check !== null;
  earlier.undo();
  return gaveCheckBefore ? null : { name: "opens-general", piece, square: general };
}

/** Returns what the moved piece did against a reply that was possible before. */
function whyPossible(
  { reply, piece, from, before, after, later }: ReplyContext,
  earlier: RulesGame,
): Fact | null {
  const square = reply.slice(2);
  const wasMate = isMate(earlier, reply);
  if (isMate(later, reply))
    return wasMate ? { name: "ignores-mate" } : onlyGuard(earlier, reply, from, piece);
  const target = pieceAt(after, square);
  if (target === EMPTY || target !== pieceAt(before, square) || isAnswered(later, reply))
    return null;
  const name = isAnswered(earlier, reply) ? "unprotects" : "ignores-piece";
  return { name, piece: target, square };
}

function isMate(game: RulesGame, move: string) {
  game.play(move);
  const { reason } = game.verdict();
  game.undo();
  return reason === "checkmate" || reason === "stalemate";
}

/** Returns a fact if only the moved piece could answer the reply. */
function onlyGuard(earlier: RulesGame, reply: string, from: string, piece: string): Fact | null {
  earlier.play(reply);
  const answers = [...earlier.dests()].filter(([, targets]) => targets.length > 0);
  earlier.undo();
  const isOnly = answers.length > 0 && answers.every(([start]) => start === from);
  return isOnly ? { name: "guard", piece, square: from } : null;
}
