/**
 * A position as a drawing in SVG, flat and in the colours of a look. Pure: text in, text out. Whatever stands on the
 * board is an outline, so no font is needed; the line below it has a piece of the side to move before its words.
 */

import {
  BOARD_WIDTH,
  FILES,
  RANKS,
  layoutFor,
  pixelOf,
  pixelOfSquare,
  sideOf,
  squareIndex,
} from "./geometry.ts";
import { GLYPHS } from "./glyphs.ts";
import { HAN, NAMES, RIVER, cornersPath, linesPath, palacePath } from "./background.ts";
import { bracketPath } from "./marks.ts";
import * as Shapes from "./shapes.ts";
import { BEVEL, RADIUS } from "./sprites.ts";

/** @typedef {import("./geometry.ts").Layout} Layout */
/** @typedef {import("./looks.ts").Look} Look */

/**
 * @typedef {object} Drawing
 * @property {string} placement
 * @property {import("./geometry.ts").Side} orientation
 * @property {boolean} fileLabels
 * @property {import("./geometry.ts").Labels} [labels]  what they are written in
 * @property {[string, string] | null} lastMove
 * @property {readonly string[]} shapes  such as `Gh2e2`
 * @property {{side: import("./geometry.ts").Side, text: string, lang: string} | null} caption  who moves
 * @property {string} title   what it shows, for who does not see it
 * @property {number} width   in pixels
 */

/** Of the drawing; whole, and large enough that nothing needs fractions. */
const CELL = 100;
/** All lengths in cells. */
export const CAPTION = Object.freeze({ height: 0.86, token: 0.69, letters: 0.36, gap: 0.16 });

/** @param {Drawing} drawing @param {Look} look @returns {string} a file's text */
export function svgOf(drawing, look) {
  const { caption, title, width } = drawing;
  const layout = layoutFor({
    width: CELL * BOARD_WIDTH + 1,
    height: Infinity,
    ratio: 1,
    orientation: drawing.orientation,
    fileLabels: drawing.fileLabels,
    labels: drawing.labels,
  });
  const height = layout.height + (caption ? CELL * CAPTION.height : 0);
  const facts = {
    xmlns: "http://www.w3.org/2000/svg",
    "xmlns:xlink": "http://www.w3.org/1999/xlink",
    width,
    height: Math.round((width * height) / layout.width),
    viewBox: `0 0 ${layout.width} ${height}`,
    role: "img",
  };
  const letters = [...drawing.placement].filter((letter) => sideOf(letter));
  if (caption) letters.push(caption.side === "red" ? "K" : "k");
  return tag("svg", facts, [
    tag("title", {}, [escaped(title)]),
    tag(
      "defs",
      {},
      [...new Set(letters)].map((letter) => pieceOf(letter, look)),
    ),
    ...groundOf(layout, height, look.palette),
    ...originOf(layout, drawing, look.palette),
    ...[...drawing.placement].flatMap((letter, square) =>
      sideOf(letter) ? [placed(letter, pixelOfSquare(layout, square))] : [],
    ),
    ...goalOf(layout, drawing, look.palette),
    ...drawing.shapes.flatMap((shape) => shapeOf(layout, shape, look.palette)),
    ...(caption ? captionOf(layout, caption, look.palette) : []),
  ]);
}

/** Path data, written as a canvas's path would be drawn. */
class PathText {
  text = "";

  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    this.text += `M${short(x)} ${short(y)}`;
  }

  /** @param {number} x @param {number} y */
  lineTo(x, y) {
    this.text += `L${short(x)} ${short(y)}`;
  }
}

/** @param {number} value */
const short = (value) => String(Math.round(value * 100) / 100);

/** @param {string} text */
const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** @param {string} name @param {Record<string, string | number>} facts @param {string[]} [children] */
function tag(name, facts, children = []) {
  const pairs = Object.entries(facts).map(([key, value]) => {
    const text = typeof value === "number" ? short(value) : escaped(value);
    return ` ${key}="${text}"`;
  });
  const inner = children.join("");
  return `<${name}${pairs.join("")}${inner ? `>${inner}</${name}>` : "/>"}`;
}

