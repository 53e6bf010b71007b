// Draws a position as SVG, flat and in the colours of a look. Everything on the board is drawn as an outline, so the
// board needs no font. The caption below the board shows a general of the side to move, and a text.

import type { Notation, Side } from "../core/xiangqi.ts";
import { RIVER, cornersPath, labelsOfFile, linesPath, palacePath } from "./background.ts";
import {
  BOARD_WIDTH,
  FILES,
  RANKS,
  layoutFor,
  pixelOf,
  pixelOfSquare,
  sideOfLetter,
  squareIndex,
} from "./geometry.ts";
import type { Layout, Point } from "./geometry.ts";
import type { Look } from "./looks.ts";
import { bracketPath } from "./marks.ts";
import type { OutlineStyle } from "./outline.ts";
import * as Shapes from "./shapes.ts";
import { BEVEL, RADIUS } from "./sprites.ts";
import type { Palette } from "./theme.ts";

export interface Drawing {
  placement: string;
  orientation: Side;
  fileLabels: boolean;
  /** The notation that the file labels follow. */
  labels?: Notation;
  lastMove: [from: string, to: string] | null;
  /** A person's drawings. Each has a pen's letter and one or two squares, e.g. `Gh2e2`. */
  shapes: readonly string[];
  /** The caption that says which side is to move, null for none. */
  caption: { side: Side; text: string; lang: string } | null;
  /** Describes the drawing to people who cannot see it. */
  title: string;
  /** The width of the drawing in pixels. */
  width: number;
  /** True if the pieces and the empty board are those of `sharedDefinitions`, which the same document holds once. */
  isShared?: boolean;
}

type Attributes = Record<string, string | number>;

/** The size of a cell in SVG user units; large enough to round coordinates to whole numbers. */
const CELL = 100;
/** The lengths of the caption, in cells. */
export const CAPTION = { height: 0.86, token: 0.69, letters: 0.36, gap: 0.16 } as const;

/** Returns the text of an SVG file. */
export function svgOf(drawing: Drawing, look: Look): string {
  const { placement, caption, title, width, isShared = false } = drawing;
  const layout = layoutOf(drawing);
  const height = layout.height + (caption ? CELL * CAPTION.height : 0);
  const attributes = {
    xmlns: "http://www.w3.org/2000/svg",
    "xmlns:xlink": "http://www.w3.org/1999/xlink",
    width,
    height: Math.round((width * height) / layout.width),
    viewBox: `0 0 ${layout.width} ${height}`,
    role: "img",
  };
  const letters = [...placement].filter(sideOfLetter);
  if (caption) letters.push(generalOf(caption.side));
  const definitions = [...new Set(letters)].map((letter) => pieceOf(letter, look));
  return tag("svg", attributes, [
    tag("title", {}, [escaped(title)]),
    ...(isShared
      ? [tag("use", { "xlink:href": `#${boardId(drawing)}` })]
      : [tag("defs", {}, definitions), ...backgroundOf(layout, height, look.palette)]),
    ...originOf(layout, drawing, look.palette),
    ...[...placement].flatMap((letter, square) =>
      sideOfLetter(letter) ? [placed(letter, pixelOfSquare(layout, square))] : [],
    ),
    ...goalOf(layout, drawing, look.palette),
    ...drawing.shapes.flatMap((shape) => shapeOf(layout, shape, look.palette)),
    ...(caption ? captionOf(layout, caption, look.palette) : []),
  ]);
}

/**
 * Returns an SVG that shows nothing, with the pieces and the empty boards that the `drawings` share. Such drawings have
 * no caption.
 */
export function sharedDefinitions(drawings: readonly Drawing[], look: Look): string {
  const boards = new Map(drawings.map((drawing) => [boardId(drawing), drawing]));
  const letters = Object.keys(look.set.faces);
  const attributes = { xmlns: "http://www.w3.org/2000/svg", width: 0, height: 0 };
  return tag("svg", attributes, [
    tag("defs", {}, [
      ...letters.map((letter) => pieceOf(letter, look)),
      ...[...boards].map(([id, drawing]) => {
        const layout = layoutOf(drawing);
        return tag("g", { id }, backgroundOf(layout, layout.height, look.palette));
      }),
    ]),
  ]);
}

