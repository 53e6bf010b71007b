// A set-up: pieces on points and the side to move, right or wrong. Pure; what is wrong with it the rules say.

import { sideOf, squareIndex, squareName } from "../board/geometry.js";
import { fenOf, pieceAt } from "../rules/position.js";
import { parsePlacement } from "../rules/placement.js";
import { LETTERS } from "../rules/rules.js";

/** @typedef {import("../rules/rules.js").GameClass} GameClass */
/** @typedef {{ placement: string, turn: "w"|"b" }} Setup */
/**
 * What is wrong: the reasons of the rules, as `explain` takes them.
 * @typedef {{ code: string, file?: string, rank?: string, color?: "red"|"black", role?: string, value?: string }} Reason
 */

/** Every piece there is, the greatest first. */
export const RED = [..."KRNCABP"];
export const BLACK = [..."krncabp"];
export const SQUARES = Array.from({ length: 90 }, (_, index) => squareName(index));
export const EMPTY = ".".repeat(90);

/** A text whose every fault is one of these says where each piece stands. */
const OF_PIECES = ["generalCount", "tooMany", "misplaced", "generalsFace", "opponentInCheck"];
/** Letters that are read but never written. @type {Record<string, string>} */
const OTHER_LETTERS = { h: "n", H: "N", e: "b", E: "B", m: "b", M: "B", g: "a", G: "A" };
const letterOf = (/** @type {Reason} */ { color = "red", role = "" }) => LETTERS[color][role];

/** @param {Setup} setup @param {string} square @param {string} piece or `.` for none @returns {Setup} */
export function put(setup, square, piece) {
  const points = [...setup.placement];
  points[squareIndex(square)] = piece;
  return { ...setup, placement: points.join("") };
}

/** Left and right exchanged. @param {Setup} setup @returns {Setup} */
export const mirrored = ({ placement, turn }) => ({
  placement: SQUARES.map((_, i) => placement[i - 2 * (i % 9) + 8]).join(""),
  turn,
});

/** The same position with the colours exchanged: the board turned round, the other side to move. @param {Setup} setup @returns {Setup} */
export const swapped = ({ placement, turn }) => ({
  placement: [...placement].toReversed().map(otherCase).join(""),
  turn: turn === "w" ? "b" : "w",
});

const otherCase = (/** @type {string} */ letter) =>
  sideOf(letter) === "red" ? letter.toLowerCase() : letter.toUpperCase();

/** @param {Setup} setup */
export const fenOfSetup = ({ placement, turn }) => `${fenOf(placement, turn)} - - 0 1`;

/** How many of a piece are on the board. @param {string} placement @param {string} piece */
export const countOf = (placement, piece) => placement.split(piece).length - 1;

/** Where a piece stands. @param {string} placement @param {string} piece */
const squaresOf = (placement, piece) =>
  SQUARES.filter((square) => pieceAt(placement, square) === piece);

/** @param {GameClass} Game @param {string|null} fen @returns {Setup} @throws ChuheError "badFen" */
export function setupOf(Game, fen) {
  const game = new Game(fen);
  const turn = game.turn() === "b" ? "b" : "w";
  const placement = game.placement();
  game.free();
  return { placement, turn };
}

/**
 * Reads a text, also one whose position cannot be.
 * @param {GameClass} Game @param {string} text @returns {Setup} @throws ChuheError "badFen" when it is no position at all
 */
export function readSetup(Game, text) {
  try {
    return setupOf(Game, text);
  } catch (/** @type {any} */ error) {
    const reasons = /** @type {Reason[]} */ (error?.reasons ?? []);
    if (!reasons.length || reasons.some(({ code }) => !OF_PIECES.includes(code))) throw error;
    const [pieces, side] = text
      .replace(/%20|[_+]/g, " ")
      .replace(/%2f/gi, "/")
      .trim()
      .split(/\s+/);
    const known = pieces
      .replace(/\[.*$/, "")
      .replace(/[hegm]/gi, (letter) => OTHER_LETTERS[letter]);
    return { placement: parsePlacement(known), turn: side === "b" ? "b" : "w" };
  }
}

/** All that is wrong with a set-up; nothing when it can be played. @param {GameClass} Game @param {Setup} setup @returns {Reason[]} */
export function faultsOf(Game, setup) {
  return [...reasonsOf(Game, fenOfSetup(setup)), ...doubled(setup.placement)];
}

/** @param {GameClass} Game @param {string} fen @returns {Reason[]} */
function reasonsOf(Game, fen) {
  try {
    new Game(fen).free();
    return [];
  } catch (/** @type {any} */ error) {
    if (!error?.reasons) throw error;
    return error.reasons;
  }
}

/** A soldier keeps its file until it has crossed: two of one file cannot both stand on their own side. @param {string} placement @returns {Reason[]} */
function doubled(placement) {
  return ["P", "p"].flatMap((piece) => {
    const color = sideOf(piece) ?? "red";
    const files = homeSoldiers(placement, piece).map(([file]) => file);
    const twice = new Set(files.filter((file, i) => files.indexOf(file) < i));
    return [...twice].map((file) => ({ code: "doubled", color, role: "soldier", file }));
  });
}

/** Soldiers that have not crossed the river. @param {string} placement @param {string} piece */
const homeSoldiers = (placement, piece) =>
  squaresOf(placement, piece).filter((square) =>
    piece === "P" ? square[1] <= "4" : square[1] >= "5",
  );

/** The points at fault. @param {GameClass} Game @param {Setup} setup @param {Reason[]} reasons @returns {string[]} */
export function squaresAtFault(Game, setup, reasons) {
  return [...new Set(reasons.flatMap((reason) => squaresFor(Game, setup, reason)))];
}

/** @param {GameClass} Game @param {Setup} setup @param {Reason} reason @returns {string[]} */
function squaresFor(Game, { placement, turn }, reason) {
  const { code, file = "", rank = "", color } = reason;
  const general = color === "red" ? "K" : "k";
  switch (code) {
    case "misplaced":
      return [file + rank];
    case "tooMany":
      return squaresOf(placement, letterOf(reason));
    case "generalCount":
      return squaresOf(placement, general);
    case "generalsFace":
      return [...squaresOf(placement, "K"), ...squaresOf(placement, "k")];
    case "opponentInCheck":
      return [...squaresOf(placement, general), ...checkers(Game, { placement, turn })];
    case "doubled":
      return homeSoldiers(placement, letterOf(reason)).filter((square) => square[0] === file);
    default:
      return [];
  }
}

/** The pieces that give the check: asked as if it were the other side's turn. @param {GameClass} Game @param {Setup} setup @returns {string[]} */
function checkers(Game, { placement, turn }) {
  try {
    const game = new Game(fenOfSetup({ placement, turn: turn === "w" ? "b" : "w" }));
    const squares = game.checkers();
    game.free();
    return squares;
  } catch {
    return []; // that is no position either
  }
}

/**
 * The points that a piece can ever stand on: the rules are shown a board full of it.
 * @param {GameClass} Game @param {string} piece
 */
export function pointsFor(Game, piece) {
  const setup = /** @type {Setup} */ ({ placement: piece.repeat(90), turn: "w" });
  const wrong = reasonsOf(Game, fenOfSetup(setup))
    .filter(({ code }) => code === "misplaced")
    .map(({ file = "", rank = "" }) => file + rank);
  return SQUARES.filter((square) => !wrong.includes(square));
}
