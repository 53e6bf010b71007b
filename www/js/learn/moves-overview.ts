// All seven ways to move in seven small pictures. Where a piece may go is asked of the rules.

import { draw } from "../ui/dom.ts";
import { token } from "../ui/token.ts";
import { fileOf, offset, rankOf, shiftSquare, squareIndex } from "../core/xiangqi.ts";

/** @typedef {import("../rules/rules.ts").GameClass} GameClass */

/** Of a picture: the distance of two points, and of the pieces and marks on them. */
const CELL = 20;
const TOKEN = 18;
const DOT = 2.6;
const RING = 10.5;
/** Room around the outermost points. */
const EDGE = 13;
/** The river lies above this rank of Red's. */
const BANK = 4;

/**
 * @typedef {object} Picture
 * @property {string} piece
 * @property {string} fen
 * @property {string[]} movers  where the pieces stand whose ways are shown
 * @property {[from: string, to: string]} part  of the board: its lower left and upper right point
 */

/** Soldiers aside are there to be able to win: without any the game is drawn. @type {readonly Picture[]} */
const PICTURES = [
  picture("R", "3k5/9/9/9/9/4R4/9/9/9/4K4", "e4", "c2", "g6"),
  picture("N", "3k5/9/9/9/9/4N4/9/9/9/4K4", "e4", "c2", "g6"),
  picture("C", "3k5/9/9/4n4/4P4/4C4/9/9/9/4K4", "e4", "c2", "g6"),
  picture("P", "3k5/9/9/9/3P5/9/4P4/9/9/4K4", "e3 d5", "c2", "g6"),
  picture("B", "3k5/9/9/p8/9/9/P8/4B4/9/4K4", "e2", "c0", "g4"),
  picture("A", "3k5/9/3a5/p8/9/9/P8/9/4A4/4K4", "e1", "c0", "g4"),
  picture("K", "3k5/9/3a5/p8/9/9/P8/9/4K4/9", "e1", "c0", "g4"),
];

/** @param {string} piece @param {string} placement @param {string} movers @param {string} from @param {string} to @returns {Picture} */
function picture(piece, placement, movers, from, to) {
  return { piece, fen: `${placement} w`, movers: movers.split(" "), part: [from, to] };
}

/** Draws the pictures into their places. @param {HTMLElement} host @param {GameClass} Game */
export function fillGlance(host, Game) {
  for (const one of PICTURES)
    host
      .querySelector(`[data-piece=${one.piece}] .glance-board`)
      ?.replaceChildren(pictured(one, Game));
}

/** @param {Picture} one @param {GameClass} Game */
function pictured({ fen, movers, part: [from, to] }, Game) {
  const game = new Game(fen);
  const [placement, dests] = [game.placement(), game.dests()];
  game.free();
  const { files, ranks } = offset(from, to);
  const points = Array.from({ length: (files + 1) * (ranks + 1) }, (_, i) =>
    shiftSquare(from, i % (files + 1), Math.floor(i / (files + 1))),
  );
  const place = (/** @type {string} */ square) => ({
    x: CELL * (fileOf(square) - fileOf(from)),
    y: CELL * (rankOf(to) - rankOf(square)),
  });
  const reach = new Set(movers.flatMap((mover) => dests.get(mover) ?? []));
  const shown = points.flatMap((square) => {
    const { x, y } = place(square);
    const letter = placement[squareIndex(square)];
    const marks = [];
    if (letter !== ".") marks.push(pieceAt(letter, x, y));
    if (!reach.has(square)) return marks;
    const r = letter === "." ? DOT : RING;
    const kind = letter === "." ? "glance-dot" : "glance-ring";
    return [...marks, draw("circle", { class: kind, cx: x, cy: y, r })];
  });
  const [width, height] = [files, ranks].map((count) => CELL * count + 2 * EDGE);
  const viewBox = `${-EDGE} ${-EDGE} ${width} ${height}`;
  const lines = draw("path", { class: "glance-lines", d: linesOf(from, files, ranks) });
  return draw("svg", { viewBox, "aria-hidden": "true" }, lines, ...shown);
}

/** @param {string} letter @param {number} x @param {number} y */
function pieceAt(letter, x, y) {
  const svg = token(letter);
  const corner = { x: x - TOKEN / 2, y: y - TOKEN / 2, width: TOKEN, height: TOKEN };
  for (const [name, value] of Object.entries(corner)) svg.setAttribute(name, String(value));
  return svg;
}

/** The lines of a part of the board: files end at the river, and the palace has its diagonals. @param {string} from @param {number} files @param {number} ranks */
function linesOf(from, files, ranks) {
  const low = rankOf(from);
  const y = (/** @type {number} */ rank) => CELL * (ranks - (rank - low));
  const across = Array.from({ length: ranks + 1 }, (_, i) => `M0 ${CELL * i}H${CELL * files}`);
  const top = low + ranks;
  const spans = top > BANK ? [[low, BANK], [BANK + 1, top]] : [[low, top]]; // prettier-ignore
  const along = Array.from({ length: files + 1 }, (_, i) =>
    spans.map(([a, b]) => `M${CELL * i} ${y(a)}V${y(b)}`),
  ).flat();
  const left = fileOf("d") - fileOf(from);
  const [west, east] = [CELL * left, CELL * (left + 2)];
  const palace =
    low === 0 ? [`M${west} ${y(0)}L${east} ${y(2)}M${west} ${y(2)}L${east} ${y(0)}`] : [];
  return [...across, ...along, ...palace].join("");
}
