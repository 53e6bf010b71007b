// An opening book of one's own: positions with moves and their weights. A position and its mirror image are one, and are
// stored under the text that is smaller. The text of a book is described in docs/BOOKS.md; `chuhe` reads it too.

import { fileOf } from "../core/xiangqi.ts";

/** The moves of positions with their weights. The key is a placement and a side to move, as in a FEN. */
export type OwnBook = ReadonlyMap<string, ReadonlyMap<string, number>>;

export interface BookMove {
  move: string;
  weight: number;
}

/** The first line of a book's text; the number is the version of the format. */
export const HEAD = "chuhe-book 1";
const MAX_WEIGHT = 255;
/** The greatest number of moves of a position. */
const MAX_MOVES = 8;
/** The greatest number of positions. */
export const MAX_POSITIONS = 50_000;

const FILE_LETTERS = "abcdefghi";

/** Returns the mirror image of a move: the files a to i are swapped. */
const mirrored = (move: string): string =>
  move.replaceAll(/[a-i]/g, (file) => FILE_LETTERS.charAt(8 - fileOf(file)));

const mirroredPlacement = (placement: string): string =>
  placement
    .split("/")
    .map((rank) => [...rank].toReversed().join(""))
    .join("/");

/** Returns the key of a position, and a function between its moves and those of the key. */
function sightOf(fen: string) {
  const [placement = "", side = "w"] = fen.split(" ");
  const image = mirroredPlacement(placement);
  const isMirrored = image < placement;
  const turn = (move: string): string => (isMirrored ? mirrored(move) : move);
  return { key: `${isMirrored ? image : placement} ${side}`, turn };
}

/** Returns the book's moves in a position, the heaviest first. */
export function movesAt(book: OwnBook, fen: string): BookMove[] {
  const { key, turn } = sightOf(fen);
  const moves = [...(book.get(key) ?? [])].map(([move, weight]) => ({ move: turn(move), weight }));
  return moves.toSorted((one, other) => other.weight - one.weight);
}

export const clampWeight = (weight: number): number =>
  Math.min(Math.max(Math.round(weight), 1), MAX_WEIGHT);

/** Sets the weight of a move; 0 removes the move. Throws a `BookFull` if there is no room for a new move. */
export function withMove(book: OwnBook, fen: string, move: string, weight: number): OwnBook {
  const { key, turn } = sightOf(fen);
  const moves = new Map(book.get(key));
  if (weight <= 0) moves.delete(turn(move));
  else moves.set(turn(move), clampWeight(weight));
  const changed = new Map(book);
  if (moves.size === 0) changed.delete(key);
  else changed.set(key, moves);
  if (moves.size > MAX_MOVES) throw new BookFull("moves");
  if (changed.size > MAX_POSITIONS) throw new BookFull("positions");
  return changed;
}

/** Thrown if a position has no room for another move, or the book none for another position. */
export class BookFull extends Error {
  readonly what: "moves" | "positions";
  constructor(what: "moves" | "positions") {
    super(`too many ${what}`);
    this.what = what;
  }
}

/**
 * Adds the moves of another book. A move that both have gets the weight of the other. Of a position's moves the heaviest
 * stay. Throws a `BookFull` if there are too many positions.
 */
export function merged(book: OwnBook, other: OwnBook): OwnBook {
  const all = new Map(book);
  for (const [key, moves] of other) {
    const both = [...new Map([...(all.get(key) ?? []), ...moves])];
    const heaviest = both.toSorted(([, one], [, two]) => two - one).slice(0, MAX_MOVES);
    all.set(key, new Map(heaviest));
  }
  if (all.size > MAX_POSITIONS) throw new BookFull("positions");
  return all;
}

/** A book before and after a change. */
export interface BookChange {
  before: OwnBook;
  after: OwnBook;
}

/**
 * Takes back a change of a book. All moves that the change left alone stay as they are in `book`. Throws a `BookFull` if
 * there is no more room for the moves of before.
 */
