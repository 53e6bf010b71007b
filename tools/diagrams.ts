/**
 * Makes the diagrams of docs/RULES.md from docs/rules/diagrams.json: one SVG file for each diagram, without fonts or
 * scripts.
 *
 *   npx tsx tools/diagrams.ts           writes docs/rules/*.svg
 *   npx tsx tools/diagrams.ts --check   writes nothing; fails if a file differs
 */

import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { GLYPHS } from "../www/js/board/glyphs.ts";
import { label } from "./strokes.ts";

const FOLDER = join(import.meta.dirname, "../docs/rules");

/** An entry of `diagrams.json`. Squares are `a0` to `i9`; a move is two squares, such as `h2e2`. */
interface Diagram {
  /** The name of the file, without its extension. */
  name: string;
  title: { zh: string; en: string };
  fen: string;
  /** Moves, played one after the other from the position of `fen`. */
  arrows?: string[];
  /** The squares of chased pieces. */
  rings?: string[];
  /** The squares that a piece may go to. */
  dots?: string[];
  /** The squares that a piece may not go to. */
  crosses?: string[];
}

type Point = [x: number, y: number];
/** The letters of the pieces by square. */
type Pieces = Map<string, string>;

/** The distance between neighbouring lines, in SVG user units. The point a9 is at the origin. */
const CELL = 100;
const MARGIN = { left: 104, right: 66, top: 66, bottom: 100 };
const SIZE = {
  width: 8 * CELL + MARGIN.left + MARGIN.right,
  height: 9 * CELL + MARGIN.top + MARGIN.bottom,
};
/** The width of the unscaled picture, in CSS pixels. */
const WIDTH = 400;

const PIECES: Record<string, { face: string; zh: string; en: string }> = {
  K: { face: "帥", zh: "帅", en: "general" },
  A: { face: "仕", zh: "仕", en: "advisor" },
  B: { face: "相", zh: "相", en: "elephant" },
  N: { face: "傌", zh: "马", en: "horse" },
  R: { face: "俥", zh: "车", en: "rook" },
  C: { face: "炮", zh: "炮", en: "cannon" },
  P: { face: "兵", zh: "兵", en: "soldier" },
  k: { face: "將", zh: "将", en: "general" },
  a: { face: "士", zh: "士", en: "advisor" },
  b: { face: "象", zh: "象", en: "elephant" },
  n: { face: "馬", zh: "马", en: "horse" },
  r: { face: "車", zh: "车", en: "rook" },
  c: { face: "砲", zh: "炮", en: "cannon" },
  p: { face: "卒", zh: "卒", en: "soldier" },
};

const COLOURS = {
  paper: "#f8edd3",
  edge: "#c2a06a",
  line: "#6b4a2b",
  red: "#b3200f",
  black: "#17120e",
  arrowRed: "#d0301c",
  arrowBlack: "#21466b",
  ring: "#7b2fbe",
  dot: "#1d6a5c",
};

const place = (square: string): Point => [
  (square.charCodeAt(0) - 97) * CELL,
  (9 - Number(square[1])) * CELL,
];

function piecesOf(fen: string): Pieces {
  const pieces: Pieces = new Map();
  for (const [row, text] of fen.split(" ")[0].split("/").entries()) {
    let file = 0;
    for (const letter of text) {
      if (letter >= "1" && letter <= "9") file += Number(letter);
      else pieces.set(String.fromCharCode(97 + file++) + (9 - row), letter);
    }
  }
  return pieces;
}

const isRed = (piece: string) => piece === piece.toUpperCase();

/** Returns the `id` of a piece's drawing. The ids of Red's and Black's pieces differ in more than upper and lower case. */
const idOf = (piece: string) => (isRed(piece) ? "red-" : "black-") + PIECES[piece].en;

/**
 * Scales path data of relative m, l, c and z commands, and rounds it to integers. Rounds absolute positions, so that
 * rounding errors do not add up.
 */
