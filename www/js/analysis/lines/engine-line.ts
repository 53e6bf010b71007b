// What the engine says while it thinks about a position, as data: its lines put together from what it tells bit by
// bit, in numbers as a person reads them, and as arrows of different weight. Nothing here touches the document.

import { redShare } from "../../ui/evaluation-bar.ts";
import { fromRed } from "../../core/xiangqi.ts";

/** @typedef {import("../../engine/types.js").Info} Info */
/** @typedef {import("../../engine/types.js").Score} Score */

/**
 * One line of the engine.
 * @typedef {object} EngineLine
 * @property {Score} score     of the side to move
 * @property {number} depth
 * @property {string[]} moves  at least one
 */

/**
 * What is known of a position.
 * @typedef {object} Thought
 * @property {readonly EngineLine[]} lines   best first
 * @property {number} count      how many lines were asked for
 * @property {number} depth      of the best line
 * @property {number} timeMs
 * @property {number} nodes
 * @property {number} nps        nodes a second
 */

export const MOST_LINES = 5;
/** A score beyond it is a win by the rules of repetition, in centipawns. */
const BY_RULE = 31_000;
const MINUS = "\u2212";

/** @param {number} count @returns {Thought} */
export const noThought = (count) => ({
  lines: [],
  count,
  depth: 0,
  timeMs: 0,
  nodes: 0,
  nps: 0,
});

/** A score that is only known to lie above or below leaves the line as it is, when it is about the same move. @param {Info} info @param {EngineLine|undefined} old */
const isWeak = ({ bound, pv }, old) => bound !== "exact" && old?.moves[0] === pv[0];

/**
 * One more piece of news. Most is about the best line alone: a move that comes up there changes places with the one
 * that was there, so that no move has two lines.
 * @param {Thought} thought @param {Info} info @returns {Thought}
 */
export function withInfo(thought, info) {
  const { multipv, pv, score, depth, timeMs, nodes, nps = 0 } = info;
  const index = multipv - 1;
  const lines = [...thought.lines];
  const spent = { timeMs, nodes, nps };
  if (pv.length === 0 || index >= thought.count || index > lines.length)
    return { ...thought, ...spent };
  const old = lines[index];
  if (!isWeak(info, old)) {
    const other = lines.findIndex((line, at) => at !== index && line.moves[0] === pv[0]);
    if (other >= 0 && old) lines[other] = old;
    else if (other >= 0) lines.splice(other, 1);
    lines[Math.min(index, lines.length)] = { score, depth, moves: pv };
  }
  return { ...thought, ...spent, lines, depth: lines[0].depth };
}

/** With fewer lines asked for, what is known is still known. @param {Thought} thought @param {number} count @returns {Thought} */
export const withCount = (thought, count) => ({
  ...thought,
  count,
  lines: thought.lines.slice(0, count),
});

/** How good a score is, as a number to compare by. @param {Score} score */
function worthOf(score) {
  if ("cp" in score) return score.cp;
  return score.mate > 0 ? 1e6 - score.mate : -1e6 - score.mate;
}

/** The lines of a search that was broken off, some of them deeper than others, best first. @param {Thought} thought @returns {Thought} */
export const sorted = (thought) => ({
  ...thought,
  lines: thought.lines.toSorted((a, b) => worthOf(b.score) - worthOf(a.score)),
});

/** Nothing is left to find: every line is a mate. @param {Thought} thought */
export const isDecided = ({ lines }) =>
  lines.length > 0 && lines.every(({ score }) => "mate" in score);

// ---- in numbers and words

/** @param {number} value @param {string} digits */
const signed = (value, digits) => (value > 0 ? "+" : value < 0 ? MINUS : "") + digits;

/** Hundredths of a soldier as "+1.23". @param {number} cp */
export const soldiers = (cp) => signed(Math.round(cp), (Math.abs(Math.round(cp)) / 100).toFixed(2));

/** Whom a score is good for. @param {Score} score from Red's view @returns {"red"|"black"|"even"} */
export function toneOf(score) {
  if ("mate" in score) return score.mate > 0 ? "red" : "black";
  if (Math.abs(score.cp) < 30) return "even";
  return score.cp > 0 ? "red" : "black";
}

