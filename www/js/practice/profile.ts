// What reviews of a person's own games say of how they play: where chances are lost, and by what. Counted from what the
// reviews have proved, and from nothing else.

import { factOf, familyOf, mistakesOf } from "./mistakes.ts";

/** @typedef {import("./exercises.ts").Side} Side */
/** @typedef {import("./mistakes.ts").Reviewed} Reviewed */
/** @typedef {"opening"|"middle"|"ending"} Phase */

/** @typedef {{ phase: Phase, loss: number, kind: string, hurried?: boolean }} Lapse  a mistake: what it lost of the chances, 0..1, what it was, and whether it was made in time trouble, where that is known */

/**
 * What is kept of a reviewed game of one's own.
 * @typedef {object} GameSummary
 * @property {string} name     of the game: a hash of its moves
 * @property {Side} side       the person's
 * @property {number} day
 * @property {number} moves    the person's
 * @property {Lapse[]} lapses
 */

/** The opening: so many moves of each side from the ordinary start. */
const OPENING_MOVES = 10;
/** The ending: both sides together have no more rooks, horses and cannons than these. */
const ENDING_PIECES = 4;
/** Time trouble: less is left of the most that either clock has shown. */
const HURRY = 1 / 10;
/** Nothing is said from fewer games, or from fewer mistakes. */
export const LEAST = { games: 5, lapses: 8 };
/** What is no kind of its own counts as the rest. */
export const KINDS = /** @type {const} */ ([
  "lose",
  "missed",
  "mate",
  "missed-mate",
  "repetition",
  "draw",
  "other",
]);
export const PHASES = /** @type {const} */ (["opening", "middle", "ending"]);

/** @param {string} placement @param {number} ply @param {boolean} isOrdinary  the game began at the ordinary start @returns {Phase} */
export function phaseOf(placement, ply, isOrdinary) {
  const pieces = placement.replaceAll(/[^rnc]/gi, "").length;
  if (pieces <= ENDING_PIECES) return "ending";
  return isOrdinary && ply < 2 * OPENING_MOVES ? "opening" : "middle";
}

/** @param {string|undefined} fact its name */
function kindOf(fact) {
  const family = familyOf(fact ?? "");
  if (family === "missed-mate") return family;
  const [kind] = family.split("-");
  return KINDS.find((one) => one === kind) ?? "other";
}

/** A short name for a game that stays the same. @param {Pick<Reviewed, "startFen"|"moves">} game */
export function nameOf({ startFen, moves }) {
  let hash = 0x811c9dc5;
  for (const letter of `${startFen ?? ""}|${moves.join("")}`)
    hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return `${(hash >>> 0).toString(36)}-${moves.length}`;
}

/** The clock of who makes the move after `ply` moves, as it was before: what its last move left. @param {Reviewed} reviewed @param {number} ply */
const clockBefore = ({ clocks = [] }, ply) => clocks[ply - 2] ?? null;

/**
 * @param {import("../rules/rules.ts").GameClass} Game @param {Reviewed} reviewed @param {Side} side @param {number} day
 * @returns {GameSummary}
 */
export function summaryOf(Game, reviewed, side, day) {
  const { startFen, moves, judged } = reviewed;
  const hurry = HURRY * Math.max(...(reviewed.clocks ?? []).map(Number));
  const lapses = mistakesOf(judged, side).flatMap((mistake) => {
    if (!mistake) return [];
    const game = new Game(startFen, moves.slice(0, mistake.ply));
    const phase = phaseOf(game.placement(), mistake.ply, startFen === null);
    game.free();
    const kind = kindOf(factOf(Game, reviewed, mistake)?.name);
    const lapse = { phase, loss: Math.round(mistake.loss * 1000) / 1000, kind };
    const left = clockBefore(reviewed, mistake.ply);
    return left === null ? lapse : { ...lapse, hurried: left < hurry };
  });
  const mine = judged.filter((one) => one?.side === side);
  return { name: nameOf(reviewed), side, day, moves: mine.length, lapses };
}

/**
 * @typedef {object} Profile
 * @property {number} games
 * @property {boolean} isEnough   there is enough to say something from
 * @property {number} perGame     mistakes a game
 * @property {{ phase: Phase, share: number, count: number }[]} phases  `share` of all chances lost, 0..1, the largest first
 * @property {{ kind: string, count: number }[]} kinds  those that came, the most frequent first
 * @property {{ hurried: number, count: number }|null} timed  of the mistakes before which the clock is known, how many were
 *   made in time trouble; null where there are too few of them
 */

/** @param {readonly GameSummary[]} games @returns {Profile} */
export function profileOf(games) {
  const lapses = games.flatMap((game) => game.lapses);
  const all = lapses.reduce((sum, { loss }) => sum + loss, 0);
  const phases = PHASES.map((phase) => {
    const mine = lapses.filter((lapse) => lapse.phase === phase);
    const lost = mine.reduce((sum, { loss }) => sum + loss, 0);
    return { phase, share: all > 0 ? lost / all : 0, count: mine.length };
  });
  const kinds = KINDS.map((kind) => ({
    kind,
    count: lapses.filter((lapse) => lapse.kind === kind).length,
  }));
  const timed = lapses.filter(({ hurried }) => hurried !== undefined);
  const hurried = timed.filter((lapse) => lapse.hurried).length;
  return {
    games: games.length,
    timed: timed.length >= LEAST.lapses ? { hurried, count: timed.length } : null,
    isEnough: games.length >= LEAST.games && lapses.length >= LEAST.lapses,
    perGame: games.length > 0 ? lapses.length / games.length : 0,
    phases: phases.toSorted((a, b) => b.share - a.share),
    kinds: kinds.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count),
  };
}