function shrunk(path: string, factor: number) {
  let end: Point = [0, 0];
  let start = end;
  let text = "";
  let last = "";
  const round = (n: number) => Math.round(n * factor);
  for (const [, command, digits] of path.matchAll(/([mlcz])([^mlcz]*)/g)) {
    const numbers = (digits.match(/-?\d+/g) ?? []).map(Number);
    const count = command === "c" ? 6 : 2;
    if (command === "z") {
      end = start;
      last = command;
      text += command;
    }
    for (let i = 0; i < numbers.length; i += count) {
      const from = end;
      const points = numbers
        .slice(i, i + count)
        .map((n, k) => round(n + from[k % 2]) - round(from[k % 2]));
      end = [from[0] + numbers[i + count - 2], from[1] + numbers[i + count - 1]];
      if (command === "m") start = end;
      const joined = points.map((n, k) => (k > 0 && n >= 0 ? ` ${n}` : `${n}`)).join("");
      text += command !== last ? command + joined : (points[0] < 0 ? "" : " ") + joined;
      last = command;
    }
  }
  return text;
}

/** The size of a piece's character, in SVG user units. */
const GLYPH_SIZE = 60;
/** The size of the river's characters, in SVG user units. */
const RIVER_SIZE = 62;
/**
 * The number of path units for each unit of the outlines. A smaller number keeps less detail, which is enough for the
 * faint river.
 */
const FINENESS = { piece: 0.15, river: 0.1 };

/** Draws a glyph with its middle at the origin. */
function glyph(character: string, em: number, fineness: number, more = "") {
  const scale = Math.round((em / fineness) * 10) / 10_000;
  return `<path transform="scale(${scale})"${more} d="${shrunk(GLYPHS[character], fineness)}"/>`;
}

/** Draws a disc with its rings: Red has one broad ring, Black two fine ones. */
function disc(red: boolean) {
  const ink = red ? COLOURS.red : COLOURS.black;
  const [face, rim, wall] = red
    ? ["#fdf0cf", "#dbb679", "#a87840"]
    : ["#e6c58d", "#b98c4b", "#7d5526"];
  const rings = red
    ? `<circle r="38" fill="none" stroke="${ink}" stroke-width="3"/>`
    : `<path d="M-39 0a39 39 0 1 0 78 0 39 39 0 1 0-78 0M-35 0a35 35 0 1 0 70 0 35 35 0 1 0-70 0" fill="none" stroke="${ink}" stroke-width="1.6"/>`;
  return `<g id="${red ? "red" : "black"}"><circle cy="4" r="45" fill="${wall}"/><circle r="45" fill="${rim}"/><circle r="41" fill="${face}"/>${rings}</g>`;
}

/** Returns the SVG definitions of the discs and of the pieces. */
function definitions(letters: Iterable<string>) {
  const pieces = [...new Set(letters)].sort();
  const drawn = pieces.map((letter) => {
    const [base, ink] = isRed(letter) ? ["red", COLOURS.red] : ["black", COLOURS.black];
    const colour = ` fill="${ink}" stroke="${ink}" stroke-width="4"`;
    const character = glyph(PIECES[letter].face, GLYPH_SIZE, FINENESS.piece, colour);
    return `<g id="${idOf(letter)}"><use href="#${base}"/>${character}</g>`;
  });
  const discs = [true, false].filter((red) => pieces.some((letter) => isRed(letter) === red));
  return `<defs>${[...discs.map(disc), ...drawn].join("\n")}</defs>`;
}

/** Returns the path of the corner marks at the start point of a cannon or soldier. */
function corners(x: number, y: number) {
  const sides = [-1, 1].filter((side) => x + side * CELL >= 0 && x + side * CELL <= 8 * CELL);
  return sides
    .flatMap((sx) => [-1, 1].map((sy) => [sx, sy]))
    .map(([sx, sy]) => `M${x + sx * 22} ${y + sy * 8}h${-sx * 14}v${sy * 14}`)
    .join("");
}

