// Explains why a move is bad, as facts: what the punishing line does on the board, what the better line would have
// done, and which feature of the position makes the difference. Facts that the lines do not prove are left out.
// why-words.ts formats the facts as sentences.

import { otherSide, pieceAt, sideOf } from "../core/xiangqi.ts";
import type { Side } from "../core/xiangqi.ts";
import type { Score } from "../engine/types.ts";
import type { GameClass } from "../rules/rules.ts";
import { chanceOf } from "./chances.ts";
import { playOut, valueOf } from "./line.ts";
import type { Step } from "./line.ts";
import { balanceOf } from "./material.ts";
import type { Balance } from "./material.ts";
import { reasonFor } from "./reasons.ts";
import type { Comparison } from "./verdicts.ts";

/** The move to explain, with the lines that prove the facts. */
export interface Question {
  startFen: string | null;
  /** The moves before the played move. */
  moves: string[];
  played: string;
  /** The line after the played move. */
  punishment: string[];
  /** The line that begins with the better move. */
  better: string[];
  /** The scores after the played move and after the better one, from the point of view of the side that moved. */
  scores: Comparison;
}

export interface Fact {
  /** The last part of the message key of its sentence, `analysis.review.why.NAME`. */
  name: string;
  /** The piece that the sentence is about, as a letter of the placement. */
  piece?: string;
  /** A second piece in the sentence, such as the one captured in exchange. */
  other?: string;
  /** The square that the sentence is about. */
  square?: string;
  /** A number of moves; for `lose-material` and `missed-material`, a value in soldiers. */
  count?: number;
}

export interface Explanation {
  /** The most serious fact first. */
  facts: Fact[];
  /** The feature of the position that makes the first move of the punishment possible; null if none is proved. */
  reason: Fact | null;
}

/** The smallest loss that counts as a fact, in soldiers. */
const LEAST_LOSS = 1;
/** The smallest missed gain that counts as a fact, in soldiers. */
const LEAST_MISSED = 3;
/** If the better line loses more than this share of the same material, the loss is not blamed on the move. */
const SHARED = 0.3;
/** The smallest fall of the score, in centipawns per lost soldier, at which a loss counts as uncompensated. */
const LEAST_FALL = 35;
/** The chances above which a draw counts as a gift to the opponent. */
const BETTER = 0.6;

export function explain(Game: GameClass, question: Question): Explanation {
  const ruling = explainByRules(Game, question);
  if (ruling) return { facts: [ruling], reason: null };
  const { scores } = question;
  const lines = linesOf(Game, question);
  if (lines.played.length === 0) return { facts: [], reason: null };
  const balances = balancesOf(lines);
  const loss =
    mateAllowed(lines, scores) ?? repetitionLost(lines) ?? materialLost(balances, lines, scores);
  const missed =
    mateMissed(lines, scores) ?? (loss ? null : materialMissed(balances, lines, scores));
  const facts = [loss, missed, loss && forked(lines)].filter((fact) => fact !== null);
  return { facts, reason: loss && reasonFor(Game, question) };
}

/**
 * Returns a fact if the move loses by the rules of repetition, or if it draws a game in which the side stood better.
 * Otherwise returns null.
 */
function explainByRules(
  Game: GameClass,
  { startFen, moves, played, scores }: Question,
): Fact | null {
  const game = new Game(startFen, moves);
  try {
    const { refusal, loss } = game.describe(played);
    if (refusal) return null;
    if (loss) return { name: `repetition-${loss.reason}` };
    game.play(played);
    const { result, reason } = game.verdict();
    const isGift = result === "draw" && chanceOf(scores.best) > BETTER;
    return isGift ? { name: `draw-${reason}` } : null;
  } finally {
    game.free();
  }
}

interface Lines {
  /** The side that made the played move. */
  side: Side;
  /** The played move and its punishment. */
  played: Step[];
  better: Step[];
}

function linesOf(
  Game: GameClass,
  { startFen, moves, played, punishment, better }: Question,
): Lines {
  const game = new Game(startFen, moves);
  const side = sideOf(game.view().turn);
  game.free();
  return {
    side,
    played: playOut(Game, startFen, moves, [played, ...punishment]),
    better: playOut(Game, startFen, moves, better),
  };
}

/** Returns the number of moves that a side makes in a line, up to and including the ply `end`. */
const countMoves = (steps: readonly Step[], side: Side, end = steps.length - 1) =>
  steps.slice(0, end + 1).filter((step) => step.side === side).length;

const MATES = new Set(["checkmate", "stalemate"]);

function endsInMate(steps: readonly Step[], winner: Side) {
  const { result = "ongoing", reason = null } = steps.at(-1)?.verdict ?? {};
  return result === winner && MATES.has(reason ?? "");
}

