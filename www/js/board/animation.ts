// Compares two placements, and times the animation between them.
//
// A change of placement (a move, an undo, a new game) is split into three parts: journeys (a piece leaves a square, and
// an equal piece appears on another square), pieces that vanish, and pieces that appear.

import { SQUARES, distance } from "./geometry.ts";

/** A piece's letter and the index of its square. */
interface PlacedPiece {
  piece: string;
  at: number;
}

export interface Journey {
  piece: string;
  from: number;
  to: number;
}

/** The square that a move leaves, and the square that it reaches. */
export type MoveHint = readonly [number, number] | null;

export interface Plan {
  journeys: Journey[];
  /** Pieces that are captured or removed. */
  vanishing: PlacedPiece[];
  /** Pieces that an undo brings back, or that are new. */
  appearing: PlacedPiece[];
}

/** Plans the animation from one placement to another; `hint` is the move that was played or undone, if it is known. */
export function planChange(before: string, after: string, hint: MoveHint = null): Plan {
  const missing: PlacedPiece[] = [];
  const fresh: PlacedPiece[] = [];
  for (let at = 0; at < SQUARES; at += 1) {
    const [old, now] = [before.charAt(at), after.charAt(at)];
    if (old === now) continue;
    if (old !== ".") missing.push({ piece: old, at });
    if (now !== ".") fresh.push({ piece: now, at });
  }
  const journeys = matchJourneys(missing, fresh, hint);
  const starts = new Set(journeys.map((journey) => journey.from));
  const ends = new Set(journeys.map((journey) => journey.to));
  return {
    journeys,
    vanishing: missing.filter(({ at }) => !starts.has(at)),
    appearing: fresh.filter(({ at }) => !ends.has(at)),
  };
}

/** Pairs each new piece with an equal missing piece: the pair of `hint` first, then the nearest pairs. */
function matchJourneys(missing: PlacedPiece[], fresh: PlacedPiece[], hint: MoveHint): Journey[] {
  const pairs = fresh.flatMap(({ piece, at: to }) =>
    missing
      .filter((other) => other.piece === piece)
      .map(({ at: from }) => ({ piece, from, to, cost: cost(from, to, hint) })),
  );
  pairs.sort((a, b) => a.cost - b.cost || a.from - b.from || a.to - b.to);
  const starts = new Set<number>();
  const ends = new Set<number>();
  const journeys: Journey[] = [];
  for (const { piece, from, to } of pairs) {
    if (starts.has(from) || ends.has(to)) continue;
    starts.add(from);
    ends.add(to);
    journeys.push({ piece, from, to });
  }
  return journeys;
}

function cost(from: number, to: number, hint: MoveHint): number {
  const hinted = hint && (hint[0] === from ? hint[1] === to : hint[1] === from && hint[0] === to);
  return hinted ? -1 : distance(from, to);
}

/**
 * Returns the duration of a journey over `cells` cells, in milliseconds: 0.75 to 1.33 times `base`, growing with the
 * square root of the distance. `base` is 0 for no animation.
 */
export function travelTime(base: number, cells: number): number {
  const share = Math.min(1, Math.max(0, (cells - 1) / 8));
  return base * (0.75 + 0.58 * Math.sqrt(share));
}

/** Easing that starts fast and ends slowly; `t` is 0 to 1. */
export const easeOutCubic = (t: number): number => 1 - (1 - t) ** 3;

/** Easing that starts and ends slowly; `t` is 0 to 1. */
export const easeInOut = (t: number): number => t * t * (3 - 2 * t);

/** Returns the height of a travelling piece, 0 to 1; `t` is the completed share of its journey, 0 to 1. */
export const arc = (t: number): number => Math.sin(Math.PI * Math.min(1, Math.max(0, t)));
