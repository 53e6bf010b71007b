// Differences between two placements, and the timing of their animation.
//
// Any change of placement, whether a move, an undo or a new game, is journeys (a piece missing here, an equal piece new
// there), pieces that vanish and pieces that appear.

import { SQUARES, distance } from "./geometry.ts";

/** A piece and its square. */
interface PlacedPiece {
  piece: string;
  at: number;
}

export interface Journey {
  piece: string;
  from: number;
  to: number;
}

/** The squares of a move: from, to. */
export type MoveHint = readonly [number, number] | null;

export interface Plan {
  journeys: Journey[];
  /** Pieces that are captured or removed. */
  vanishing: PlacedPiece[];
  /** Pieces that return or are new. */
  appearing: PlacedPiece[];
}

/** Returns the way from one placement to another; `hint` is a move known to have been played or undone. */
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

/** Pairs each new piece with an equal missing one: the hinted pair first, then the nearest. */
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
 * Returns the milliseconds of a journey: longer ones take longer, but far less than in proportion. `base` is the time of
 * a journey of middle length, 0 for no animation.
 */
export function travelTime(base: number, cells: number): number {
  const share = Math.min(1, Math.max(0, (cells - 1) / 8));
  return base * (0.75 + 0.58 * Math.sqrt(share));
}

/** Starts fast, ends softly. */
export const easeOutCubic = (t: number): number => 1 - (1 - t) ** 3;

/** Starts and ends softly. */
export const easeInOut = (t: number): number => t * t * (3 - 2 * t);

/** Returns the height of a travelling piece, 0 to 1, at a share of its journey. */
export const arc = (t: number): number => Math.sin(Math.PI * Math.min(1, Math.max(0, t)));
