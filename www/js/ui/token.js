// A small picture of a piece for the page's text, cut from the same outlines as those on the board.

import { setOf } from "../board/looks.ts";
import { sideOfPiece } from "../core/xiangqi.ts";

/** @typedef {import("../board/looks.ts").PieceSet} PieceSet */

const SVG = "http://www.w3.org/2000/svg";
/** Units of a token, 100 across, for one unit of a face in a set of size 1. */
const SCALE = 0.11;
/** One broad ring for Red, two fine ones for Black, as on the board: radius and width. */
const RINGS = { red: [[47, 5]], black: [[48, 3], [40, 2.5]] }; // prettier-ignore

let worn = setOf("brush");

/** @param {string} piece a letter of the placement @returns {SVGSVGElement} */
export function token(piece) {
  const side = sideOfPiece(piece);
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "-50 -50 100 100");
  svg.setAttribute("class", `token token-${side}`);
  svg.setAttribute("aria-hidden", "true");
  svg.dataset.piece = piece;
  for (const [radius, width] of RINGS[side]) {
    const ring = svg.appendChild(document.createElementNS(SVG, "circle"));
    ring.setAttribute("r", String(radius));
    ring.setAttribute("stroke-width", String(width));
  }
  svg.append(document.createElementNS(SVG, "path"));
  face(svg);
  return svg;
}

/** @param {SVGSVGElement} svg */
function face(svg) {
  const path = svg.querySelector("path");
  path?.setAttribute("d", worn.faces[svg.dataset.piece ?? ""]);
  path?.setAttribute("transform", `scale(${SCALE * worn.size})`);
  path?.setAttribute("stroke-width", String(worn.weight[0] / 2));
}

/** Gives all tokens of the page, and those to come, the faces of a set. @param {PieceSet} set */
export function dressTokens(set) {
  if (set === worn) return;
  worn = set;
  /** @type {NodeListOf<SVGSVGElement>} */ (document.querySelectorAll(".token")).forEach(face);
}
