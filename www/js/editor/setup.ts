// A set-up: pieces on squares and the side to move, whether a game can lead there or not. Functions without effects; what
// is wrong with a set-up, only the rules decide.

import type { FenReason } from "../../pkg/chuhe.js";
import { FILES, SQUARES, SQUARE_NAMES, isRed, squareIndex } from "../core/xiangqi.ts";
import type { PositionView } from "../core/xiangqi.ts";
import { fenOf } from "../rules/position.ts";
import type { GameClass } from "../rules/rules.ts";

export type Setup = Pick<PositionView, "placement" | "turn">;

/** All pieces, the general first. */
export const RED: readonly string[] = [..."KRNCABP"];
export const BLACK: readonly string[] = [..."krncabp"];
export const EMPTY = ".".repeat(SQUARES);

/** Puts a piece on a square; `.` empties the square. */
export function put(setup: Setup, square: string, piece: string): Setup {
  const letters = [...setup.placement];
  letters[squareIndex(square)] = piece;
  return { ...setup, placement: letters.join("") };
}

/** Exchanges left and right. */
export const mirrored = ({ placement, turn }: Setup): Setup => ({
  placement: SQUARE_NAMES.map((_, i) => placement.charAt(i - 2 * (i % FILES) + FILES - 1)).join(""),
  turn,
});

/** Exchanges the colours: the board is turned round and the other side is to move. */
export const swapped = ({ placement, turn }: Setup): Setup => ({
  placement: [...placement].toReversed().map(otherCase).join(""),
  turn: turn === "w" ? "b" : "w",
});

const otherCase = (letter: string) => (isRed(letter) ? letter.toLowerCase() : letter.toUpperCase());

/** Writes the pieces as a FEN does, without the side to move. */
export const piecesOf = ({ placement, turn }: Setup): string =>
  fenOf(placement, turn).replace(/ .*/, "");

/** Reads the pieces of such a text. Any other sign in it is an empty square. */
export function readPieces(text: string): Setup {
  const rows = text
    .trim()
    .replace(/\s.*/s, "")
    .split("/")
    .map((row) =>
      row
        .replaceAll(/\d/g, (digit) => ".".repeat(Number(digit)))
        .replaceAll(/[^KRNCABPkrncabp]/g, ".")
        .padEnd(FILES, ".")
        .slice(0, FILES),
    );
  const placement = rows.toReversed().join("");
  return { placement: placement.length === SQUARES ? placement : EMPTY, turn: "w" };
}

export const fenOfSetup = ({ placement, turn }: Setup): string =>
  `${fenOf(placement, turn)} - - 0 1`;

export const countOf = (placement: string, piece: string): number =>
  placement.split(piece).length - 1;

/** Returns the set-up of a FEN, null for the ordinary start. Throws a ChuheError "badFen". */
export function setupOf(Game: GameClass, fen: string | null): Setup {
  const game = new Game(fen);
  const { placement, turn } = game.view();
  game.free();
  return { placement, turn };
}

/** Reads a FEN, also of an impossible position. Throws a ChuheError "badFen" for a text that is no position at all. */
export function readSetup(Game: GameClass, text: string): Setup {
  const { placement, turn } = Game.readSetup(text);
  return { placement, turn };
}

/** Returns everything that is wrong with a set-up; nothing if a game can lead there. */
export const faultsOf = (Game: GameClass, setup: Setup): FenReason[] =>
  Game.readSetup(fenOfSetup(setup)).reasons;

/** Returns true if the only fault is that no game leads there. */
export const isPlayable = (faults: readonly FenReason[]): boolean =>
  faults.every(({ isOdd }) => isOdd);

export const squaresAtFault = (faults: readonly FenReason[]): string[] => [
  ...new Set(faults.flatMap(({ squares }) => squares ?? [])),
];

/**
 * Returns the squares that a piece can ever stand on. They are those that the rules do not reject on a board full of the
 * piece.
 */
export function possibleSquares(Game: GameClass, piece: string): string[] {
  const faults = faultsOf(Game, { placement: piece.repeat(SQUARES), turn: "w" });
  const rejected = squaresAtFault(faults.filter(({ code }) => code === "misplaced"));
  return SQUARE_NAMES.filter((square) => !rejected.includes(square));
}
