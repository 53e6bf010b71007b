// Why a move is bad, as facts and no more than facts: what the line that punishes it does on the board, what the better
// line would have done, and what in the position makes the difference. Whatever the lines do not prove is not said.
// The facts become sentences in why-words.js.

import { chanceOf } from "./chances.ts";
import { playOut, valueOf } from "./line.ts";
import { sideOf, squareIndex } from "../core/xiangqi.js";
import { balanceOf } from "./material.ts";
import { reasonFor } from "./reasons.ts";

/** @typedef {import("../engine/types.js").Score} Score */
/** @typedef {import("./line.ts").Step} Step */
/** @typedef {import("./line.ts").Side} Side */
/** @typedef {import("./line.ts").GameClass} GameClass */
/** @typedef {import("./material.ts").Balance} Balance */

/**
 * A move in question.
 * @typedef {object} Question
 * @property {string|null} startFen
 * @property {string[]} moves       before it
 * @property {string} played
 * @property {string[]} punishment  the line after it
 * @property {string[]} better      the line instead of it, with the better move first
 * @property {{ played: Score, best: Score }} scores  of the mover after either
 */

/**
 * One fact: its name, whose pieces and how many moves.
 * @typedef {object} Fact
 * @property {string} name
 * @property {string} [piece]   as a letter of the placement
 * @property {string} [other]   a second one
 * @property {string} [square]  where to look
 * @property {number} [count]   moves, or soldiers' worth
 */

/**
 * @typedef {object} Explanation
 * @property {Fact[]} facts      what happens, the gravest first
 * @property {Fact|null} reason  what on the board allows the first move of the punishment
 */

/** A loss is told from this many soldiers on. */
const LEAST = 1;
/** What is missed is told from this many on: a soldier more or less is no reason. */
const LEAST_MISSED = 3;
/** A loss that the better line suffers as well, to more than this share, is not the move's doing. */
const SHARED = 0.3;
/** The score must have fallen by this share of what is lost, or something makes up for it. */
const COHERENT = 35;

/** @param {GameClass} Game @param {Question} question @returns {Explanation} */
export function explain(Game, question) {
  const told = byRules(Game, question);
  if (told) return { facts: [told], reason: null };
  const lines = linesOf(Game, question);
  if (lines.played.length === 0) return { facts: [], reason: null };
  const allowed = mateAllowed(lines, question.scores);
  const missed = mateMissed(lines, question.scores);
  const balances = balancesOf(lines);
  const lost = allowed ?? repetitionLost(lines) ?? materialLost(balances, lines, question.scores);
  const gone = missed ?? (lost ? null : materialMissed(balances, lines, question.scores));
  const facts = [lost, gone, lost && forked(lines)].filter((fact) => fact !== null);
  return { facts, reason: lost && reasonFor(Game, question) };
}

/**
 * The game ends by the move itself, or is bound to by the rules of repetition.
 * @param {GameClass} Game @param {Question} question @returns {Fact|null}
 */
function byRules(Game, { startFen, moves, played, scores }) {
  const game = new Game(startFen, moves);
  try {
    const { refusal, loss } = game.describe(played);
    if (refusal) return null;
    if (loss) return { name: `repetition-${loss.reason}` };
    game.play(played);
    const { result, reason } = game.verdict();
    const isGiven = result === "draw" && chanceOf(scores.best) > 0.6;
    return isGiven ? { name: `draw-${reason}` } : null;
  } finally {
    game.free();
  }
}

/**
 * @typedef {object} Lines
 * @property {Side} side         whose move it was
 * @property {Step[]} played     from the move on
 * @property {Step[]} better
 */

/** @param {GameClass} Game @param {Question} question @returns {Lines} */
function linesOf(Game, { startFen, moves, played, punishment, better }) {
  const game = new Game(startFen, moves);
  const side = sideOf(game.view().turn);
  game.free();
  return {
    side,
    played: playOut(Game, startFen, moves, [played, ...punishment]),
    better: playOut(Game, startFen, moves, better),
  };
}

/** The moves of a side in a line, up to a ply of it. @param {Step[]} steps @param {Side} side @param {number} [end] */
const movesOf = (steps, side, end = steps.length - 1) =>
  steps.slice(0, end + 1).filter((step) => step.side === side).length;

const MATES = new Set(["checkmate", "stalemate"]);

/** A line that ends on the board with a win by mate. @param {Step[]} steps @param {Side} winner */
function endsInMate(steps, winner) {
  const { result = "ongoing", reason = null } = steps.at(-1)?.verdict ?? {};
  return result === winner && MATES.has(reason ?? "");
}

/** @param {Side} side @returns {Side} */
const other = (side) => (side === "red" ? "black" : "red");

