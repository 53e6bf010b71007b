// Arrows on the board, which follow from the state, and marks that last for a moment.

import type { Arrow } from "../board/arrows.ts";
import type { Board } from "../board/index.ts";
import { orientation } from "../core/game-record.ts";
import { otherSide, splitMove } from "../core/xiangqi.ts";
import type { Side } from "../core/xiangqi.ts";
import type { State } from "./state.ts";

/** Milliseconds that a piece which gives check stands out. */
const POINT_MS = 1800;

export function arrowsOf({ hint, candidates, engine, settings, caution }: State): Arrow[] {
  if (caution) return [arrowOf(caution.capture, 1)];
  if (hint?.move) return [arrowOf(hint.move, 1)];
  if (!settings.seeThink || engine.status !== "thinking") return [];
  return candidates.map(({ move, weight }) => arrowOf(move, weight));
}

/** Returns the side whose pieces are upside down, for a person opposite. */
export const invertedSide = ({ game }: State): Side | null =>
  game.mode === "local" && game.turning === "pieces" ? otherSide(orientation(game)) : null;

function arrowOf(move: string, weight: number): Arrow {
  const [from, to] = splitMove(move);
  return { from, to, weight };
}

/** Creates what points at pieces for a moment. */
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
