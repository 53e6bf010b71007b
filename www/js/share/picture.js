// The board as a picture: drawn by the same code as the board on the page, off the page and at a size of its own.

import { createBoard } from "../board/index.js";

/** Width of the picture, in its own pixels. */
export const WIDTH = 1200;
/** Looks come in their own time; the board has settled when nothing changed for so many frames. */
const STILL_FRAMES = 12;

/** @typedef {import("../board/index.js").BoardState} BoardState */

/** @param {BoardState} state what the board on the page shows @returns {Promise<Blob>} a PNG */
export async function pictureOf(state) {
  const host = document.createElement("div");
  const { style } = host;
  style.position = "fixed";
  style.left = "-10000px";
  style.top = "0";
  style.width = `${WIDTH / devicePixelRatio}px`;
  style.aspectRatio = getComputedStyle(document.documentElement).getPropertyValue("--board-ratio");
  style.pointerEvents = "none";
  host.inert = true;
  document.body.append(host);
  const still = { animationMs: 0, selected: null, movable: null, markers: {}, label: "" };
  const board = createBoard(host, { ...state, ...still, dimmed: false });
  try {
    await settled(board.canvas);
    return await png(board.canvas);
  } finally {
    board.destroy();
    host.remove();
  }
}

/** @param {HTMLCanvasElement} canvas */
async function settled(canvas) {
  for (let frames = 0; frames < STILL_FRAMES;) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (canvas.dataset.ready === "true") frames++;
  }
}

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
function png(canvas) {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}
