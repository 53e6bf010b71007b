// What each character of a written move means. The structure is read from the WXF text, which is plain
// ASCII; the Chinese text has its parts in the same places, but for a piece of two in a row, where the place
// comes first.

import { isRed, pieceAt } from "../core/xiangqi.ts";

/** @typedef {import("../core/xiangqi.ts").Notation} Notation */

/**
 * One part of a written move. `key` is a line of the locale files under `learn.part.`.
 * @typedef {{ text: string, key: string, piece?: string, side?: "red"|"black", value?: string }} Part
 */

/** @typedef {{ chinese: string, wxf: string, iccs: string }} Texts */
/** @typedef {Record<Notation, Part[]>} Parts */

const STRAIGHT = "RCPK";
/** @type {Record<string, string>} */
const PLACES = { "+": "front", "-": "rear", ".": "middle" };
/** @type {Record<string, string>} */
const WAYS = { "+": "forward", "-": "back", ".": "sideways", "=": "sideways" };

/**
 * @param {Texts} texts  the move as it is written
 * @param {string} placement  before the move
 * @param {string} move  such as `h2e2`
 * @returns {Parts}
 */
export function explainMove(texts, placement, move) {
  const piece = pieceAt(placement, move.slice(0, 2));
  const parts = meanings(texts.wxf, piece);
  const wxf = [...texts.wxf];
  const chinese = [...texts.chinese];
  const order = parts[1].key === "file" ? [0, 1, 2, 3] : [1, 0, 2, 3];
  return {
    chinese: order.map((part, place) => ({ ...parts[part], text: chinese[place] })),
    wxf: parts.map((part, place) => ({ ...part, text: wxf[place] })),
    iccs: explainIccs(texts.iccs),
  };
}

/** The four parts of a move in WXF: piece, place, way, number. @param {string} wxf @param {string} piece @returns {Part[]} */
function meanings(wxf, piece) {
  const [, place, way, number] = wxf;
  const side = isRed(piece) ? "red" : "black";
  const counted = WAYS[way] !== "sideways" && STRAIGHT.includes(piece.toUpperCase());
  return [
    { text: "", key: "piece", piece },
    { text: "", side, ...meaningOfPlace(place) },
    { text: "", key: WAYS[way], side },
    { text: "", key: counted ? "steps" : "to", side, value: number },
  ];
}

/** @param {string} place @returns {{ key: string, value?: string }} */
function meaningOfPlace(place) {
  if (/[1-9]/.test(place)) return { key: "file", value: place };
  if (place in PLACES) return { key: PLACES[place] };
  return { key: "nth", value: String(place.charCodeAt(0) - 96) };
}

/** @param {string} iccs such as `H2-E2` @returns {Part[]} */
function explainIccs(iccs) {
  const [from, to] = iccs.split("-");
  return [
    { text: from, key: "from", value: from },
    { text: "-", key: "dash" },
    { text: to, key: "point", value: to },
  ];
}
