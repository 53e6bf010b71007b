// A set-up: pieces on points and the side to move, right or wrong. Pure; what is wrong with it the rules say.

import { FILES, SQUARES, SQUARE_NAMES, isRed, squareIndex } from "../core/xiangqi.ts";
import { fenOf } from "../rules/position.ts";

/** @typedef {import("../rules/rules.ts").GameClass} GameClass */
/** @typedef {{ placement: string, turn: "w"|"b" }} Setup */
/** What is wrong, as `explain` takes it, with its points. @typedef {import("../../pkg/chuhe.js").FenReason} Reason */

/** Every piece there is, the greatest first. */
export const RED = [..."KRNCABP"];
export const BLACK = [..."krncabp"];
export const EMPTY = ".".repeat(SQUARES);

/** @param {Setup} setup @param {string} square @param {string} piece or `.` for none @returns {Setup} */
export function put(setup, square, piece) {
  const points = [...setup.placement];
  points[squareIndex(square)] = piece;
  return { ...setup, placement: points.join("") };
}

/** Left and right exchanged. @param {Setup} setup @returns {Setup} */
export const mirrored = ({ placement, turn }) => ({
  placement: SQUARE_NAMES.map((_, i) => placement[i - 2 * (i % FILES) + FILES - 1]).join(""),
  turn,
});

/** The same position with the colours exchanged: the board turned round, the other side to move. @param {Setup} setup @returns {Setup} */
export const swapped = ({ placement, turn }) => ({
  placement: [...placement].toReversed().map(otherCase).join(""),
  turn: turn === "w" ? "b" : "w",
});

const otherCase = (/** @type {string} */ letter) =>
  isRed(letter) ? letter.toLowerCase() : letter.toUpperCase();

/** A few pieces as they stand in a FEN, without a side to move. @param {Setup} setup */
export const piecesOf = ({ placement, turn }) => fenOf(placement, turn).split(" ")[0];

/** The pieces of such a text; whatever else stands in it is an empty point. @param {string} text @returns {Setup} */
export function readPieces(text) {
  const rows = text.trim().split(/\s/)[0].split("/");
  const points = rows.map((row) =>
    row
      .replaceAll(/\d/g, (digit) => ".".repeat(Number(digit)))
      .replaceAll(/[^KRNCABPkrncabp]/g, ".")
      .padEnd(FILES, ".")
      .slice(0, FILES),
  );
  const placement = points.toReversed().join("");
  return { placement: placement.length === SQUARES ? placement : EMPTY, turn: "w" };
}

/** @param {Setup} setup */
export const fenOfSetup = ({ placement, turn }) => `${fenOf(placement, turn)} - - 0 1`;

/** How many of a piece are on the board. @param {string} placement @param {string} piece */
export const countOf = (placement, piece) => placement.split(piece).length - 1;

/** @param {GameClass} Game @param {string|null} fen @returns {Setup} @throws ChuheError "badFen" */
export function setupOf(Game, fen) {
  const game = new Game(fen);
  const { placement, turn } = game.view();
  game.free();
  return { placement, turn };
}

/**
 * Reads a text, also one whose position cannot be.
 * @param {GameClass} Game @param {string} text @returns {Setup} @throws ChuheError "badFen" when it is no position at all
 */
export function readSetup(Game, text) {
  const { placement, turn } = Game.readSetup(text);
  return { placement, turn };
}

/** All that is wrong with a set-up; nothing when a game can lead there. @param {GameClass} Game @param {Setup} setup @returns {Reason[]} */
export const faultsOf = (Game, setup) => Game.readSetup(fenOfSetup(setup)).reasons;

/** No more is wrong than that no game leads there. @param {Reason[]} reasons */
export const isPlayable = (reasons) => reasons.every(({ isOdd }) => isOdd);

/** The points at fault. @param {Reason[]} reasons @returns {string[]} */
export const squaresAtFault = (reasons) => [
  ...new Set(reasons.flatMap(({ squares }) => squares ?? [])),
];

/**
 * The points that a piece can ever stand on: the rules are shown a board full of it.
 * @param {GameClass} Game @param {string} piece
 */
export function pointsFor(Game, piece) {
  const full = faultsOf(Game, { placement: piece.repeat(SQUARES), turn: "w" });
  const wrong = squaresAtFault(full.filter(({ code }) => code === "misplaced"));
  return SQUARE_NAMES.filter((square) => !wrong.includes(square));
}
