// The engine's lines as data, without the DOM: collected from search infos, formatted as numbers and words, and
// converted to arrows.

import type { Arrow } from "../../board/arrows.ts";
import type { I18n } from "../../core/i18n.ts";
import { EVEN, describeScore, formatSoldiers } from "../../core/words.ts";
import { splitMove } from "../../core/xiangqi.ts";
import type { Turn, Verdict } from "../../core/xiangqi.ts";
import type { Info, Score } from "../../engine/types.ts";
import { redShare } from "../../ui/evaluation-bar.ts";

export interface EngineLine {
  /** The score from the point of view of the side to move. */
  score: Score;
  depth: number;
  /** True if the exact score is unknown. */
  isBound: boolean;
  moves: [first: string, ...rest: string[]];
}

/** The engine's results for a position. */
export interface Thought {
  /** The best line first, by the engine's ranks. During a search, some lines are deeper than others. */
  lines: readonly EngineLine[];
  /** The number of lines that were requested. */
  count: number;
  /** The depth of the best line. */
  depth: number;
  timeMs: number;
  nodes: number;
  /** Nodes per second. */
  nps: number;
}

export type Tone = "red" | "black" | "even";

export const MAX_LINES = 5;
/** A score of greater absolute value, in centipawns, is a win by the rules of repetition. */
const BY_RULE = 31_000;

export const noThought = (count: number): Thought => ({
  lines: [],
  count,
  depth: 0,
  timeMs: 0,
  nodes: 0,
  nps: 0,
});

/**
 * Adds a search info of the engine. Most infos are about the best line alone. If the first move of the new line was in
 * another line, the two lines swap places; otherwise two lines would begin with the same move. A score that is only a
 * bound does not replace a line with the same first move.
 */
export function withInfo(thought: Thought, info: Info): Thought {
  const { multipv, pv, score, depth, timeMs, nodes, nps = 0 } = info;
  const index = multipv - 1;
  const lines = [...thought.lines];
  const spent = { timeMs, nodes, nps };
  const [first, ...rest] = pv;
  if (first === undefined || index >= thought.count || index > lines.length)
    return { ...thought, ...spent };
  const old = lines[index];
  const isBound = info.bound !== "exact";
  if (!isBound || old?.moves[0] !== first) {
    const other = lines.findIndex((line, at) => at !== index && line.moves[0] === first);
    if (other >= 0 && old) lines[other] = old;
    else if (other >= 0) lines.splice(other, 1);
    lines[Math.min(index, lines.length)] = { score, depth, isBound, moves: [first, ...rest] };
  }
  return { ...thought, ...spent, lines, depth: lines[0]?.depth ?? 0 };
}

/** Sets the number of requested lines, and drops the lines beyond that number. */
export const withCount = (thought: Thought, count: number): Thought => ({
  ...thought,
  count,
  lines: thought.lines.slice(0, count),
});

/** Converts a score to a number for comparison. A mate is beyond all centipawns. */
function valueOf(score: Score) {
  if ("cp" in score) return score.cp;
  return score.mate > 0 ? 1e6 - score.mate : -1e6 - score.mate;
}

/** Sorts lines from the best to the worst score. Of equal scores, exact ones come first. */
export const sorted = (lines: readonly EngineLine[]): EngineLine[] =>
  lines.toSorted(
    (a, b) => valueOf(b.score) - valueOf(a.score) || Number(a.isBound) - Number(b.isBound),
  );

/** Returns true if every line is a mate, which makes a longer search useless. */
export const isDecided = ({ lines }: Thought): boolean =>
  lines.length > 0 && lines.every(({ score }) => "mate" in score);

/** Returns the side that a score from Red's point of view favours. */
export function toneOf(score: Score): Tone {
  if ("mate" in score) return score.mate > 0 ? "red" : "black";
  if (Math.abs(score.cp) < EVEN) return "even";
  return score.cp > 0 ? "red" : "black";
}

const isByRule = (score: Score) => "cp" in score && Math.abs(score.cp) > BY_RULE;

/** Formats a score from Red's point of view in a few characters. */
export function shortScore(score: Score, { t }: Pick<I18n, "t">): string {
  const side = toneOf(score) === "red" ? "red" : "black";
  if ("mate" in score)
    return t(`analysis.lines.mate.${side}`, { moves: Math.ceil(Math.abs(score.mate) / 2) });
  return isByRule(score) ? t(`analysis.lines.rule.${side}`) : formatSoldiers(score.cp);
}

/** Describes a score from Red's point of view as a part of a sentence. */
export function scoreInWords(score: Score, i18n: Pick<I18n, "t">): string {
  const tone = toneOf(score);
  if (tone !== "even" && isByRule(score)) return i18n.t(`analysis.lines.rule.${tone}.words`);
  return tone === "even" ? i18n.t("score.even") : describeScore(score, "w", i18n);
}

/**
 * Returns the round number to show before Red's moves and before the first move of the line; "" for other moves. `ply`
 * is the number of moves played before the line. `turn` is the side that moves first in the line.
 */
export function roundLabel({ ply, turn }: { ply: number; turn: Turn }, index: number): string {
  const blackBegan = (turn === "b") === (ply % 2 === 0);
  const isBlacks = (turn === "b") === (index % 2 === 0);
  const round = Math.floor((ply + index + (blackBegan ? 1 : 0)) / 2) + 1;
  if (!isBlacks) return `${round}.`;
  return index === 0 ? `${round}…` : "";
}

/** The weights (0 to 1) of the arrows by the rank of their line. */
const RANK_WEIGHTS = [1, 0.7, 0.52, 0.38, 0.26];
/** The weight that an arrow loses if its move lowers the chance of winning from 1 to 0. */
const WEIGHT_PER_CHANCE = 1.4;
const LEAST_WEIGHT = 0.12;
/** Weights are rounded to this step, to avoid drawing the board again for every centipawn. */
const WEIGHT_STEP = 0.04;

/** Returns an arrow for the first move of each line, in the order of the lines. A worse move has a thinner arrow. */
export function arrowsOf(lines: readonly EngineLine[]): Arrow[] {
  const best = redShare(lines[0]?.score ?? null);
  let most = 1;
  return lines.map(({ score, moves: [move] }, rank) => {
    const loss = Math.max(0, best - redShare(score));
    const full = RANK_WEIGHTS[rank] ?? LEAST_WEIGHT;
    most = Math.min(most, Math.max(LEAST_WEIGHT, full - WEIGHT_PER_CHANCE * loss));
    const [from, to] = splitMove(move);
    return { from, to, weight: Math.round(most / WEIGHT_STEP) * WEIGHT_STEP };
  });
}

/** Returns the score that represents the result of a game, from Red's point of view; null for an unfinished game. */
export function evaluationOfResult(result: Verdict["result"]): Score | null {
  if (result === "draw") return { cp: 0 };
  if (result === "ongoing") return null;
  return { mate: result === "red" ? 1 : -1 };
}
