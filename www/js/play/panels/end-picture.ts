// Pictures of how a game ended: a win, a draw and a loss differ in shape and colour, and a mate is shown by its pieces.

import { draw, el } from "../../ui/dom.ts";
import { token } from "../../ui/token.ts";
import { otherSide, squareIndex } from "../../core/xiangqi.ts";

/** @typedef {import("../state.ts").State} State */
/** @typedef {import("../../core/xiangqi.ts").Side} Side */

const GENERAL = { red: "K", black: "k" };
/** The middle of the picture, 100 across. */
const MIDDLE = 50;

/** A piece inside a picture. @param {string} piece @param {number} x @param {number} y of its middle @param {number} size @param {string} [transform] */
function placed(piece, x, y, size, transform = "") {
  const picture = token(piece);
  const box = { x: x - size / 2, y: y - size / 2, width: size, height: size };
  for (const [name, value] of Object.entries(box)) picture.setAttribute(name, String(value));
  return draw("g", { transform }, picture);
}

/** A star with many points around the middle. */
function rays() {
  const points = Array.from({ length: 32 }, (_, at) => {
    const radius = at % 2 === 0 ? 48 : 38;
    const angle = (at / 32) * 2 * Math.PI;
    return `${(MIDDLE + radius * Math.sin(angle)).toFixed(1)} ${(MIDDLE - radius * Math.cos(angle)).toFixed(1)}`;
  });
  return draw("path", { class: "end-ground", d: `M${points.join("L")}Z` });
}

/** A medal with rays and a ribbon. @param {Side} winner */
const won = (winner) => [
  draw("path", { class: "end-ribbon", d: "M34 70 24 100l11-6 7 6 8-22 8 22 7-6 11 6-10-30z" }),
  rays(),
  placed(GENERAL[winner], MIDDLE, MIDDLE, 60),
];

/** The general lies on the ground. @param {Side} loser */
const lost = (loser) => [
  draw("rect", { class: "end-ground", x: 4, y: 4, width: 92, height: 92, rx: 4 }),
  draw("path", { class: "end-line", d: "M10 84h80M22 26l10 10M32 26 22 36M68 20l8 8M76 20l-8 8" }),
  placed(GENERAL[loser], MIDDLE, 56, 54, `rotate(112 ${MIDDLE} 56)`),
];

/** Both generals, as high as each other. */
const drawn = () => [
  draw("rect", { class: "end-ground", x: 1, y: 22, width: 98, height: 56, rx: 28 }),
  placed(GENERAL.red, 28, MIDDLE, 44),
  placed(GENERAL.black, 72, MIDDLE, 44),
  draw("path", { class: "end-line", d: "M38 87h24M38 94h24" }),
];

/**
 * @param {"won"|"lost"|"draw"} outcome @param {Side} winner
 * @returns {SVGSVGElement}
 */
export function endPicture(outcome, winner) {
  const parts = { won, lost: (/** @type {Side} */ side) => lost(otherSide(side)), draw: drawn };
  const attributes = { class: "end-picture", viewBox: "0 0 100 100", "aria-hidden": "true" };
  return draw("svg", attributes, ...parts[outcome](winner));
}

/**
 * The pieces that give mate, and the general that cannot escape.
 * @param {State} state @returns {HTMLElement|null} null where the end has no such picture
 */
export function matePicture({ position }) {
  const { verdict, checkers, placement } = position;
  if (verdict.reason !== "checkmate" || checkers.length === 0) return null;
  const general = verdict.result === "red" ? GENERAL.black : GENERAL.red;
  const arrow = draw(
    "svg",
    { class: "mate-arrow", viewBox: "0 0 24 24", "aria-hidden": "true" },
    draw("path", { d: "M3 12h15M12.500 5.500 19 12l-6.500 6.500" }),
  );
  const taken = el("span", "mate-general", token(general));
  const pieces = checkers.map((square) => token(placement[squareIndex(square)]));
  return el("div", "mate-picture", ...pieces, arrow, taken);
}
