// Pictures of the end of a game: a win, a draw and a loss differ in shape and colour, and a mate is shown by its pieces.

import { otherSide, pieceAt } from "../../core/xiangqi.ts";
import type { Side } from "../../core/xiangqi.ts";
import { draw, el } from "../../ui/dom.ts";
import { token } from "../../ui/token.ts";
import type { Outcome } from "../game-words.ts";
import type { State } from "../state.ts";

const GENERAL = { red: "K", black: "k" };
/** The coordinate of the centre in both directions; the picture is 100 units wide and high. */
const MIDDLE = 50;

/** Draws a piece with its centre at a point. The coordinates and `size`, its width, are in SVG user units. */
function pieceIn(piece: string, x: number, y: number, size: number, transform = "") {
  const picture = token(piece);
  const box = { x: x - size / 2, y: y - size / 2, width: size, height: size };
  for (const [name, value] of Object.entries(box)) picture.setAttribute(name, String(value));
  return draw("g", { transform }, picture);
}

/** Draws a star with many points. */
function rays() {
  const points = Array.from({ length: 32 }, (_, at) => {
    const radius = at % 2 === 0 ? 48 : 38;
    const angle = (at / 32) * 2 * Math.PI;
    return `${(MIDDLE + radius * Math.sin(angle)).toFixed(1)} ${(MIDDLE - radius * Math.cos(angle)).toFixed(1)}`;
  });
  return draw("path", { class: "end-ground", d: `M${points.join("L")}Z` });
}

const PICTURES: Record<Outcome, (winner: Side) => SVGElement[]> = {
  /** A medal with rays and a ribbon. */
  won: (winner) => [
    draw("path", { class: "end-ribbon", d: "M34 70 24 100l11-6 7 6 8-22 8 22 7-6 11 6-10-30z" }),
    rays(),
    pieceIn(GENERAL[winner], MIDDLE, MIDDLE, 60),
  ],
  /** A general that has fallen to the ground. */
  lost: (winner) => [
    draw("rect", { class: "end-ground", x: 4, y: 4, width: 92, height: 92, rx: 4 }),
    draw("path", {
      class: "end-line",
      d: "M10 84h80M22 26l10 10M32 26 22 36M68 20l8 8M76 20l-8 8",
    }),
    pieceIn(GENERAL[otherSide(winner)], MIDDLE, 56, 54, `rotate(112 ${MIDDLE} 56)`),
  ],
  /** Both generals side by side. */
  draw: () => [
    draw("rect", { class: "end-ground", x: 1, y: 22, width: 98, height: 56, rx: 28 }),
    pieceIn(GENERAL.red, 28, MIDDLE, 44),
    pieceIn(GENERAL.black, 72, MIDDLE, 44),
    draw("path", { class: "end-line", d: "M38 87h24M38 94h24" }),
  ],
};

export const endPicture = (outcome: Outcome, winner: Side): SVGSVGElement =>
  draw(
    "svg",
    { class: "end-picture", viewBox: "0 0 100 100", "aria-hidden": "true" },
    ...PICTURES[outcome](winner),
  );

/**
 * Draws the pieces that give mate, and the general that cannot escape. Returns null if the game did not end by
 * checkmate.
 */
export function matePicture({ position }: State): HTMLElement | null {
  const { verdict, checkers, placement } = position;
  if (verdict.reason !== "checkmate" || checkers.length === 0) return null;
  const general = verdict.result === "red" ? GENERAL.black : GENERAL.red;
  const arrow = draw(
    "svg",
    { class: "mate-arrow", viewBox: "0 0 24 24", "aria-hidden": "true" },
    draw("path", { d: "M3 12h15M12.500 5.500 19 12l-6.500 6.500" }),
  );
  const pieces = checkers.map((square) => token(pieceAt(placement, square)));
  return el("div", "mate-picture", ...pieces, arrow, el("span", "mate-general", token(general)));
}
