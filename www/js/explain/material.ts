// What a line wins or loses. Only what has come to rest counts: a piece that is taken back in the next move is not lost.

import { valueOf } from "./line.ts";

/** @typedef {import("./line.ts").Step} Step */
/** @typedef {import("./line.ts").Side} Side */

/**
 * What a side has lost and gained by the end of a line, equal pieces struck out.
 * @typedef {object} Balance
 * @property {number} net       in soldiers, negative when it has lost
 * @property {string[]} lost    its own pieces, the most valuable first
 * @property {string[]} gained  the other side's
 * @property {number} ply       of the line, at which the most valuable of what tipped the balance was taken
 */

/** How far a line is believed, in plies. */
const HORIZON = 16;

/** Where a line has come to rest: nothing is taken in the next two plies, nor could be at a profit. @param {Step[]} steps @param {number} at */
function rests(steps, at) {
  if (!steps[at].quiet) return false;
  return !steps[at + 1]?.taken && !steps[at + 2]?.taken;
}

/** @param {Step[]} steps @param {Side} side @param {number} end inclusive */
const netOf = (steps, side, end) =>
  steps
    .slice(0, end + 1)
    .reduce(
      (sum, { side: by, taken }) => sum + (by === side ? 1 : -1) * (taken ? valueOf(taken) : 0),
      0,
    );

/**
 * What a line comes to for a side, where it first comes to what it ends with; null when it never comes to rest.
 * @param {Step[]} all from the move in question on @param {Side} side @returns {Balance|null}
 */
export function balanceOf(all, side) {
  const steps = all.slice(0, HORIZON);
  const places = steps.map((_, at) => at).filter((at) => rests(steps, at));
  const last = places.at(-1);
  if (last === undefined) return null;
  const final = netOf(steps, side, last);
  const end = places.find((at) => isAsMuch(netOf(steps, side, at), final)) ?? last;
  return { net: netOf(steps, side, end), ...listed(steps.slice(0, end + 1), side) };
}

/** At least three quarters of what it comes to in the end. @param {number} net @param {number} final */
const isAsMuch = (net, final) => (final < 0 ? net <= final * 0.75 : net >= final * 0.75);

/** Pieces that stand for each other in an exchange. @type {Record<string, string>} */
const ALIKE = { N: "minor", C: "minor", A: "guard", B: "guard" };
/** @param {string} piece */
const kindOf = (piece) => ALIKE[piece.toUpperCase()] ?? piece.toUpperCase();

/** @param {Step[]} steps @param {Side} side */
function listed(steps, side) {
  const captures = steps.flatMap(({ side: by, taken }, ply) => (taken ? [{ by, taken, ply }] : []));
  const lost = captures.filter(({ by }) => by !== side);
  const gained = captures.filter(({ by }) => by === side);
  for (const same of [sameRole, sameKind]) strike(lost, gained, same);
  const byValue = (/** @type {{ taken: string }} */ a, /** @type {{ taken: string }} */ b) =>
    valueOf(b.taken) - valueOf(a.taken);
  lost.sort(byValue);
  gained.sort(byValue);
  for (const pieces of [lost, gained]) dropSoldiers(pieces, [...lost, ...gained]);
  const tipping = (lost[0] && !(gained[0] && byValue(lost[0], gained[0]) > 0) ? lost : gained)[0];
  return {
    lost: lost.map(({ taken }) => taken),
    gained: gained.map(({ taken }) => taken),
    ply: tipping?.ply ?? 0,
  };
}

/**
 * Soldiers beside greater losses are not named; a single one for which something was given is.
 * @param {{ taken: string }[]} pieces @param {{ taken: string }[]} all
 */
function dropSoldiers(pieces, all) {
  const isGreat = (/** @type {{ taken: string }} */ { taken }) => valueOf(taken) > 1;
  if (!all.some(isGreat)) return;
  const isPrice = all.length === 2 && pieces.length === 1;
  const left = isPrice ? pieces : pieces.filter(isGreat);
  pieces.splice(0, pieces.length, ...left);
}

/** @param {string} a @param {string} b */
const sameRole = (a, b) => a.toUpperCase() === b.toUpperCase();
/** @param {string} a @param {string} b */
const sameKind = (a, b) => kindOf(a) === kindOf(b);

/**
 * Takes pairs out of both lists.
 * @param {{ taken: string }[]} lost @param {{ taken: string }[]} gained @param {(a: string, b: string) => boolean} same
 */
function strike(lost, gained, same) {
  for (let at = lost.length - 1; at >= 0; at--) {
    const pair = gained.findIndex(({ taken }) => same(taken, lost[at].taken));
    if (pair < 0) continue;
    gained.splice(pair, 1);
    lost.splice(at, 1);
  }
}
