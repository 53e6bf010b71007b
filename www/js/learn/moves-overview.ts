// Draws seven small pictures of how the piece kinds move. The rules compute the legal targets.

import { fileOf, offset, pieceAt, rankOf, shiftSquare } from "../core/xiangqi.ts";
import type { GameClass } from "../rules/rules.ts";
import { draw } from "../ui/dom.ts";
import { token } from "../ui/token.ts";

/** The distance between squares, in SVG user units. */
const CELL = 20;
/** The width of a piece, in SVG user units. */
const TOKEN = 18;
/** The radius of the dot on an empty target, in SVG user units. */
const DOT = 2.6;
/** The radius of the ring around a piece, in SVG user units. */
const RING = 10.5;
/** The margin around the outermost squares, in SVG user units. */
const EDGE = 13;
/** The last rank before the river, seen from Red's side. */
const BANK = 4;

interface Picture {
  /** The FEN letter of the piece kind. */
  piece: string;
  placement: string;
  /** The squares of the pieces whose moves are shown. */
  movers: string[];
  /** The lower left square of the shown part of the board. */
  from: string;
  /** The upper right square of the shown part of the board. */
  to: string;
}

/** Some positions have further soldiers, because the rules end a game without attacking pieces as a draw. */
const PICTURES: readonly Picture[] = [
  picture("R", "3k5/9/9/9/9/4R4/9/9/9/4K4", "e4", "c2", "g6"),
  picture("N", "3k5/9/9/9/9/4N4/9/9/9/4K4", "e4", "c2", "g6"),
  picture("C", "3k5/9/9/4n4/4P4/4C4/9/9/9/4K4", "e4", "c2", "g6"),
  picture("P", "3k5/9/9/9/3P5/9/4P4/9/9/4K4", "e3 d5", "c2", "g6"),
  picture("B", "3k5/9/9/p8/9/9/P8/4B4/9/4K4", "e2", "c0", "g4"),
  picture("A", "3k5/9/3a5/p8/9/9/P8/9/4A4/4K4", "e1", "c0", "g4"),
  picture("K", "3k5/9/3a5/p8/9/9/P8/9/4K4/9", "e1", "c0", "g4"),
];

function picture(
  piece: string,
  placement: string,
  movers: string,
  from: string,
  to: string,
): Picture {
  return { piece, placement, movers: movers.split(" "), from, to };
}

/** Draws each picture into its element under `host`. */
export function fillOverview(host: HTMLElement, Game: GameClass): void {
  for (const each of PICTURES)
    host
      .querySelector(`[data-piece=${each.piece}] .glance-board`)
      ?.replaceChildren(drawPicture(each, Game));
}

function drawPicture({ placement, movers, from, to }: Picture, Game: GameClass) {
  const game = new Game(`${placement} w`);
  const [letters, dests] = [game.placement(), game.dests()];
  game.free();
  const { files, ranks } = offset(from, to);
  const squares = Array.from({ length: (files + 1) * (ranks + 1) }, (_, i) =>
    shiftSquare(from, i % (files + 1), Math.floor(i / (files + 1))),
  );
  const reached = new Set(movers.flatMap((mover) => dests.get(mover) ?? []));
  const shapes = squares.flatMap((square) => {
    const x = CELL * (fileOf(square) - fileOf(from));
    const y = CELL * (rankOf(to) - rankOf(square));
    const letter = pieceAt(letters, square);
    const isEmpty = letter === ".";
    const piece = isEmpty ? [] : [drawPiece(letter, x, y)];
    if (!reached.has(square)) return piece;
    const r = isEmpty ? DOT : RING;
    const className = isEmpty ? "glance-dot" : "glance-ring";
    return [...piece, draw("circle", { class: className, cx: x, cy: y, r })];
  });
  const [width, height] = [CELL * files + 2 * EDGE, CELL * ranks + 2 * EDGE];
  const viewBox = `${-EDGE} ${-EDGE} ${width} ${height}`;
  const lines = draw("path", { class: "glance-lines", d: linesOf(from, files, ranks) });
  return draw("svg", { viewBox, "aria-hidden": "true" }, lines, ...shapes);
}

function drawPiece(letter: string, x: number, y: number) {
  const svg = token(letter);
  const box = { x: x - TOKEN / 2, y: y - TOKEN / 2, width: TOKEN, height: TOKEN };
  for (const [name, value] of Object.entries(box)) svg.setAttribute(name, String(value));
  return svg;
}

/**
 * Returns the path data of the board's lines in a part of the board. Files stop at the river, and the palace has
 * diagonals.
 */
function linesOf(from: string, files: number, ranks: number) {
  const low = rankOf(from);
  const high = low + ranks;
  const y = (rank: number) => CELL * (high - rank);
  const across = Array.from({ length: ranks + 1 }, (_, i) => `M0 ${CELL * i}H${CELL * files}`);
  const crossesRiver = high > BANK;
  const along = Array.from({ length: files + 1 }, (_, i) => {
    const lower = `M${CELL * i} ${y(low)}V${y(crossesRiver ? BANK : high)}`;
    return crossesRiver ? `${lower}M${CELL * i} ${y(BANK + 1)}V${y(high)}` : lower;
  });
  const west = CELL * (fileOf("d") - fileOf(from));
  const east = west + 2 * CELL;
  const palace = `M${west} ${y(0)}L${east} ${y(2)}M${west} ${y(2)}L${east} ${y(0)}`;
  return [...across, ...along, low === 0 ? palace : ""].join("");
}