const layoutOf = ({ orientation, fileLabels, labels }: Drawing): Layout =>
  layoutFor({
    width: CELL * BOARD_WIDTH + 1,
    height: Infinity,
    ratio: 1,
    orientation,
    fileLabels,
    labels,
  });

/** Returns the id of the empty board in `sharedDefinitions`. */
const boardId = ({ orientation, fileLabels, labels }: Drawing): string =>
  `board-${orientation}-${fileLabels ? (labels ?? "usual") : "plain"}`;

/** Writes SVG path data with the methods of a canvas path. */
class PathText {
  text = "";

  moveTo(x: number, y: number): void {
    this.text += `M${short(x)} ${short(y)}`;
  }

  lineTo(x: number, y: number): void {
    this.text += `L${short(x)} ${short(y)}`;
  }
}

const generalOf = (side: Side): string => (side === "red" ? "K" : "k");

/** Writes a number with at most two decimals. */
const short = (value: number): string => String(Math.round(value * 100) / 100);

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

function tag(name: string, attributes: Attributes, children: string[] = []): string {
  const pairs = Object.entries(attributes).map(([key, value]) => {
    const text = typeof value === "number" ? short(value) : escaped(value);
    return ` ${key}="${text}"`;
  });
  const inner = children.join("");
  return `<${name}${pairs.join("")}${inner ? `>${inner}</${name}>` : "/>"}`;
}

/** Returns the attributes of a colour, with its opacity as a separate attribute, since some programs cannot read `rgba`. */
function painted(attribute: "fill" | "stroke", colour: string): Attributes {
  const [, list] = /^rgba?\((.*)\)$/.exec(colour) ?? [];
  if (!list) return { [attribute]: colour };
  const parts = list.split(",").map(Number);
  const rgb = parts.slice(0, 3).map((part) => part.toString(16).padStart(2, "0"));
  const alpha = parts[3] ?? 1;
  const opacity: Attributes = alpha === 1 ? {} : { [`${attribute}-opacity`]: alpha };
  return { [attribute]: `#${rgb.join("")}`, ...opacity };
}

const stroked = (d: string, colour: string, width: number, more: Attributes = {}): string =>
  tag("path", { d, fill: "none", ...painted("stroke", colour), "stroke-width": width, ...more });

const circle = (r: number, attributes: Attributes): string =>
  tag("circle", { r: r * CELL, ...attributes });

/** Returns the path element of an outline with 1000 units to the em. */
function outline(
  d: string,
  {
    x = 0,
    y = 0,
    size,
    colour,
    weight = 0,
    rule = "nonzero",
  }: Omit<OutlineStyle, "x" | "y"> & Partial<Point>,
): string {
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

const idOf = (letter: string): string => `piece-${sideOfLetter(letter)}-${letter.toLowerCase()}`;

/** Returns a piece, the disc with its character or picture, centred on the origin. */
function pieceOf(letter: string, { palette, set }: Look): string {
  const colours = palette[sideOfLetter(letter) ?? "red"];
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
    outline(set.faces[letter] ?? "", {
      size: set.size * CELL,
      colour: colours.ink,
      weight: set.weight[1],
      rule: set.rule,
    }),
  ]);
}

const placed = (letter: string, { x, y }: Point): string =>
  tag("use", { "xlink:href": `#${idOf(letter)}`, x, y });

/** Returns the board without pieces; `height` includes the caption. */
function backgroundOf(layout: Layout, height: number, palette: Palette): string[] {
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
    ...RIVER.map((character) =>
      outline(character.outline, {
        x: x0 + character.left * cell,
        y: y0 + 4.5 * cell,
        size: 0.7 * cell,
        colour: palette.river,
      }),
    ),
    ...(layout.labelled ? labelsOf(layout, palette) : []),
  ];
}

