// Draws pictures of a position. A picture shows only the parts that the person has chosen, and never the engine's
// moves, a hint or the page's marks. A PNG is drawn by the board's own code, outside the page; an SVG has flat colours.

import { BOARD_WIDTH, aspect } from "../board/geometry.ts";
import { createBoard } from "../board/index.ts";
import type { BoardState } from "../board/index.ts";
import { loadLook, nearestLook } from "../board/looks.ts";
import type { Look, LookChoice } from "../board/looks.ts";
import { overlayOf } from "../board/shapes.ts";
import { blanksOf, drawPiece } from "../board/sprites.ts";
import { contextOf, newCanvas } from "../board/canvas.ts";
import { CAPTION, svgOf } from "../board/svg.ts";
import type { Drawing } from "../board/svg.ts";
import type { I18n } from "../core/i18n.ts";
import type { Side } from "../core/xiangqi.ts";

/** The number of frames to wait after the board is first drawn, since the board may change while its look loads. */
const STILL_FRAMES = 12;
/** Widths in pixels. */
export const SIZES = { small: 600, medium: 1200, large: 2000 } as const;

export interface PictureSubject {
  board: BoardState;
  /** The person's drawings on the board, such as `Gh2e2`. */
  shapes: readonly string[];
  /** Part of the file name. */
  name: string;
}

export interface PictureOptions {
  /** Shows the side to move. */
  turn: boolean;
  /** Shows the last move. */
  last: boolean;
  /** Shows the person's drawings. */
  drawn: boolean;
  coordinates: boolean;
  size: keyof typeof SIZES;
}

export function drawingOf(
  { board, shapes }: Pick<PictureSubject, "board" | "shapes">,
  options: PictureOptions,
  { t, htmlLang }: Pick<I18n, "t" | "htmlLang">,
): Drawing {
  const side = sideToMove(board);
  const text = t(`picture.toMove.${side}`);
  return {
    placement: board.placement,
    orientation: board.orientation,
    fileLabels: options.coordinates,
    labels: board.labels,
    lastMove: options.last ? board.lastMove : null,
    shapes: options.drawn ? shapes : [],
    caption: options.turn ? { side, text, lang: htmlLang } : null,
    title: t("picture.about", { turn: text }),
    width: SIZES[options.size],
  };
}

/** Returns the height of a picture divided by its width. */
export const ratioOf = ({ fileLabels, caption }: Drawing): number =>
  aspect(fileLabels) + (caption ? CAPTION.height / BOARD_WIDTH : 0);

export const sideToMove = ({ turn }: Pick<BoardState, "turn">): Side =>
  turn === "b" ? "black" : "red";

/** Returns the look of a board in its light theme, since pictures are seen on paper and on other people's pages. */
async function lookFor({ board, pieces }: BoardState): Promise<Look> {
  const choice: LookChoice = { board, pieces, theme: "light" };
  try {
    await loadLook(choice);
  } catch {
    // `nearestLook` replaces the parts that could not be fetched, as on the page.
  }
  return nearestLook(choice);
}

/** Returns the picture as an SVG file. `state` is the state of the board on the page. */
export const svgText = async (state: BoardState, drawing: Drawing): Promise<string> =>
  svgOf(drawing, await lookFor(state));

/** Draws the picture on a canvas. `state` is the state of the board on the page. */
export async function canvasOf(state: BoardState, drawing: Drawing): Promise<HTMLCanvasElement> {
  const look = await lookFor(state);
  const host = hostOf(drawing);
  document.body.append(host);
  const still = { animationMs: 0, selected: null, movable: null, markers: {}, label: "" };
  const plain = { check: null, arrows: [], inverted: null, dimmed: false, words: null };
  const { placement, orientation, fileLabels, lastMove, shapes } = drawing;
  const shown = { placement, orientation, fileLabels, lastMove, overlay: overlayOf(shapes) };
  const board = createBoard(host, { ...state, ...still, ...plain, ...shown, theme: "light" });
  try {
    await settled(board.canvas);
    return withCaption(board.canvas, drawing, look);
  } finally {
    board.destroy();
    host.remove();
  }
}

/** Makes an element of the picture's width outside the window. */
function hostOf({ width, fileLabels }: Drawing): HTMLDivElement {
  const host = document.createElement("div");
  Object.assign(host.style, {
    position: "fixed",
    left: "-10000px",
    top: "0",
    width: `${width / devicePixelRatio}px`,
    aspectRatio: `${1 / aspect(fileLabels)}`,
    pointerEvents: "none",
  });
  host.inert = true;
  return host;
}

/** Resolves when a board has been drawn for `STILL_FRAMES` frames. */
async function settled(canvas: HTMLCanvasElement): Promise<void> {
  for (let frames = 0; frames < STILL_FRAMES;) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (canvas.dataset.ready === "true") frames++;
  }
}

/** Adds a caption below the board: a piece of the side to move, and words. */
function withCaption(board: HTMLCanvasElement, { caption }: Drawing, look: Look) {
  const cell = board.width / BOARD_WIDTH;
  const strip = caption ? Math.round(cell * CAPTION.height) : 0;
  const canvas = newCanvas(board.width, board.height + strip);
  const context = contextOf(canvas);
  context.fillStyle = `rgb(${look.palette.pale.join(", ")})`;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(board, 0, 0);
  if (!caption) return canvas;
  const { palette } = look;
  const size = cell * CAPTION.token;
  const token = drawPiece(caption.side === "red" ? "K" : "k", size, look, blanksOf(size, palette));
  const left = cell * (BOARD_WIDTH - 8) * 0.5;
  const middle = board.height + strip * 0.46;
  context.drawImage(token, left - cell * 0.2 - token.width / 2, middle - token.height / 2);
  context.font = `${cell * CAPTION.letters}px serif`;
  context.textBaseline = "middle";
  context.fillStyle = palette.line;
  context.fillText(caption.text, left + cell * CAPTION.gap, middle);
  return canvas;
}
