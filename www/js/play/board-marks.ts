// Arrows on the board, derived from the state, and highlights of squares that last for a moment.

import type { Arrow } from "../board/arrows.ts";
import type { Board } from "../board/index.ts";
import { orientation } from "../core/game-record.ts";
import { otherSide, splitMove } from "../core/xiangqi.ts";
import type { Side } from "../core/xiangqi.ts";
import type { State } from "./state.ts";

/** The time that squares stay highlighted, in milliseconds. */
const POINT_MS = 1800;

export function arrowsOf({ hint, candidates, engine, settings, caution }: State): Arrow[] {
  if (caution) return [arrowOf(caution.capture, 1)];
  if (hint?.move) return [arrowOf(hint.move, 1)];
  if (!settings.seeThink || engine.status !== "thinking") return [];
  return candidates.map(({ move, weight }) => arrowOf(move, weight));
}

/** Returns the side whose pieces are drawn upside down, for a person who sits opposite; null if there is none. */
export const invertedSide = ({ game }: State): Side | null =>
  game.mode === "local" && game.turning === "pieces" ? otherSide(orientation(game)) : null;

function arrowOf(move: string, weight: number): Arrow {
  const [from, to] = splitMove(move);
  return { from, to, weight };
}

/** Creates functions that highlight squares for `POINT_MS`, and clear the highlights. */
export function createPointer(board: Pick<Board, "set">) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const clear = () => {
    clearTimeout(timer);
    board.set({ markers: {} });
  };
  return {
    clear,
    point(squares: string[]) {
      clear();
      board.set({ markers: Object.fromEntries(squares.map((square) => [square, "warn"])) });
      timer = setTimeout(clear, POINT_MS);
    },
  };
}