/** Draws paper, lines, palaces and river. */
function ground() {
  const across = Array.from({ length: 10 }, (_, row) => `M0 ${row * CELL}h800`).join("");
  const down = Array.from({ length: 7 }, (_, i) => `M${(i + 1) * CELL} 0v400m0 100v400`).join("");
  const palaces = "M300 0l200 200m0-200L300 200M300 700l200 200m0-200L300 900";
  const marked = ["b7", "h7", "b2", "h2", ..."acegi"].flatMap((name) =>
    name[1] ? [name] : [`${name}6`, `${name}3`],
  );
  const starts = marked.map((square) => corners(...place(square))).join("");
  const x = -MARGIN.left + 3;
  const [width, height] = [SIZE.width - 6, SIZE.height - 6];
  const river = [..."楚河漢界"].map((character, i) => {
    const middle = `translate(${[125, 260, 540, 675][i]} 450)`;
    return `<g transform="${middle}">${glyph(character, RIVER_SIZE, FINENESS.river)}</g>`;
  });
  return [
    `<rect x="${x}" y="${-MARGIN.top + 3}" width="${width}" height="${height}" rx="18" fill="${COLOURS.paper}" stroke="${COLOURS.edge}" stroke-width="4"/>`,
    `<g fill="none" stroke="${COLOURS.line}" stroke-width="2.4"><path d="${across}M0 0v900M800 0v900${down}${palaces}"/><path d="${starts}" stroke-width="2"/><path d="M-9-9h818v918h-818z" stroke-width="4"/></g>`,
    `<g fill="${COLOURS.line}" opacity=".5">${river.join("")}</g>`,
  ].join("\n");
}

/** Draws the names of the files and ranks in the margins. */
function names() {
  const files = [..."abcdefghi"].map((name, i) => label(name, i * CELL, 900 + 66));
  const ranks = [..."9876543210"].map((name, i) => label(name, -70, i * CELL));
  return `<path d="${[...files, ...ranks].join("")}" fill="none" stroke="${COLOURS.line}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>`;
}

/**
 * The distance of an arrow to the right of its line, in SVG user units. It separates the arrow of a move from that of
 * the reverse move.
 */
const LANE = 13;

/** Draws an arrow beside the line from one square to another. */
function arrow(move: string, pieces: Pieces) {
  const [x1, y1] = place(move.slice(0, 2));
  const [x2, y2] = place(move.slice(2, 4));
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const leave = pieces.has(move.slice(0, 2)) ? 40 : 6;
  const arrive = length - (pieces.has(move.slice(2, 4)) ? 28 : 8);
  const at = (along: number, aside: number) => {
    const right = LANE + aside;
    return `${Math.round(x1 + ux * along - uy * right)} ${Math.round(y1 + uy * along + ux * right)}`;
  };
  const neck = arrive - 26;
  return `M${at(leave, -5)}L${at(neck, -5)} ${at(neck, -16)} ${at(arrive, 0)} ${at(neck, 16)} ${at(neck, 5)} ${at(leave, 5)}z`;
}

/** Returns the distinct moves of each side. */
function waysOf({ fen, arrows = [] }: Diagram) {
  const now = piecesOf(fen);
  const ways = { red: new Set<string>(), black: new Set<string>() };
  for (const move of arrows) {
    const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
    const piece = now.get(from);
    if (!piece) throw new Error(`${move}: no piece on ${from}`);
    ways[isRed(piece) ? "red" : "black"].add(move);
    now.delete(from);
    now.set(to, piece);
  }
  return ways;
}

/**
 * Draws one of the two groups of arrows. If `isAbove`, draws those that end on a piece, which lie above the pieces.
 * Otherwise draws the others, which lie below the pieces.
 */
function arrowsOf(diagram: Diagram, isAbove: boolean) {
  const pieces = piecesOf(diagram.fen);
  const { red, black } = waysOf(diagram);
  const sides = [
    [red, COLOURS.arrowRed],
    [black, COLOURS.arrowBlack],
  ] as const;
  return sides
    .map(([ways, colour]) => {
      const path = [...ways]
        .filter((move) => pieces.has(move.slice(2, 4)) === isAbove)
        .map((move) => arrow(move, pieces));
      if (path.length === 0) return "";
      return `<path d="${path.join("")}" fill="${colour}" stroke="#fffaf0" stroke-width="3" stroke-linejoin="round" paint-order="stroke"/>`;
    })
    .join("");
}

const onEach = (squares: string[], draw: (x: number, y: number) => string) =>
  squares.map((square) => draw(...place(square))).join("");

/** Draws a cross on a point, or beside the character of its piece. */
function crossPath(x: number, y: number, occupied: boolean) {
  const [left, top] = occupied ? [x + 22, y - 52] : [x - 15, y - 15];
  return `M${left} ${top}l30 30m0-30l-30 30`;
}