const isMateFor = (score: Score) => "mate" in score && score.mate > 0;
const isMateAgainst = (score: Score) => "mate" in score && score.mate < 0;

function mateAllowed({ side, played, better }: Lines, scores: Comparison): Fact | null {
  const isLostAnyway = isMateAgainst(scores.best) || endsInMate(better, otherSide(side));
  if (!isMateAgainst(scores.played) || isLostAnyway) return null;
  if (!endsInMate(played, otherSide(side))) return null;
  return { name: "mate", count: countMoves(played, otherSide(side)) };
}

/** Returns a fact if a mate was missed. Returns null if the played move also leads to a mate, even a later one. */
function mateMissed({ side, better }: Lines, scores: Comparison): Fact | null {
  if (!isMateFor(scores.best) || isMateFor(scores.played)) return null;
  if (!endsInMate(better, side)) return null;
  return { name: "missed-mate", count: countMoves(better, side) };
}

/** Returns a fact if the punishment ends in a repetition that the side loses. */
function repetitionLost({ side, played }: Lines): Fact | null {
  const { result = "ongoing", reason = null } = played.at(-1)?.verdict ?? {};
  const isPerpetual = reason?.startsWith("perpetual");
  return isPerpetual && result === otherSide(side) ? { name: `repetition-later-${reason}` } : null;
}

/** The balances of the two lines; null for a line that never comes to rest (see material.ts). */
interface Balances {
  played: Balance | null;
  better: Balance | null;
}

const balancesOf = ({ side, played, better }: Lines): Balances => ({
  played: balanceOf(played, side),
  better: balanceOf(better, side),
});

/** Returns the loss of score in centipawns; infinite if one of the scores is a mate. */
const fallOf = ({ played, best }: Comparison) =>
  "cp" in played && "cp" in best ? best.cp - played.cp : Number.POSITIVE_INFINITY;

function materialLost(
  { played, better }: Balances,
  { side, played: steps, better: line }: Lines,
  scores: Comparison,
): Fact | null {
  if (!played || played.net > -LEAST_LOSS || fallOf(scores) < -played.net * LEAST_FALL) return null;
  const otherwise =
    better?.net ?? (line.some(capturesFor(otherSide(side))) ? Number.NEGATIVE_INFINITY : 0);
  if (line.length === 0 || otherwise < played.net * SHARED) return null;
  return materialFact("lose", played, countMoves(steps, otherSide(side), played.ply));
}

function materialMissed(
  { played, better }: Balances,
  { side, played: steps, better: line }: Lines,
  scores: Comparison,
): Fact | null {
  if (!better || better.net < LEAST_MISSED || fallOf(scores) < better.net * LEAST_FALL) return null;
  const instead = played?.net ?? (steps.some(capturesFor(side)) ? Number.POSITIVE_INFINITY : 0);
  if (instead > better.net * SHARED) return null;
  const swapped = { ...better, lost: better.gained, gained: better.lost };
  return materialFact("missed", swapped, countMoves(line, side, better.ply));
}

const capturesFor =
  (side: Side) =>
  ({ side: by, captured }: Step) =>
    by === side && captured !== null;

/**
 * Returns the fact for a balance. Returns null if the balance is too small. `count` is the number of moves that the
 * loss or gain takes.
 */
function materialFact(
  family: "lose" | "missed",
  { net, lost, gained }: Balance,
  count: number,
): Fact | null {
  const when = count <= 1 ? "now" : "later";
  const [piece, second] = lost;
  const [gain] = gained;
  if (piece && !second && !gain) return { name: `${family}-piece-${when}`, piece, count };
  const isOneForOne = lost.length === 1 && gained.length === 1;
  if (piece && gain && isOneForOne && valueOf(piece) > valueOf(gain))
    return { name: `${family}-exchange-${when}`, piece, other: gain, count };
  const areTwo = lost.length === 2 && gained.length === 0;
  if (piece && second && areTwo && piece.toUpperCase() !== second.toUpperCase())
    return { name: `${family}-two`, piece, other: second, count };
  const soldiers = Math.round(Math.abs(net));
  return soldiers >= 2 ? { name: `${family}-material`, count: soldiers } : null;
}

/**
 * Returns a fact if the first move of the punishment gives check, and the same piece then captures another piece that
 * it attacked.
 */
function forked({ played: [, first, , second] }: Lines): Fact | null {
  if (!first?.check || !second?.captured) return null;
  const square = second.move.slice(2);
  const isSamePiece = second.move.slice(0, 2) === first.move.slice(2);
  if (!isSamePiece || pieceAt(first.placement, square) !== second.captured) return null;
  return { name: "fork", piece: first.piece, other: second.captured, square };
}
