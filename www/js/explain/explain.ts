// Why a move is bad, as facts: what the punishing line does on the board, what the better line would have done, and
// what in the position makes the difference. A fact that the lines do not prove is left out. why-words.ts writes the
// facts as sentences.

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

/** A move to be explained. */
export interface Question {
  startFen: string | null;
  /** The moves before it. */
  moves: string[];
  played: string;
  /** The line behind the played move. */
  punishment: string[];
  /** The line in place of the played move. It begins with the better move. */
  better: string[];
  /** Scores of the side that moved, after the played move and after the better one. */
  scores: Comparison;
}

export interface Fact {
  /** The last part of the key of its sentence, `analysis.review.why.NAME`. */
  name: string;
  /** A letter of the placement. */
  piece?: string;
  /** A second piece. */
  other?: string;
  /** The square to look at. */
  square?: string;
  /** A number of moves; for `lose-material` and `missed-material` a value in soldiers. */
  count?: number;
}

export interface Explanation {
  /** The most serious fact first. */
  facts: Fact[];
  /** The feature of the position that allows the first move of the punishment. */
  reason: Fact | null;
}

/** The least loss that is a fact, in soldiers. */
const LEAST_LOSS = 1;
/** The least missed gain that is a fact, in soldiers. */
const LEAST_MISSED = 3;
/** The move is not to blame for a loss of which the better line suffers more than this share. */
const SHARED = 0.3;
/** The score must fall by this many centipawns for each soldier lost; else something makes up for the loss. */
const LEAST_FALL = 35;
/** Above these chances, a draw is a gift. */
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

/** Returns a fact if the move ends the game, or loses or draws it by the rules of repetition. */
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
  /** The side that made the move in question. */
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

/** Returns the number of moves of a side in a line, up to the ply `end`. */
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

/** A mate that only takes longer is not missed. */
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

/** Null for a line that never comes to rest. */
interface Balances {
  played: Balance | null;
  better: Balance | null;
}

const balancesOf = ({ side, played, better }: Lines): Balances => ({
  played: balanceOf(played, side),
  better: balanceOf(better, side),
});

/** Returns the centipawns that the move costs; infinite if one of the scores is a mate. */
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

/** Returns the fact of a balance; `count` is the number of moves that it takes. */
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

/** Returns a fact if the first move of the punishment gives check and its piece captures another piece next. */
function forked({ played: [, first, , second] }: Lines): Fact | null {
  if (!first?.check || !second?.captured) return null;
  const square = second.move.slice(2);
  const isSamePiece = second.move.slice(0, 2) === first.move.slice(2);
  if (!isSamePiece || pieceAt(first.placement, square) !== second.captured) return null;
  return { name: "fork", piece: first.piece, other: second.captured, square };
}