/** A colour as any program reads it: without transparency, that apart. @param {"fill" | "stroke"} what @param {string} colour */
function painted(what, colour) {
  const [, list] = /^rgba?\((.*)\)$/.exec(colour) ?? [];
  if (!list) return { [what]: colour };
  const [red, green, blue, alpha = 1] = list.split(",").map(Number);
  const hex = [red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("");
  return { [what]: `#${hex}`, ...(alpha === 1 ? {} : { [`${what}-opacity`]: alpha }) };
}

/** @param {string} d @param {string} colour @param {number} width @param {Record<string, string | number>} [more] */
const stroked = (d, colour, width, more = {}) =>
  tag("path", { d, fill: "none", ...painted("stroke", colour), "stroke-width": width, ...more });

/** @param {number} r @param {Record<string, string | number>} how */
const circle = (r, how) => tag("circle", { r: r * CELL, ...how });

/**
 * An outline of 1000 units to the em.
 *
 * @param {string} d @param {{x?: number, y?: number, size: number, colour: string, weight?: number, rule?: string}} how
 */
function outline(d, { x = 0, y = 0, size, colour, weight = 0, rule = "nonzero" }) {
  const scale = size / 1000;
  const move = x === 0 && y === 0 ? "" : `translate(${short(x)} ${short(y)}) `;
  const stroke = { ...painted("stroke", colour), "stroke-width": weight };
  return tag("path", {
    transform: `${move}scale(${scale})`,
    d,
    ...painted("fill", colour),
    ...(rule === "nonzero" ? {} : { "fill-rule": rule }),
    ...(weight > 0 ? { ...stroke, "stroke-linejoin": "round" } : {}),
  });
}

/** @param {string} letter of the placement */
const idOf = (letter) => `piece-${sideOf(letter)}-${letter.toLowerCase()}`;

/** A disc with its sign, around the origin. @param {string} letter @param {Look} look */
function pieceOf(letter, { palette, set }) {
  const colours = palette[sideOf(letter) ?? "red"];
  const rings = colours.rings.map(([radius, width]) =>
    circle(radius, {
      fill: "none",
      ...painted("stroke", colours.ink),
      "stroke-width": width * CELL,
    }),
  );
  return tag("g", { id: idOf(letter) }, [
    circle(RADIUS, painted("fill", colours.edge)),
    circle(RADIUS - BEVEL * 0.8, painted("fill", colours.face)),
    ...rings,
    outline(set.faces[letter], {
      size: set.size * CELL,
      colour: colours.ink,
      weight: set.weight[1],
      rule: set.rule,
    }),
  ]);
}

/** @param {string} letter @param {{x: number, y: number}} at */
const placed = (letter, { x, y }) => tag("use", { "xlink:href": `#${idOf(letter)}`, x, y });

/** @param {Layout} layout @param {number} height of all @param {Look["palette"]} palette */
function groundOf(layout, height, palette) {
  const { width, x0, y0, cell } = layout;
  const gap = cell * 0.115;
  const frame = {
    x: x0 - gap,
    y: y0 - gap,
    width: (FILES - 1) * cell + 2 * gap,
    height: (RANKS - 1) * cell + 2 * gap,
  };
  const lines = new PathText();
  linesPath(layout, 2, lines);
  palacePath(layout, lines);
  cornersPath(layout, 2, lines);
  const line = painted("stroke", palette.line);
  return [
    tag("rect", { width, height, ...painted("fill", `rgb(${palette.pale.join(", ")})`) }),
    stroked(lines.text, palette.line, 2.2, { "stroke-linecap": "square" }),
    tag("rect", { ...frame, fill: "none", ...line, "stroke-width": 5 }),
    ...RIVER.map(([character, away]) =>
      outline(GLYPHS[character], {
        x: x0 + away * cell,
        y: y0 + 4.5 * cell,
        size: 0.7 * cell,
        colour: palette.river,
      }),
    ),
    ...(layout.labelled ? labelsOf(layout, palette) : []),
  ];
}

/** @param {Layout} layout @param {Look["palette"]} palette */
function labelsOf(layout, palette) {
  const { y0, cell, flipped } = layout;
  const ends = [y0 + (RANKS - 0.31) * cell, y0 - 0.69 * cell];
  const [low, high] = flipped ? ends.toReversed() : ends;
  const [red, black] = NAMES[layout.labels];
  return Array.from({ length: FILES }, (_, file) => {
    const how = { x: pixelOf(layout, file, 0).x, size: 0.235 * cell, colour: palette.label };
    return (
      outline(GLYPHS[red[FILES - 1 - file]], { ...how, y: low, weight: red === HAN ? 30 : 10 }) +
      outline(GLYPHS[black[file]], { ...how, y: high, weight: 10 })
    );
  });
}

/** A halo, then the line. @param {string} d @param {number} share of a cell @param {Look["palette"]} palette */
const marked = (d, share, palette) => [
  stroked(d, palette.markHalo, (share + 0.026) * CELL, ROUND),
  stroked(d, palette.mark, share * CELL, ROUND),
];
const ROUND = { "stroke-linecap": "round", "stroke-linejoin": "round" };

/** Where the last move came from. @param {Layout} layout @param {Drawing} drawing @param {Look["palette"]} palette */
function originOf(layout, { lastMove }, palette) {
  if (!lastMove) return [];
  const { x, y } = pixelOfSquare(layout, squareIndex(lastMove[0]));
  const { text } = bracketPath(x, y, CELL * 0.27, CELL * 0.1, new PathText());
  return marked(text + ringText(x, y, CELL * 0.075), 0.036, palette);
}

/** Where it went. @param {Layout} layout @param {Drawing} drawing @param {Look["palette"]} palette */
function goalOf(layout, { lastMove }, palette) {
  if (!lastMove) return [];
  const { x, y } = pixelOfSquare(layout, squareIndex(lastMove[1]));
  const { text } = bracketPath(x, y, CELL * 0.47, CELL * 0.15, new PathText());
  return marked(text, 0.042, palette);
}

/** @param {number} x @param {number} y @param {number} r */
function ringText(x, y, r) {
  const half = (/** @type {number} */ to) =>
    `A${short(r)} ${short(r)} 0 0 1 ${short(to)} ${short(y)}`;
  return `M${short(x - r)} ${short(y)}${half(x + r)}${half(x - r)}Z`;
}

/** A ring or an arrow, as its colour is drawn. @param {Layout} layout @param {string} shape @param {Look["palette"]} palette */
function shapeOf(layout, shape, { markHalo }) {
  const pen = Shapes.PENS[shape[0]];
  const [from, to] = [shape.slice(1, 3), shape.slice(3)].map(squareIndex);
  if (!pen || from < 0) return [];
  const a = pixelOfSquare(layout, from);
  const arrow =
    to < 0 ? null : Shapes.arrowOf(a, pixelOfSquare(layout, to), CELL, () => new PathText());
  if (to >= 0 && !arrow) return [];
  const d = arrow ? arrow.shaft.text : ringText(a.x, a.y, CELL * Shapes.RADIUS);
  const ends = arrow ? arrow.ends.text : "";
  const width = CELL * Shapes.WIDTH;
  const { ink, dashes, double } = pen;
  const dashed = dashes.length > 0 && {
    "stroke-dasharray": dashes.map((part) => short(part * width)).join(" "),
    "stroke-linecap": dashes[0] < 1 ? "round" : "butt",
  };
  const thick = width * (double ? 1.3 : 1);
  return [
    stroked(d + ends, markHalo, width + CELL * Shapes.HALO, { "stroke-linejoin": "round" }),
    stroked(d, ink, thick, dashed || {}),
    ...(ends ? [stroked(ends, ink, thick, { "stroke-linejoin": "round" })] : []),
    ...(double ? [stroked(d, markHalo, width * 0.45)] : []),
  ];
}

/** @param {Layout} layout @param {NonNullable<Drawing["caption"]>} caption @param {Look["palette"]} palette */
function captionOf({ x0, height }, { side, text, lang }, palette) {
  const y = height + (CELL * CAPTION.height) / 2 - CELL * 0.06;
  const words = {
    x: x0 + CELL * CAPTION.gap,
    y: y + CELL * CAPTION.letters * 0.36,
    "font-size": CELL * CAPTION.letters,
    "font-family": "serif",
    "xml:lang": lang,
    ...painted("fill", palette.line),
  };
  const disc = placed(side === "red" ? "K" : "k", { x: 0, y: 0 });
  const at = `translate(${short(x0 - CELL * 0.2)} ${short(y)}) scale(${CAPTION.token})`;
  return [tag("g", { transform: at }, [disc]), tag("text", words, [escaped(text)])];
}
