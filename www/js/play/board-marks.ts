// What the board shows besides the position: arrows that follow from the state, and marks that last for a moment.

import { orientation } from "../core/game-record.ts";
import { otherSide } from "../core/xiangqi.ts";

/** @typedef {import("../board/arrows.ts").Arrow} Arrow */

/** How long a piece that gives check stands out. */
const POINT_MS = 1800;

/** @param {import("./state.ts").State} state @returns {Arrow[]} */
export function arrowsOf({ hint, candidates, engine, settings, caution }) {
  if (caution) return [arrowOf(caution.capture, 1)];
  if (hint?.move) return [arrowOf(hint.move, 1)];
  if (!settings.seeThink || engine.status !== "thinking") return [];
  return candidates.map(({ move, weight }) => arrowOf(move, weight));
}

/** Of two people across one device the upper one's pieces may face them. @param {import("./state.ts").State} state */
export const invertedSide = ({ game }) =>
  game.mode === "local" && game.turning === "pieces" ? otherSide(orientation(game)) : null;

/** @param {string} move @param {number} weight @returns {Arrow} */
const arrowOf = (move, weight) => ({ from: move.slice(0, 2), to: move.slice(2, 4), weight });

/**
 * Points at pieces for a moment.
 * @param {() => { set: (part: { markers: Record<string, string> }) => void }} board
 */
export function createPointer(board) {
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  const clear = () => {
    clearTimeout(timer);
    board().set({ markers: {} });
  };
  return {
    clear,
    /** @param {string[]} squares */
    point(squares) {
      clear();
      board().set({ markers: Object.fromEntries(squares.map((square) => [square, "warn"])) });
      timer = setTimeout(clear, POINT_MS);
    },
  };
}