function labelsOf(layout: Layout, palette: Palette): string[] {
  const { y0, cell, flipped, labels } = layout;
  const [top, bottom] = [y0 - 0.69 * cell, y0 + (RANKS - 0.31) * cell];
  return Array.from({ length: FILES }, (_, file) => {
    const { red, black } = labelsOfFile(labels, file);
    const style = { x: pixelOf(layout, file, 0).x, size: 0.235 * cell, colour: palette.label };
    return (
      outline(red.outline, { ...style, y: flipped ? top : bottom, weight: red.weight }) +
      outline(black.outline, { ...style, y: flipped ? bottom : top, weight: black.weight })
    );
  });
}

const ROUND = { "stroke-linecap": "round", "stroke-linejoin": "round" };

/** Returns the path elements of a mark: its halo and its line; `width` is in cells. */
const marked = (d: string, width: number, palette: Palette): string[] => [
  stroked(d, palette.markHalo, (width + 0.026) * CELL, ROUND),
  stroked(d, palette.mark, width * CELL, ROUND),
];

/** Marks the origin of the last move. */
function originOf(layout: Layout, { lastMove }: Drawing, palette: Palette): string[] {
  if (!lastMove) return [];
  const { x, y } = pixelOfSquare(layout, squareIndex(lastMove[0]));
  const { text } = bracketPath(x, y, CELL * 0.27, CELL * 0.1, new PathText());
  return marked(text + ringText(x, y, CELL * 0.075), 0.036, palette);
}

/** Marks the target of the last move. */
function goalOf(layout: Layout, { lastMove }: Drawing, palette: Palette): string[] {
  if (!lastMove) return [];
  const { x, y } = pixelOfSquare(layout, squareIndex(lastMove[1]));
  const { text } = bracketPath(x, y, CELL * 0.47, CELL * 0.15, new PathText());
  return marked(text, 0.042, palette);
}

function ringText(x: number, y: number, r: number): string {
  const half = (to: number) => `A${short(r)} ${short(r)} 0 0 1 ${short(to)} ${short(y)}`;
  return `M${short(x - r)} ${short(y)}${half(x + r)}${half(x - r)}Z`;
}

/** Returns the elements of a ring or an arrow, in the line style of its pen. */
function shapeOf(layout: Layout, shape: string, { markHalo }: Palette): string[] {
  const parsed = Shapes.parseShape(shape);
  if (!parsed) return [];
  const { pen, from, to } = parsed;
  const a = pixelOfSquare(layout, from);
  const arrow =
    to < 0 ? null : Shapes.arrowOf(a, pixelOfSquare(layout, to), CELL, () => new PathText());
  if (to >= 0 && !arrow) return [];
  const d = arrow ? arrow.shaft.text : ringText(a.x, a.y, CELL * Shapes.RADIUS);
  const ends = arrow ? arrow.ends.text : "";
  const width = CELL * Shapes.WIDTH;
  const { ink, dashes, double } = pen;
  const dashed: Attributes = {};
  if (dashes.length > 0) {
    dashed["stroke-dasharray"] = dashes.map((part) => short(part * width)).join(" ");
    dashed["stroke-linecap"] = Shapes.capOf(dashes);
  }
  const thick = width * (double ? 1.3 : 1);
  return [
    stroked(d + ends, markHalo, width + CELL * Shapes.HALO, { "stroke-linejoin": "round" }),
    stroked(d, ink, thick, dashed),
    ...(ends ? [stroked(ends, ink, thick, { "stroke-linejoin": "round" })] : []),
    ...(double ? [stroked(d, markHalo, width * 0.45)] : []),
  ];
}

function captionOf(
  { x0, height }: Layout,
  { side, text, lang }: NonNullable<Drawing["caption"]>,
  palette: Palette,
): string[] {
  const y = height + (CELL * CAPTION.height) / 2 - CELL * 0.06;
  const attributes = {
    x: x0 + CELL * CAPTION.gap,
    y: y + CELL * CAPTION.letters * 0.36,
    "font-size": CELL * CAPTION.letters,
    "font-family": "serif",
    "xml:lang": lang,
    ...painted("fill", palette.line),
  };
  const disc = placed(generalOf(side), { x: 0, y: 0 });
  const at = `translate(${short(x0 - CELL * 0.2)} ${short(y)}) scale(${CAPTION.token})`;
  return [tag("g", { transform: at }, [disc]), tag("text", attributes, [escaped(text)])];
}
