// The walk through a game: every position is searched alike, and a move that seems to lose something is looked at again
// beside the better one. Pure but for what it is given to ask.

import { chanceOf, opposite } from "./chances.ts";
import { isSuspect, judge, lossOf } from "./verdicts.ts";

/** @typedef {import("../engine/types.js").Score} Score */
/** @typedef {import("../rules/rules.js").GameClass} GameClass */
/** @typedef {"red"|"black"} Side */

/** Nodes for each position, and for each of the two in a comparison: many enough to see a combination. */
export const NODES = { position: 150_000, comparison: 350_000 };
/** A line is at least so long, in plies, where the position goes on. */
const LEAST_LINE = 8;
/** Searches at the end of a line to make a mate of it that ends on the board. */
const ENDINGS = 4;

/**
 * What was found of a position.
 * @typedef {object} Judged
 * @property {Score} score   from the view of the side to move
 * @property {string|null} best
 * @property {boolean} over  the rules say so, no search
 */

/**
 * What is made of a move.
 * @typedef {object} MoveJudged
 * @property {number} ply     which move of the line, from 0
 * @property {Side} side
 * @property {number} loss    of the mover's chances, 0..1
 * @property {import("./verdicts.ts").Label|null} label
 * @property {Finding|null} finding  what there is to see, for a move with a label
 */

/**
 * @typedef {object} Finding
 * @property {string} played
 * @property {string} best
 * @property {string[]} punishment  after the played move
 * @property {string[]} better      with the better move first
 * @property {{ played: Score, best: Score }} scores  of the mover after either
 */

/**
 * @typedef {object} Report  what is used of an answer of the engine
 * @property {string|null} move
 * @property {Score} score
 * @property {string[]} pv
 * @property {number} depth
 */

/**
 * @typedef {object} Walker
 * @property {GameClass} Game
 * @property {string|null} startFen
 * @property {string[]} moves
 * @property {(moves: string[], limits: { nodes?: number, depth?: number }) => Promise<Report>} ask  of the position after
 *   `moves`, with nothing remembered from earlier questions; throws to end the walk
 * @property {{ position: number, comparison: number }} [nodes]
 */

/** What the rules say about the end of a game, to the side to move. @param {import("../core/xiangqi.js").Verdict["result"]} result @param {"w"|"b"} turn @returns {Score|null} */
function scoreOfEnd(result, turn) {
  if (result === "ongoing") return null;
  if (result === "draw") return { cp: 0 };
  return { mate: (result === "red") === (turn === "w") ? 1 : 0 };
}

/** @param {Walker} walker @param {string[]} moves */
function endAt({ Game, startFen }, moves) {
  const game = new Game(startFen, moves);
  try {
    const { verdict, turn } = game.view();
    return scoreOfEnd(verdict.result, turn);
  } finally {
    game.free();
  }
}

/** What a position is worth to the side to move. @param {Walker} walker @param {number} ply @returns {Promise<Judged>} */
export async function judgePosition(walker, ply) {
  const moves = walker.moves.slice(0, ply);
  const end = endAt(walker, moves);
  if (end) return { score: end, best: null, over: true };
  const { score, move } = await walker.ask(moves, { nodes: (walker.nodes ?? NODES).position });
  return { score, best: move, over: false };
}

/**
 * What a move is worth, given the positions before and after it.
 * @param {Walker} walker @param {number} ply @param {Judged} before @param {Judged} after @param {Side} side
 * @returns {Promise<MoveJudged>}
 */
export async function judgeMove(walker, ply, before, after, side) {
  const played = walker.moves[ply];
  const kept = opposite(after.score);
  const isBest = before.best === null || before.best === played;
  if (!isSuspect(before.score, kept, isBest)) {
    const loss = isBest ? 0 : Math.max(0, chanceOf(before.score) - chanceOf(kept));
    return { ply, side, loss, label: null, finding: null };
  }
  const best = /** @type {string} */ (before.best);
  const { comparisons, finding } = await compare(walker, ply, best);
  const label = judge(comparisons);
  return {
    ply,
    side,
    loss: lossOf(comparisons),
    label,
    finding: label && (await completed(walker, ply, finding)),
  };
}

/**
 * A position after a move, searched for its mover.
 * @param {Walker} walker @param {string[]} moves @param {{ nodes?: number, depth?: number }} limits
 * @returns {Promise<{ score: Score, pv: string[], depth: number|null }>} depth null: nothing can be deeper
 */
async function searchedAfter(walker, moves, limits) {
  const end = endAt(walker, moves);
  if (end) return { score: opposite(end), pv: [], depth: null };
  const { score, pv, depth } = await walker.ask(moves, limits);
  return { score: opposite(score), pv, depth: "mate" in score ? null : depth };
}

/** The played move beside the better one. @param {Walker} walker @param {number} ply @param {string} best */
export async function compare(walker, ply, best) {
  const before = walker.moves.slice(0, ply);
  const played = walker.moves[ply];
  const limits = { nodes: (walker.nodes ?? NODES).comparison };
  const afterPlayed = await searchedAfter(walker, [...before, played], limits);
  const afterBest = await searchedAfter(walker, [...before, best], limits);
  const comparisons = [{ played: afterPlayed.score, best: afterBest.score }];
  const depths = [afterPlayed.depth, afterBest.depth];
  if (depths[0] !== null && depths[1] !== null && depths[0] !== depths[1]) {
    const depth = Math.min(depths[0], depths[1]);
    const isPlayedDeeper = depths[0] > depth;
    const deeper = [...before, isPlayedDeeper ? played : best];
    const { score } = await searchedAfter(walker, deeper, { depth });
    const level = isPlayedDeeper ? { played: score } : { best: score };
    comparisons.push({ ...comparisons[0], ...level });
  }
  const lines = { punishment: afterPlayed.pv, better: [best, ...afterBest.pv] };
  return { comparisons, finding: { played, best, ...lines, scores: comparisons[0] } };
}

/** Lines are cut short by what the engine remembers; they are followed to where they show something. @param {Walker} walker @param {number} ply @param {Finding} finding @returns {Promise<Finding>} */
async function completed(walker, ply, finding) {
  const before = walker.moves.slice(0, ply);
  const punishment = await followed(
    walker,
    [...before, finding.played],
    finding.punishment,
    "mate" in finding.scores.played,
  );
  const better = await followed(walker, before, finding.better, "mate" in finding.scores.best);
  return { ...finding, punishment, better };
}

/** @param {Walker} walker @param {string[]} before @param {string[]} line @param {boolean} toTheEnd a mate is to end on the board */
async function followed(walker, before, line, toTheEnd) {
  let longer = line;
  for (let search = 0; search < (toTheEnd ? ENDINGS : 1); search++) {
    const moves = [...before, ...longer];
    if ((!toTheEnd && longer.length >= LEAST_LINE) || endAt(walker, moves)) return longer;
    const { pv } = await walker.ask(moves, { nodes: (walker.nodes ?? NODES).position });
    if (pv.length === 0) return longer;
    longer = [...longer, ...pv];
  }
  return longer;
}