export function withoutChange(book: OwnBook, { before, after }: BookChange): OwnBook {
  const restored = new Map(book);
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [earlier, later] = [before.get(key), after.get(key)];
    const moves = new Map(book.get(key));
    for (const move of new Set([...(earlier?.keys() ?? []), ...(later?.keys() ?? [])])) {
      const weight = earlier?.get(move);
      if (weight === later?.get(move)) continue;
      if (weight === undefined) moves.delete(move);
      else moves.set(move, weight);
    }
    if (moves.size > MAX_MOVES) throw new BookFull("moves");
    if (moves.size === 0) restored.delete(key);
    else restored.set(key, moves);
  }
  if (restored.size > MAX_POSITIONS) throw new BookFull("positions");
  return restored;
}

/** Counts the positions with Red and with Black to move, and the moves. */
export function sizeOf(book: OwnBook) {
  let [red, moves] = [0, 0];
  for (const [key, options] of book) {
    red += Number(key.endsWith(" w"));
    moves += options.size;
  }
  return { red, black: book.size - red, moves };
}

/** Returns a move of the book for a position; null if it has none. `random` is from 0 up to, not including, 1. */
export function chooseMove(book: OwnBook, fen: string, random: () => number): string | null {
  const moves = movesAt(book, fen);
  let rest = random() * moves.reduce((sum, { weight }) => sum + weight, 0);
  return moves.find(({ weight }) => (rest -= weight) < 0)?.move ?? null;
}

/** Returns the text of a book. */
export function writeBook(book: OwnBook): string {
  const lines = [...book].map(([key, moves]) =>
    [key, ...[...moves].map(([move, weight]) => `${move}=${weight}`)].join(" "),
  );
  return `${[HEAD, ...lines].join("\n")}\n`;
}

/** The first line of a text that is not valid in a book; line 1 if the text is no book at all. */
export class BookFault extends Error {
  readonly line: number;
  constructor(line: number) {
    super(`line ${line}`);
    this.line = line;
  }
}

const LINE = /^([\da-zA-Z/]+) ([wb])((?: [a-i]\d[a-i]\d=\d{1,3})+)$/;

/**
 * Reads the text of a book. `check` returns the FEN of a position after checking the position and its moves, and throws
 * if they are not legal. Throws a `BookFault`, or a `BookFull` if there are too many positions.
 */
export function readBook(text: string, check: (fen: string, moves: string[]) => string): OwnBook {
  const [head = "", ...lines] = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  if (head.trim() !== HEAD) throw new BookFault(1);
  const positions = new Map<string, Map<string, number>>();
  for (const [index, line] of lines.entries()) {
    const words = line.trim().replaceAll(/\s+/g, " ");
    if (words === "" || words.startsWith("#")) continue;
    const [, placement = "", side = "", list = ""] = LINE.exec(words) ?? [];
    const pairs = list.trim().split(" ");
    const moves = pairs.map((pair): [string, number] => [pair.slice(0, 4), Number(pair.slice(5))]);
    if (!list || moves.some(([, weight]) => weight < 1 || weight > MAX_WEIGHT))
      throw new BookFault(index + 2);
    try {
      const fen = check(
        `${placement} ${side}`,
        moves.map(([move]) => move),
      );
      addLine(positions, fen, moves);
    } catch {
      throw new BookFault(index + 2);
    }
    if (positions.size > MAX_POSITIONS) throw new BookFull("positions");
  }
  return positions;
}

/** Adds a line of a text. Throws if the position has a move twice, or too many moves. */
function addLine(book: Map<string, Map<string, number>>, fen: string, moves: [string, number][]) {
  const { key, turn } = sightOf(fen);
  const known = new Map(book.get(key));
  for (const [move, weight] of moves) {
    if (known.has(turn(move))) throw new Error("twice");
    known.set(turn(move), weight);
  }
  book.set(key, known);
  if (known.size > MAX_MOVES) throw new Error("full");
}

/** Reads a text that this module has written or the rules have made, without checking that the moves are legal. */
export const readOwnText = (text: string): OwnBook => readBook(text, (fen) => fen);
