// Counts the material that a line wins or loses. The material is counted at a quiet ply, because at
// other plies a piece would count as lost although the next move recaptures.

import type { Side } from "../core/xiangqi.ts";
import { valueOf } from "./line.ts";
import type { Step } from "./line.ts";

/** The losses and gains of a side in a line. Pieces of equal value on both sides cancel out. */
export interface Balance {
  /** The gain in soldiers; negative if the side has lost material. */
  net: number;
  /** The side's own pieces, the most valuable first. */
  lost: string[];
  /** The other side's pieces, the most valuable first. */
  gained: string[];
  /** The index of the step that captured the most valuable piece in `lost` and `gained`; 0 if both are empty. */
  ply: number;
}

interface Capture {
  by: Side;
  captured: string;
  ply: number;
}

/** The number of plies of a line that are used; later moves of the engine are unreliable. */
const HORIZON = 16;
/** A line counts as decided when its balance has reached this share of the final balance. */
const MOST = 0.75;

/** Returns true if a line is at rest: the next two plies capture nothing, and no capture would gain material. */
function isAtRest(steps: readonly Step[], at: number) {
  return steps[at]?.quiet === true && !steps[at + 1]?.captured && !steps[at + 2]?.captured;
}

/** Returns the balance of a side after the step at `end`, in soldiers. */
const netOf = (steps: readonly Step[], side: Side, end: number) =>
  steps
    .slice(0, end + 1)
    .reduce(
      (sum, { side: by, captured }) =>
        sum + (by === side ? 1 : -1) * (captured ? valueOf(captured) : 0),
      0,
    );

/**
 * Returns the balance of a side at the first ply of rest with a balance close to the final one. Returns null if the
 * line never comes to rest. The line begins with the move to explain.
 */
export function balanceOf(line: readonly Step[], side: Side): Balance | null {
  const steps = line.slice(0, HORIZON);
  const places = steps.map((_, at) => at).filter((at) => isAtRest(steps, at));
  const last = places.at(-1);
  if (last === undefined) return null;
  const final = netOf(steps, side, last);
  const end = places.find((at) => isMostOf(netOf(steps, side, at), final)) ?? last;
  return { net: netOf(steps, side, end), ...exchangedPieces(steps.slice(0, end + 1), side) };
}

const isMostOf = (net: number, final: number) =>
  final < 0 ? net <= final * MOST : net >= final * MOST;

/** Groups of pieces of about the same value, which cancel out in an exchange. */
const EXCHANGE_GROUPS: Readonly<Record<string, string>> = {
  N: "minor",
  C: "minor",
  A: "guard",
  B: "guard",
};

const groupOf = (piece: string) => EXCHANGE_GROUPS[piece.toUpperCase()] ?? piece.toUpperCase();

const isSameKind = (a: string, b: string) => a.toUpperCase() === b.toUpperCase();
const isSameGroup = (a: string, b: string) => groupOf(a) === groupOf(b);

const byValue = (a: Capture, b: Capture) => valueOf(b.captured) - valueOf(a.captured);

function exchangedPieces(steps: readonly Step[], side: Side): Omit<Balance, "net"> {
  const captures = steps.flatMap(({ side: by, captured }, ply): Capture[] =>
    captured ? [{ by, captured, ply }] : [],
  );
  const lost = captures.filter(({ by }) => by !== side);
  const gained = captures.filter(({ by }) => by === side);
  for (const isEqual of [isSameKind, isSameGroup]) strikeOut(lost, gained, isEqual);
  lost.sort(byValue);
  gained.sort(byValue);
  for (const pieces of [lost, gained]) dropSoldiers(pieces, [...lost, ...gained]);
  const [loss] = lost;
  const [gain] = gained;
  const isGainGreater = loss !== undefined && gain !== undefined && byValue(loss, gain) > 0;
  const decisive = loss && !isGainGreater ? loss : gain;
  return {
    lost: lost.map(({ captured }) => captured),
    gained: gained.map(({ captured }) => captured),
    ply: decisive?.ply ?? 0,
  };
}

/**
 * Drops the soldiers from a list if more valuable pieces were captured. Keeps a soldier that is the only piece given
 * for another piece.
 */
function dropSoldiers(pieces: Capture[], all: readonly Capture[]) {
  const isValuable = ({ captured }: Capture) => valueOf(captured) > 1;
  if (!all.some(isValuable)) return;
  const isPrice = all.length === 2 && pieces.length === 1;
  if (!isPrice) pieces.splice(0, pieces.length, ...pieces.filter(isValuable));
}

/** Removes equal pieces from both lists, in pairs. */
function strikeOut(lost: Capture[], gained: Capture[], isEqual: (a: string, b: string) => boolean) {
  for (const loss of lost.toReversed()) {
    const pair = gained.findIndex(({ captured }) => isEqual(captured, loss.captured));
    if (pair < 0) continue;
    gained.splice(pair, 1);
    lost.splice(lost.indexOf(loss), 1);
  }
}
