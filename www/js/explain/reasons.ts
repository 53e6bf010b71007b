// What on the board allows the first move of a punishment. It is said only where the move was illegal before, or was
// harmless, as if the other side had been to move already: the board itself proves it.

import { fenOf } from "../rules/position.js";
import { between, offset, shifted, squareIndex } from "../core/xiangqi.js";
import { canTake } from "./line.ts";

/** @typedef {import("./explain.ts").Fact} Fact */
/** @typedef {import("./explain.ts").Question} Question */
/** @typedef {import("./line.ts").GameClass} GameClass */
/** @typedef {import("./line.ts").Rules} Rules */

/**
 * The same reply before and after the move in question.
 * @typedef {object} Scene
 * @property {string} from    of the move in question
 * @property {string} to
 * @property {string} piece   that moved
 * @property {string} reply
 * @property {string} before  placement before the move in question
 * @property {string} after   placement after it
 * @property {Rules|null} earlier  the position before it, the other side to move; null where there is no such position
 * @property {Rules} later    the position after it
 */

/** @param {GameClass} Game @param {Question} question @returns {Fact|null} */
export function reasonFor(Game, { startFen, moves, played, punishment: [reply] }) {
  if (!reply) return null;
  const game = new Game(startFen, moves);
  const before = game.placement();
  game.play(played);
  const later = new Game(game.fen());
  const earlier = positionOf(Game, before, game.view().turn);
  game.free();
  try {
    const [from, to] = [played.slice(0, 2), played.slice(2)];
    const piece = before[squareIndex(from)];
    if (later.refusal(reply) !== undefined) return null;
    const after = later.placement();
    return find({ from, to, piece, reply, before, after, earlier, later });
  } finally {
    later.free();
    earlier?.free();
  }
}

/** @param {GameClass} Game @param {string} placement @param {"w"|"b"} turn */
function positionOf(Game, placement, turn) {
  try {
    return new Game(fenOf(placement, turn));
  } catch {
    return null; // the side that would not be to move is in check
  }
}

/** @param {Scene} scene @returns {Fact|null} */
function find(scene) {
  const { reply, to, piece, earlier, after, later } = scene;
  if (reply.slice(2) === to) {
    const isFree = !isAnswered(later, reply);
    return { name: isFree ? "enters-free" : "enters", piece, square: to };
  }
  const freed = wayOpened(scene) ?? generalBared(scene);
  if (freed || !earlier) return freed;
  const refusal = earlier.refusal(reply);
  if (refusal === "leavesCheck" || refusal === "generalsFace") {
    const pinned = after[squareIndex(reply.slice(0, 2))];
    // A general is kept from a point, but by no pin.
    const isPin = pinned.toUpperCase() !== "K";
    return isPin ? { name: "unpins", piece: pinned, square: reply.slice(0, 2) } : null;
  }
  return refusal === undefined ? stoodAlready(scene, earlier) : null;
}

/** The reply takes a piece and is taken back. @param {Rules} game @param {string} reply */
function isAnswered(game, reply) {
  game.play(reply);
  const answered = canTake(game, reply.slice(2));
  game.undo();
  return answered;
}

/** The reply goes where the moved piece stood in the way, or uses it as a screen. @param {Scene} scene @returns {Fact|null} */
function wayOpened({ reply, from, to, before, after, earlier }) {
  if (earlier && earlier.refusal(reply) !== "cannotReach") return null;
  const [start, end] = [reply.slice(0, 2), reply.slice(2)];
  const piece = after[squareIndex(start)];
  const said = (/** @type {string} */ name) => ({ name, piece, square: start });
  const role = piece.toUpperCase();
  if (role === "N") return legOf(start, end) === from ? said("frees-leg") : null;
  if (role === "B") return middleOf(start, end) === from ? said("frees-eye") : null;
  if (role !== "R" && role !== "C") return null;
  const way = between(start, end);
  const isJump = role === "C" && after[squareIndex(end)] !== ".";
  const stood = way.filter((square) => before[squareIndex(square)] !== ".").length;
  if (!isJump) return way.includes(from) && stood === 1 ? said("opens-way") : null;
  if (way.includes(from) && stood === 2) return said("screen-removed");
  return way.includes(to) && stood === 0 ? said("screen-given") : null;
}

/** The point that blocks a horse on its way. @param {string} start @param {string} end */
function legOf(start, end) {
  const { files, ranks } = offset(start, end);
  return shifted(start, Math.trunc(files / 2), Math.trunc(ranks / 2));
}

/** The point that blocks an elephant. @param {string} start @param {string} end */
function middleOf(start, end) {
  const { files, ranks } = offset(start, end);
  return shifted(start, files / 2, ranks / 2);
}

/** The reply checks along a line on which the moved piece stood, and would not have. @param {Scene} scene @returns {Fact|null} */
function generalBared({ reply, from, earlier, later }) {
  if (!earlier || earlier.refusal(reply) !== undefined) return null;
  const end = reply.slice(2);
  later.play(reply);
  const { check: general, checkers, placement } = later.view();
  const checks = general !== null && checkers.includes(end);
  const piece = placement[squareIndex(end)];
  later.undo();
  const isRook = piece.toUpperCase() === "R";
  if (!checks || !isRook || !between(end, general).includes(from)) return null;
  earlier.play(reply);
  const checkedBefore = earlier.view().check !== null;
  earlier.undo();
  return checkedBefore ? null : { name: "opens-general", piece, square: general };
}

/** The reply was possible before: what did the moved piece do against it? @param {Scene} scene @param {Rules} earlier @returns {Fact|null} */
function stoodAlready({ reply, piece, from, before, after, later }, earlier) {
  const square = reply.slice(2);
  const [mateThen, mateNow] = [endedBy(earlier, reply), endedBy(later, reply)];
  if (mateNow) return mateThen ? { name: "ignores-mate" } : onlyGuard(earlier, reply, from, piece);
  const taken = after[squareIndex(square)];
  if (taken === "." || taken !== before[squareIndex(square)] || isAnswered(later, reply))
    return null;
  const name = isAnswered(earlier, reply) ? "unprotects" : "ignores-piece";
  return { name, piece: taken, square };
}

/** @param {Rules} game @param {string} move */
function endedBy(game, move) {
  game.play(move);
  const { reason } = game.verdict();
  game.undo();
  return reason === "checkmate" || reason === "stalemate";
}

/** Every answer to the reply was the moved piece's. @param {Rules} earlier @param {string} reply @param {string} from @param {string} piece @returns {Fact|null} */
function onlyGuard(earlier, reply, from, piece) {
  earlier.play(reply);
  const answers = [...earlier.dests()].filter(([, points]) => points.length > 0);
  earlier.undo();
  const isOnly = answers.length > 0 && answers.every(([start]) => start === from);
  return isOnly ? { name: "guard", piece, square: from } : null;
}
