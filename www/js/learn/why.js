// Why a piece cannot go there, in more detail than the rules give: which piece stands in the way, and where.
// The rules have refused the move already; this only finds the words.

import { between, isRed, pieceAt, shifted } from "../rules/position.js";

/**
 * Words to be said: a key of the locale files, and what to fill in. `piece` is a letter of the placement.
 * @typedef {{ key: string, piece?: string, square?: string, count?: number }} Why
 */

/**
 * @param {string} placement @param {string} from @param {string} to
 * @param {string|undefined} reason  what the rules say
 * @returns {Why|null} null when there is nothing to add to the rules' reason
 */
export function whyNot(placement, from, to, reason) {
  if (reason !== "cannotReach") return null;
  const piece = pieceAt(placement, from);
  const finder = FINDERS[piece.toUpperCase()];
  return finder ? finder(placement, from, to, piece) : null;
}

/** @typedef {(placement: string, from: string, to: string, piece: string) => Why|null} Finder */

/** @type {Record<string, Finder>} */
const FINDERS = { N: horse, B: elephant, R: rook, C: cannon, P: soldier, K: general, A: advisor };

/** @param {string} from @param {string} to */
const wayOf = (from, to) => ({
  files: to.charCodeAt(0) - from.charCodeAt(0),
  ranks: Number(to[1]) - Number(from[1]),
});

/** @param {string} placement @param {string} square @param {string} key @returns {Why|null} */
function standsAt(placement, square, key) {
  const piece = pieceAt(placement, square);
  return piece === "." ? null : { key, piece, square };
}

/** @type {Finder} */
function horse(placement, from, to) {
  const { files, ranks } = wayOf(from, to);
  if (Math.abs(files * ranks) !== 2) return null;
  const leg = shifted(from, Math.trunc(files / 2), Math.trunc(ranks / 2));
  return standsAt(placement, leg, "learn.why.leg");
}

/** @type {Finder} */
function elephant(placement, from, to, piece) {
  const { files, ranks } = wayOf(from, to);
  if (Math.abs(files) !== 2 || Math.abs(ranks) !== 2) return null;
  if (isRed(piece) ? Number(to[1]) > 4 : Number(to[1]) < 5) return { key: "learn.why.river" };
  return standsAt(placement, shifted(from, files / 2, ranks / 2), "learn.why.eye");
}

/** @param {string} placement @param {string} from @param {string} to */
const inTheWay = (placement, from, to) =>
  between(from, to).filter((square) => pieceAt(placement, square) !== ".");

/** @type {Finder} */
function rook(placement, from, to) {
  const [first] = inTheWay(placement, from, to);
  return first ? standsAt(placement, first, "learn.why.path") : null;
}

/** @type {Finder} */
function cannon(placement, from, to) {
  const screens = inTheWay(placement, from, to);
  const { files, ranks } = wayOf(from, to);
  if (files !== 0 && ranks !== 0) return null;
  if (pieceAt(placement, to) === ".") return { key: "learn.why.jump" };
  if (screens.length === 0) return { key: "learn.why.noScreen" };
  return screens.length > 1 ? { key: "learn.why.screens", count: screens.length } : null;
}

/** @type {Finder} */
function soldier(_placement, from, to, piece) {
  const { files, ranks } = wayOf(from, to);
  const forward = isRed(piece) ? ranks : -ranks;
  if (forward < 0) return { key: "learn.why.back" };
  return forward === 0 && Math.abs(files) === 1 ? { key: "learn.why.notOver" } : null;
}

/** @type {Finder} */
function general(_placement, _from, to) {
  return inPalace(to) ? { key: "learn.why.straight" } : { key: "learn.why.palace" };
}

/** @type {Finder} */
function advisor(_placement, _from, to) {
  return inPalace(to) ? { key: "learn.why.diagonal" } : { key: "learn.why.palace" };
}

/** @param {string} square */
const inPalace = (square) => /^[def][0-2789]$/.test(square);