/** Draws rings, dots and crosses. */
function marks({ rings = [], dots = [], crosses = [] }: Diagram, pieces: Pieces) {
  const ring = onEach(
    rings,
    (x, y) =>
      `<circle cx="${x}" cy="${y}" r="51" stroke="${COLOURS.ring}" stroke-dasharray="20 12"/>`,
  );
  const empty = dots.filter((square) => !pieces.has(square));
  const captured = dots.filter((square) => pieces.has(square));
  const dot = onEach(empty, (x, y) => `<circle cx="${x}" cy="${y}" r="15"/>`);
  const capture = onEach(captured, (x, y) => `<circle cx="${x}" cy="${y}" r="49"/>`);
  const cross = crosses.map((square) => crossPath(...place(square), pieces.has(square))).join("");
  return [
    ring && `<g fill="none" stroke-width="7">${ring}</g>`,
    dot && `<g fill="${COLOURS.dot}" stroke="#fffaf0" stroke-width="4">${dot}</g>`,
    capture && `<g fill="none" stroke="${COLOURS.dot}" stroke-width="8">${capture}</g>`,
    cross && `<path d="${cross}" stroke="#fffaf0" stroke-width="14"/>`,
    cross && `<path d="${cross}" stroke="${COLOURS.arrowRed}" stroke-width="8"/>`,
  ]
    .filter(Boolean)
    .join("\n");
}

/** Describes the diagram in words, in both languages. */
function inWords({ fen, arrows: moves = [], rings = [], dots = [], crosses = [] }: Diagram) {
  const pieces = [...piecesOf(fen)];
  const side = (red: boolean) => pieces.filter(([, letter]) => isRed(letter) === red);
  const en = (red: boolean) =>
    side(red)
      .map(([square, letter]) => `${PIECES[letter].en} ${square}`)
      .join(", ");
  const zh = (red: boolean) =>
    side(red)
      .map(([square, letter]) => PIECES[letter].zh + square)
      .join("、");
  const list = (name: string, items: string[], end: string) =>
    items.length > 0 ? name + items.join(end === "." ? ", " : "、") + end : "";
  const turn = fen.split(" ")[1] === "b";
  const ways = [...new Set(moves)].map((move) => `${move.slice(0, 2)}–${move.slice(2)}`);
  return {
    zh: `红：${zh(true)}。黑：${zh(false)}。${turn ? "黑" : "红"}先。${list("走法：", ways, "。")}${list("被捉：", rings, "。")}${list("可走：", dots, "。")}${list("不可走：", crosses, "。")}`,
    en: [
      `Red: ${en(true)}. Black: ${en(false)}. ${turn ? "Black" : "Red"} to move.`,
      list("Moves: ", ways, "."),
      list("Chased: ", rings, "."),
      list("May go to: ", dots, "."),
      list("May not go to: ", crosses, "."),
    ]
      .filter(Boolean)
      .join(" "),
  };
}

function svgOf(diagram: Diagram) {
  const pieces = piecesOf(diagram.fen);
  const { width, height } = SIZE;
  const words = inWords(diagram);
  const uses = [...pieces].map(([square, letter]) => {
    const [x, y] = place(square);
    return `<use href="#${idOf(letter)}" x="${x}" y="${y}"/>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${Math.round((WIDTH * height) / width)}" viewBox="${-MARGIN.left} ${-MARGIN.top} ${width} ${height}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${diagram.title.zh} · ${diagram.title.en}</title>`,
    `<desc id="desc">${words.zh} ${words.en}</desc>`,
    definitions(pieces.values()),
    ground(),
    names(),
    arrowsOf(diagram, false),
    `<g id="pieces">${uses.join("\n")}</g>`,
    arrowsOf(diagram, true),
    marks(diagram, pieces),
    "</svg>\n",
  ]
    .filter(Boolean)
    .join("\n");
}

const isCheck = process.argv.includes("--check");
const diagrams: Diagram[] = JSON.parse(readFileSync(join(FOLDER, "diagrams.json"), "utf8"));
const drawn = new Map(diagrams.map((diagram) => [`${diagram.name}.svg`, svgOf(diagram)]));
const wrong = readdirSync(FOLDER).filter((name) => name.endsWith(".svg") && !drawn.has(name));
for (const [name, svg] of drawn) {
  const path = join(FOLDER, name);
  if (!isCheck) writeFileSync(path, svg);
  else if (!existsSync(path) || readFileSync(path, "utf8") !== svg) wrong.push(name);
}
if (wrong.length > 0) {
  console.error(`docs/rules: tools/diagrams.ts makes other files: ${wrong.join(", ")}`);
  process.exitCode = 1;
}