/** @param {Lines} lines @param {Question["scores"]} scores @returns {Fact|null} */
function mateAllowed({ side, played, better }, scores) {
  const isMate = "mate" in scores.played && scores.played.mate < 0;
  const isLostAnyway =
    ("mate" in scores.best && scores.best.mate < 0) || endsInMate(better, other(side));
  if (!isMate || isLostAnyway || !endsInMate(played, other(side))) return null;
  return { name: "mate", count: movesOf(played, other(side)) };
}

/** @param {Lines} lines @param {Question["scores"]} scores @returns {Fact|null} */
function mateMissed({ side, better }, scores) {
  const isMate = "mate" in scores.best && scores.best.mate > 0;
  // A mate that only takes longer is not missed.
  const isStillMate = "mate" in scores.played && scores.played.mate > 0;
  if (!isMate || isStillMate || !endsInMate(better, side)) return null;
  return { name: "missed-mate", count: movesOf(better, side) };
}

/** The line of punishment ends in a repetition that the rules give to the other side. @param {Lines} lines @returns {Fact|null} */
function repetitionLost({ side, played }) {
  const { result = "ongoing", reason = null } = played.at(-1)?.verdict ?? {};
  const isBy = reason?.startsWith("perpetual");
  return isBy && result === other(side) ? { name: `repetition-later-${reason}` } : null;
}

/**
 * @typedef {object} Balances
 * @property {Balance|null} played
 * @property {Balance|null} better
 */

/** @param {Lines} lines @returns {Balances} */
function balancesOf({ side, played, better }) {
  return { played: balanceOf(played, side), better: balanceOf(better, side) };
}

/** How many centipawns lie between the two; none where one of them is no matter of centipawns. @param {Question["scores"]} scores */
const fallOf = ({ played, best }) =>
  "cp" in played && "cp" in best ? best.cp - played.cp : Number.POSITIVE_INFINITY;

/** @param {Balances} balances @param {Lines} lines @param {Question["scores"]} scores @returns {Fact|null} */
function materialLost({ played, better }, { side, played: steps, better: line }, scores) {
  if (!played || played.net > -LEAST || fallOf(scores) < -played.net * COHERENT) return null;
  const otherwise = better?.net ?? (line.some(takes(other(side))) ? Number.NEGATIVE_INFINITY : 0);
  if (line.length === 0 || otherwise < played.net * SHARED) return null;
  return named("lose", played, movesOf(steps, other(side), played.ply));
}

/** @param {Balances} balances @param {Lines} lines @param {Question["scores"]} scores @returns {Fact|null} */
function materialMissed({ played, better }, { side, played: steps, better: line }, scores) {
  if (!better || better.net < LEAST_MISSED || fallOf(scores) < better.net * COHERENT) return null;
  const instead = played?.net ?? (steps.some(takes(side)) ? Number.POSITIVE_INFINITY : 0);
  if (instead > better.net * SHARED) return null;
  const turned = { ...better, lost: better.gained, gained: better.lost };
  return named("missed", turned, movesOf(line, side, better.ply));
}

/** @param {Side} side @returns {(step: Step) => boolean} */
const takes =
  (side) =>
  ({ side: by, taken }) =>
    by === side && taken !== null;

/** What a balance is called. @param {"lose"|"missed"} family @param {Balance} balance @param {number} count moves @returns {Fact|null} */
function named(family, { net, lost, gained }, count) {
  const when = count <= 1 ? "now" : "later";
  const [piece, second] = lost;
  if (lost.length === 1 && gained.length === 0)
    return { name: `${family}-piece-${when}`, piece, count };
  if (lost.length === 1 && gained.length === 1 && valueOf(piece) > valueOf(gained[0]))
    return { name: `${family}-exchange-${when}`, piece, other: gained[0], count };
  const areTwo = lost.length === 2 && gained.length === 0;
  if (areTwo && piece.toUpperCase() !== second.toUpperCase())
    return { name: `${family}-two`, piece, other: second, count };
  const soldiers = Math.round(Math.abs(net));
  return soldiers >= 2 ? { name: `${family}-material`, count: soldiers } : null;
}

/** The first move of the punishment gives check, and its piece takes another one next. @param {Lines} lines @returns {Fact|null} */
function forked({ played: [, first, , second] }) {
  if (!first?.check || !second?.taken) return null;
  const square = second.move.slice(2);
  const isSamePiece = second.move.slice(0, 2) === first.move.slice(2);
  const target = first.placement[squareIndex(square)];
  if (!isSamePiece || target !== second.taken) return null;
  return { name: "fork", piece: first.piece, other: target, square };
}
