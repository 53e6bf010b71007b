// Finds the feature of the position that makes the reply possible. The reply is the first move of the punishment. A
// reason is returned only if the reply was illegal or harmless in the position before the mistake with the other side
// to move. The board itself then proves the reason.

import { offset, pieceAt, shiftSquare, squaresBetween } from "../core/xiangqi.ts";
import { fenOf } from "../rules/position.ts";
import type { GameClass, RulesGame } from "../rules/rules.ts";
import type { Fact, Question } from "./explain.ts";
import { EMPTY, canCapture } from "./line.ts";

/** The reply, and the positions before and after the mistake. */
interface ReplyContext {
  /** The square from which the mistake moved a piece. */
  from: string;
  /** The square to which the mistake moved the piece. */
  to: string;
  piece: string;
  reply: string;
  /** The placement before the mistake. */
  before: string;
  /** The placement after the mistake. */
  after: string;
  /** The position before the mistake with the other side to move; null if that position is illegal. */
  earlier: RulesGame | null;
  /** The position after the mistake. */
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

/** Returns the position with a side to move; null if it is illegal because the other side is in check. */
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
    // A general that may not enter a square is not pinned.
    return isKind(pinned, "K") ? null : { name: "unpins", piece: pinned, square };
  }
  return refusal === undefined ? whyPossible(context, earlier) : null;
}

const isKind = (piece: string, kind: string) => piece.toUpperCase() === kind;

/** Returns true if the piece that makes the reply can be captured at once. */
function isAnswered(game: RulesGame, reply: string) {
  game.play(reply);
  const answered = canCapture(game, reply.slice(2));
  game.undo();
  return answered;
}

/** Returns a fact if the moved piece blocked the reply before, or is now the screen of a cannon. */
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

/** Returns the square on which a piece would block a horse's move (its leg). */
function legOf(start: string, end: string) {
  const { files, ranks } = offset(start, end);
  return shiftSquare(start, Math.trunc(files / 2), Math.trunc(ranks / 2));
}

/** Returns the square on which a piece would block an elephant's move (its eye). */
function eyeOf(start: string, end: string) {
  const { files, ranks } = offset(start, end);
  return shiftSquare(start, files / 2, ranks / 2);
}

/** Returns a fact if the reply is a rook's check along a line that the moved piece blocked before. */
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

/**
 * Returns the fact for a reply that was already legal before the mistake. The fact says what the moved piece guarded,
 * or which threat was ignored.
 */
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

/** Returns a fact if only the moved piece could have answered the reply. */
function onlyGuard(earlier: RulesGame, reply: string, from: string, piece: string): Fact | null {
  earlier.play(reply);
  const answers = [...earlier.dests()].filter(([, targets]) => targets.length > 0);
  earlier.undo();
  const isOnly = answers.length > 0 && answers.every(([start]) => start === from);
  return isOnly ? { name: "guard", piece, square: from } : null;
}
