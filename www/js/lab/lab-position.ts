import type { PositionView } from "../../pkg/chuhe.js";
import { createStore } from "../core/store.ts";
import type { GameClass } from "../rules/rules.ts";

/** The position that the Lab examines; `startFen` is null for the usual start position. */
export type LabPosition = Omit<PositionView, "startFen"> & { startFen: string | null };

export type PositionStore = ReturnType<typeof createPosition>;

export function createPosition(Game: GameClass) {
  const { get, set, subscribe } = createStore(readPosition(Game, null, []));
  return {
    get,
    subscribe,
    /** Sets the position. If the FEN or a move is invalid, throws an error of the rules and keeps the old position. */
    set: (startFen: string | null, moves: string[]) => set(readPosition(Game, startFen, moves)),
  };
}

/** Returns true for the usual start position before any move. */
export const isStart = ({ startFen, moves }: Pick<LabPosition, "startFen" | "moves">): boolean =>
  startFen === null && moves.length === 0;

export const piecesOf = ({ placement }: LabPosition): number =>
  placement.replaceAll(".", "").length;

export const countMoves = ({ dests }: LabPosition): number =>
  [...dests.values()].reduce((sum, targets) => sum + targets.length, 0);

/** Returns the number of plies played before the position, computed from the move number in its FEN. */
export function pliesOf({ fen, turn }: Pick<LabPosition, "fen" | "turn">): number {
  const number = Number(fen.split(" ").at(-1));
  return 2 * (number - 1) + (turn === "b" ? 1 : 0);
}

export function readPosition(Game: GameClass, startFen: string | null, moves: string[]) {
  const game = new Game(startFen, moves);
  const view = game.view();
  game.free();
  return { ...view, startFen };
}
