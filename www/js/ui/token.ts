// Tokens: small pictures of pieces in the text of the page, with the same outlines as on the board.

import { setOf } from "../board/looks.ts";
import type { PieceSet } from "../board/looks.ts";
import { sideOfPiece } from "../core/xiangqi.ts";
import { draw } from "./dom.ts";

/** The scale from a face's units (1000 to the em) to a token's units (100 to its width), for a piece set of size 1. */
const SCALE = 0.11;
/** One broad ring for Red and two fine ones for Black, as on the board. */
const RINGS = {
  red: [{ radius: 47, width: 5 }],
  black: [
    { radius: 48, width: 3 },
    { radius: 40, width: 2.5 },
  ],
};

let pieceSet = setOf("brush");

/** Makes the token of a piece, which is a letter of the placement. */
export function token(piece: string): SVGSVGElement {
  const side = sideOfPiece(piece);
  const rings = RINGS[side].map(({ radius, width }) =>
    draw("circle", { r: radius, "stroke-width": width }),
  );
  const svg = draw(
    "svg",
    { viewBox: "-50 -50 100 100", class: `token token-${side}`, "aria-hidden": "true" },
    ...rings,
    draw("path", {}),
  );
  svg.dataset.piece = piece;
  setFace(svg);
  return svg;
}

function setFace(svg: SVGSVGElement) {
  const { faces, size, weight } = pieceSet;
  const path = svg.querySelector("path");
  path?.setAttribute("d", faces[svg.dataset.piece ?? ""] ?? "");
  path?.setAttribute("transform", `scale(${SCALE * size})`);
  path?.setAttribute("stroke-width", String(weight[0] / 2));
}

/** Shows the faces of a piece set on all tokens of the page, and on tokens that are made later. */
export function setTokenPieces(set: PieceSet): void {
  if (set === pieceSet) return;
  pieceSet = set;
  document.querySelectorAll<SVGSVGElement>(".token").forEach(setFace);
}
