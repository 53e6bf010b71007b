// A set-up is a placement of pieces and the side to move. It may be a position that no game can lead to. All functions
// here are pure. Only the rules decide which faults a set-up has.

import type { FenReason } from "../../pkg/chuhe.js";
import { FILES, SQUARES, SQUARE_NAMES, isRed, squareIndex } from "../core/xiangqi.ts";
import type { PositionView } from "../core/xiangqi.ts";
import { fenOf } from "../core/fen.ts";
import type { GameClass } from "../rules/rules.ts";

export type Setup = Pick<PositionView, "placement" | "turn">;

/** The letters of each side's pieces, the general first. */
export const RED: readonly string[] = [..."KRNCABP"];
export const BLACK: readonly string[] = [..."krncabp"];
export const EMPTY = ".".repeat(SQUARES);

/** Puts a piece on a square; `.` empties the square. */
export function put(setup: Setup, square: string, piece: string): Setup {
  const letters = [...setup.placement];
  letters[squareIndex(square)] = piece;
  return { ...setup, placement: letters.join("") };
}

/** Mirrors a set-up: exchanges left and right. */
export const mirrored = ({ placement, turn }: Setup): Setup => ({
  placement: SQUARE_NAMES.map((_, i) => placement.charAt(i - 2 * (i % FILES) + FILES - 1)).join(""),
  turn,
});

/** Exchanges the colours: turns the board by 180 degrees, and gives the move to the other side. */
export const swapped = ({ placement, turn }: Setup): Setup => ({
  placement: [...placement].toReversed().map(otherCase).join(""),
  turn: turn === "w" ? "b" : "w",
});

const otherCase = (letter: string) => (isRed(letter) ? letter.toLowerCase() : letter.toUpperCase());

/** Returns the part of a FEN that lists the pieces. */
export const piecesOf = ({ placement, turn }: Setup): string =>
  fenOf(placement, turn).replace(/ .*/, "");

/**
 * Reads the pieces that `piecesOf` writes. An unknown letter becomes an empty square. A text with a wrong number of
 * ranks becomes an empty board.
 */
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

/** Returns the set-up of a FEN; null stands for the ordinary start position. Throws a ChuheError "badFen". */
export function setupOf(Game: GameClass, fen: string | null): Setup {
  const game = new Game(fen);
  const { placement, turn } = game.view();
  game.free();
  return { placement, turn };
}

/**
 * Reads a FEN, even of an impossible position. Throws a ChuheError "badFen" if the text cannot be read as pieces on a
 * board.
 */
export function readSetup(Game: GameClass, text: string): Setup {
  const { placement, turn } = Game.readSetup(text);
  return { placement, turn };
}

/** Returns the faults of a set-up; an empty list if a game can lead to it. */
export const faultsOf = (Game: GameClass, setup: Setup): FenReason[] =>
  Game.readSetup(fenOfSetup(setup)).reasons;

/** Returns true if a set-up has no other fault than that no game leads to it. */
export const isPlayable = (faults: readonly FenReason[]): boolean =>
  faults.every(({ isOdd }) => isOdd);

export const squaresAtFault = (faults: readonly FenReason[]): string[] => [
  ...new Set(faults.flatMap(({ squares }) => squares ?? [])),
];

/**
 * Returns the squares that a piece can ever stand on. Lets the rules check a board with the piece on every square, and
 * returns the squares that they do not reject.
 */
export function possibleSquares(Game: GameClass, piece: string): string[] {
  const faults = faultsOf(Game, { placement: piece.repeat(SQUARES), turn: "w" });
  const rejected = squaresAtFault(faults.filter(({ code }) => code === "misplaced"));
  return SQUARE_NAMES.filter((square) => !rejected.includes(square));
}
