// A position as a picture, of what was chosen and nothing else: never what the engine thinks, a hint or what the page marks.
// As PNG it is drawn by the board's own code, off the page; as SVG in flat colours.

import { createBoard } from "../board/index.js";
import { BOARD_WIDTH, aspect } from "../board/geometry.js";
import { loadLook, nearestLook } from "../board/looks.js";
import { overlayOf } from "../board/shapes.js";
import { blanksOf, drawPiece } from "../board/sprites.js";
import { contextOf, newCanvas } from "../board/surface.js";
import { CAPTION, svgOf } from "../board/svg.js";

/** Looks come in their own time; the board has settled when nothing changed for so many frames. */
const STILL_FRAMES = 12;
/** Widths in pixels. */
export const SIZES = Object.freeze({ small: 600, medium: 1200, large: 2000 });

/** @typedef {import("../board/index.js").BoardState} BoardState */
/** What a picture can be of. @typedef {{ board: BoardState, shapes: readonly string[], name: string }} Pictured */

/**
 * @typedef {object} Chosen
 * @property {boolean} turn
 * @property {boolean} last
 * @property {boolean} drawn
 * @property {boolean} coordinates
 * @property {keyof typeof SIZES} size
 */

/**
 * @param {Pictured} pictured @param {Chosen} chosen @param {Pick<import("../core/i18n.ts").I18n, "t"|"htmlLang">} i18n
 * @returns {import("../board/svg.js").Drawing}
 */
export function drawingOf({ board, shapes }, chosen, { t, htmlLang }) {
  const side = sideToMove(board);
  const text = t(`picture.toMove.${side}`);
  return {
    placement: board.placement,
    orientation: board.orientation,
    fileLabels: chosen.coordinates,
    labels: board.labels,
    lastMove: chosen.last ? board.lastMove : null,
    shapes: chosen.drawn ? shapes : [],
    caption: chosen.turn ? { side, text, lang: htmlLang } : null,
    title: t("picture.about", { turn: text }),
    width: SIZES[chosen.size],
  };
}

/** Height over width. @param {import("../board/svg.js").Drawing} drawing */
export const ratioOf = ({ fileLabels, caption }) =>
  aspect(fileLabels) + (caption ? CAPTION.height / BOARD_WIDTH : 0);

/** @param {Pick<BoardState, "turn">} board */
export const sideToMove = ({ turn }) => (turn === "b" ? "black" : "red");

/** The look of a board, by daylight: pictures are looked at on paper and on other people's pages. @param {BoardState} state */
async function lookFor({ board, pieces }) {
  const choice = { board, pieces, theme: /** @type {const} */ ("light") };
  try {
    await loadLook(choice);
  } catch {
    // the nearest will do, as on the page
  }
  return nearestLook(choice);
}

/** @param {BoardState} state of the board on the page @param {import("../board/svg.js").Drawing} drawing */
export const svgText = async (state, drawing) => svgOf(drawing, await lookFor(state));

/** @param {BoardState} state of the board on the page @param {import("../board/svg.js").Drawing} drawing @returns {Promise<HTMLCanvasElement>} */
export async function canvasOf(state, drawing) {
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

/** Where a board of the picture's width is drawn, out of sight. @param {import("../board/svg.js").Drawing} drawing */
function hostOf({ width, fileLabels }) {
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

/** @param {HTMLCanvasElement} canvas */
async function settled(canvas) {
  for (let frames = 0; frames < STILL_FRAMES;) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (canvas.dataset.ready === "true") frames++;
  }
}

/**
 * The board, and below it who moves: a piece of that side and the words.
 * @param {HTMLCanvasElement} board @param {import("../board/svg.js").Drawing} drawing @param {import("../board/looks.js").Look} look
 */
function withCaption(board, { caption }, look) {
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

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
export function png(canvas) {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}
