// Reads and writes the board part of a FEN and its side to move. The rules read all of it, and check the position.

import { FILES, RANKS } from "./xiangqi.ts";
import type { Turn } from "./xiangqi.ts";

/** Letters that other programs write for the pieces in the second column. */
const SYNONYMS: Record<string, string> = { G: "A", E: "B", M: "B", H: "N" };
const LETTERS = "KABNRCP";

/** Formats a FEN. The position need not be reachable in a game. */
export function fenOf(placement: string, turn: Turn): string {
  const ranks = Array.from({ length: RANKS }, (_, i) =>
    placement.slice(i * FILES, (i + 1) * FILES),
  ).toReversed();
  return `${ranks.map((rank) => rank.replace(/\.+/g, (gap) => String(gap.length))).join("/")} ${turn}`;
}

/**
 * Returns the pieces of a FEN as 90 letters with the index `rank * 9 + file`, `.` for an empty square. Any placement is
 * accepted, even one that no game leads to.
 * @throws RangeError that quotes the FEN and says what is wrong
 */
export function placementOf(fen: string): string {
  const [board = ""] = fen.trim().split(/\s+/);
  const ranks = board.split("/");
  if (ranks.length !== RANKS)
    throw new RangeError(`FEN "${fen}": ${ranks.length} ranks, not ${RANKS}`);
  return ranks
    .map((rank) => readRank(rank, fen))
    .toReversed()
    .join("");
}

function readRank(rank: string, fen: string): string {
  const letters = Array.from(rank, (sign) => readSign(sign, fen)).join("");
  if (letters.length === FILES) return letters;
  throw new RangeError(`FEN "${fen}": ${letters.length} files in the rank "${rank}", not ${FILES}`);
}

function readSign(sign: string, fen: string): string {
  if (/[1-9]/.test(sign)) return ".".repeat(Number(sign));
  const capital = sign.toUpperCase();
  const letter = SYNONYMS[capital] ?? capital;
  if (!LETTERS.includes(letter)) throw new RangeError(`FEN "${fen}": "${sign}" is no piece`);
  return sign === capital ? letter : letter.toLowerCase();
}

/**
 * Returns the side to move of a FEN, null if the FEN has only the board.
 * @throws RangeError that quotes the FEN
 */
export function turnOfFen(fen: string): Turn | null {
  const [, side] = fen.trim().split(/\s+/);
  if (side === undefined) return null;
  if (side === "b") return "b";
  if (side === "w" || side === "r") return "w";
  throw new RangeError(`FEN "${fen}": "${side}" is no side; w is Red, b is Black`);
}
