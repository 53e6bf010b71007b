/**
 * What has to move when the board changes: the difference of two placements. Pure.
 *
 * Nobody tells the board "this was an undo" or "this was a load": any change of placement becomes
 * journeys (a piece gone here, the same piece new there), pieces that vanish and pieces that appear.
 */

import { SQUARES, distance } from "./geometry.ts";

/**
 * @typedef {object} Plan
 * @property {{piece: string, from: number, to: number}[]} journeys
 * @property {{piece: string, at: number}[]} vanishing   captured, or taken off
 * @property {{piece: string, at: number}[]} appearing   put back, or new
 */

/**
 * @param {string} before placement of 90 letters
 * @param {string} after
 * @param {readonly [number, number] | null} [hint] a journey known to have happened
 * @returns {Plan}
 */
export function planChange(before, after, hint = null) {
  const gone = [];
  const fresh = [];
  for (let at = 0; at < SQUARES; at += 1) {
    if (before[at] === after[at]) continue;
    if (before[at] !== ".") gone.push({ piece: before[at], at });
    if (after[at] !== ".") fresh.push({ piece: after[at], at });
  }
  const journeys = matchJourneys(gone, fresh, hint);
  const left = new Set(journeys.map((j) => j.from));
  const reached = new Set(journeys.map((j) => j.to));
  return {
    journeys,
    vanishing: gone.filter((g) => !left.has(g.at)),
    appearing: fresh.filter((f) => !reached.has(f.at)),
  };
}

/**
 * Pairs each new piece with a missing one of its kind: the hinted pair first, then the shortest.
 *
 * @param {{piece: string, at: number}[]} gone
 * @param {{piece: string, at: number}[]} fresh
 * @param {readonly [number, number] | null} hint
 */
function matchJourneys(gone, fresh, hint) {
  const pairs = fresh.flatMap((f) =>
    gone
      .filter((g) => g.piece === f.piece)
      .map((g) => ({ piece: f.piece, from: g.at, to: f.at, cost: cost(g.at, f.at, hint) })),
  );
  pairs.sort((a, b) => a.cost - b.cost || a.from - b.from || a.to - b.to);
  const used = new Set();
  const arrived = new Set();
  const journeys = [];
  for (const { piece, from, to } of pairs) {
    if (used.has(from) || arrived.has(to)) continue;
    used.add(from);
    arrived.add(to);
    journeys.push({ piece, from, to });
  }
  return journeys;
}

/** @param {number} from @param {number} to @param {readonly [number, number] | null} hint */
function cost(from, to, hint) {
  const hinted = hint && (hint[0] === from ? hint[1] === to : hint[1] === from && hint[0] === to);
  return hinted ? -1 : distance(from, to);
}

/**
 * How long a journey takes: longer ways take longer, but far from proportionally.
 *
 * @param {number} base milliseconds of a middling journey; 0 means no animation
 * @param {number} cells
 */
export function travelTime(base, cells) {
  const share = Math.min(1, Math.max(0, (cells - 1) / 8));
  return base * (0.75 + 0.58 * Math.sqrt(share));
}

/** Fast away, soft arrival. @param {number} t */
export function easeOutCubic(t) {
  return 1 - (1 - t) ** 3;
}

/** Soft at both ends. @param {number} t */
export function easeInOut(t) {
  return t * t * (3 - 2 * t);
}

/** How high a piece is carried on its way, 0 to 1. @param {number} t */
export function arc(t) {
  return Math.sin(Math.PI * Math.min(1, Math.max(0, t)));
}