/** Plies to moves of the side that mates. @param {number} plies */
export const matesIn = (plies) => Math.ceil(Math.abs(plies) / 2);

/** What a score is called. @param {Score} score from Red's view @returns {"mate"|"rule"|"cp"} */
function kindOf(score) {
  if ("mate" in score) return "mate";
  return Math.abs(score.cp) > BY_RULE ? "rule" : "cp";
}

/**
 * A score in a few characters.
 * @param {Score} score from Red's view @param {import("../../core/i18n.ts").I18n} i18n
 */
export function shortScore(score, { t }) {
  const kind = kindOf(score);
  if (kind === "cp") return soldiers(/** @type {{ cp: number }} */ (score).cp);
  const side = toneOf(score);
  if (kind === "rule") return t(`analysis.lines.rule.${side}`);
  return t(`analysis.lines.mate.${side}`, {
    moves: matesIn(/** @type {{ mate: number }} */ (score).mate),
  });
}

/**
 * How the sides stand, as a sentence has it.
 * @param {Score} score from Red's view @param {import("../../core/i18n.ts").I18n} i18n
 */
export function scoreInWords(score, { t }) {
  const kind = kindOf(score);
  const side = toneOf(score);
  if (kind === "rule") return t(`analysis.lines.rule.${side}.words`);
  if (kind === "mate")
    return t(`score.mate.${side}`, {
      moves: matesIn(/** @type {{ mate: number }} */ (score).mate),
    });
  const { cp } = /** @type {{ cp: number }} */ (score);
  if (side === "even") return t("score.even");
  return t(`score.${side}`, { soldiers: (Math.abs(cp) / 100).toFixed(1) });
}

/**
 * The round that a move of a line belongs to, where a reader wants to be told: before Red's moves and at the start.
 * @param {{ ply: number, turn: "w"|"b" }} place plies played, and who moves there @param {number} index in the line
 */
export function roundLabel({ ply, turn }, index) {
  const blackBegan = (turn === "b") === (ply % 2 === 0);
  const isBlacks = (turn === "b") === (index % 2 === 0);
  const round = Math.floor((ply + index + (blackBegan ? 1 : 0)) / 2) + 1;
  if (!isBlacks) return `${round}.`;
  return index === 0 ? `${round}…` : "";
}

// ---- as arrows

/** The weight of an arrow by its line's rank, 0..1. */
const BY_RANK = [1, 0.7, 0.52, 0.38, 0.26];
/** What a whole chance lost takes of it. */
const BY_LOSS = 1.4;
const LIGHTEST = 0.12;
const STEP = 0.04;

/**
 * An arrow for the first move of each line: the worse, the thinner.
 * @param {readonly EngineLine[]} lines best first @returns {import("../../board/arrows.ts").Arrow[]}
 */
export function arrowsOf(lines) {
  const chances = lines.map(({ score }) => redShare(score));
  let most = 1;
  return lines.map(({ moves: [move] }, rank) => {
    const loss = Math.max(0, chances[0] - chances[rank]);
    most = Math.min(most, Math.max(LIGHTEST, BY_RANK[rank] - BY_LOSS * loss));
    // In steps: the board is not to be drawn anew for every hundredth of a soldier.
    const weight = Math.round(most / STEP) * STEP;
    return { from: move.slice(0, 2), to: move.slice(2, 4), weight };
  });
}

/** What the bar beside the board shows. @param {Thought} thought @param {"w"|"b"} turn @returns {Score|null} */
export const evaluationOf = ({ lines }, turn) =>
  lines.length > 0 ? fromRed(lines[0].score, turn) : null;

/** How it ended, for the same bar. @param {import("../../core/xiangqi.ts").Verdict["result"]} result @returns {Score|null} */
export function evaluationOfResult(result) {
  if (result === "draw") return { cp: 0 };
  if (result === "ongoing") return null;
  return { mate: result === "red" ? 1 : -1 };
}
