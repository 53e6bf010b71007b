// A small picture of a piece for the page's text, cut from the same outlines as those on the board.

import { GLYPHS } from "../board/glyphs.js";
import { sideOfPiece } from "../state.js";

const SVG = "http://www.w3.org/2000/svg";

const RED = { K: "帥", A: "仕", B: "相", N: "傌", R: "俥", C: "炮", P: "兵" };
const BLACK = { k: "將", a: "士", b: "象", n: "馬", r: "車", c: "砲", p: "卒" };
/** @type {Record<string, string>} */
const CHARACTERS = { ...RED, ...BLACK };

/** @param {string} piece a letter of the placement @returns {SVGSVGElement} */
export function token(piece) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "-50 -50 100 100");
  svg.setAttribute("class", `token token-${sideOfPiece(piece)}`);
  svg.setAttribute("aria-hidden", "true");
  const disc = svg.appendChild(document.createElementNS(SVG, "circle"));
  disc.setAttribute("r", "47");
  const glyph = svg.appendChild(document.createElementNS(SVG, "path"));
  glyph.setAttribute("d", GLYPHS[CHARACTERS[piece]]);
  glyph.setAttribute("transform", "scale(0.066)");
  return svg;
}
