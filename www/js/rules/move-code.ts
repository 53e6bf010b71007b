// Encodes a line of moves as text for an address. Each move takes two characters. They encode the square that the piece
// leaves, and one of the 35 ways in which a piece of Xiangqi can leave a square. The reader of the line has to check
// whether its moves are legal.

import { FILES, RANKS, splitMove, squareIndex, squareName } from "../core/xiangqi.ts";

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** The leaps of horse, advisor and elephant, in files and ranks. */
const LEAPS: readonly (readonly [files: number, ranks: number])[] = [
  [1, 2],
  [1, -2],
  [-1, 2],
  [-1, -2],
  [2, 1],
  [2, -1],
  [-2, 1],
  [-2, -1],
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
  [2, 2],
  [2, -2],
  [-2, 2],
  [-2, -2],
];
/**
 * The number of ways to leave a square: to the 9 files of the same rank, to the 10 ranks of the same file, and the
 * leaps.
 */
const WAYS = FILES + RANKS + LEAPS.length;

interface Coordinates {
  file: number;
  rank: number;
}

const coordinates = (index: number): Coordinates => ({
  file: index % FILES,
  rank: Math.floor(index / FILES),
});

const isOnBoard = ({ file, rank }: Coordinates): boolean =>
  file >= 0 && file < FILES && rank >= 0 && rank < RANKS;

const nameOf = ({ file, rank }: Coordinates): string => squareName(rank * FILES + file);

/** Returns the number of the way that leads from one square to another, 0 to 34; -1 if no piece moves like that. */
function wayOf(from: Coordinates, to: Coordinates): number {
  if (from.rank === to.rank) return to.file;
  if (from.file === to.file) return FILES + to.rank;
  const leap = LEAPS.findIndex(
    ([files, ranks]) => from.file + files === to.file && from.rank + ranks === to.rank,
  );
  return leap < 0 ? -1 : FILES + RANKS + leap;
}

/** Returns the square to which a way (0 to `WAYS` - 1) leads. The square may be off the board. */
function follow({ file, rank }: Coordinates, way: number): Coordinates {
  if (way < FILES) return { file: way, rank };
  if (way < FILES + RANKS) return { file, rank: way - FILES };
  const [files, ranks] = LEAPS[way - FILES - RANKS]!;
  return { file: file + files, rank: rank + ranks };
}

/** Encodes moves in coordinates, such as `h2e2`. */
export function encodeLine(moves: readonly string[]): string {
  const codes = moves.map((move) => {
    const [from, to] = splitMove(move);
    const index = squareIndex(from);
    const code = index * WAYS + wayOf(coordinates(index), coordinates(squareIndex(to)));
    return DIGITS.charAt(code >> 6) + DIGITS.charAt(code & 63);
  });
  return codes.join("");
}

/** Decodes a line. Returns null if `text` is not an encoded line. */
export function decodeLine(text: string): string[] | null {
  const moves: string[] = [];
  for (let index = 0; index < text.length; index += 2) {
    const [high, low] = [digitAt(text, index), digitAt(text, index + 1)];
    const code = high * 64 + low;
    const from = coordinates(Math.floor(code / WAYS));
    const to = follow(from, code % WAYS);
    if (high < 0 || low < 0 || !isOnBoard(from) || !isOnBoard(to)) return null;
    moves.push(nameOf(from) + nameOf(to));
  }
  return moves;
}

/** Returns the value of a digit, 0 to 63; -1 for any other character and beyond the end. */
function digitAt(text: string, index: number): number {
  const digit = text[index];
  return digit === undefined ? -1 : DIGITS.indexOf(digit);
}
