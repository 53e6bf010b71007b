/**
 * The looks that a board can have: themes of the board and sets of pieces. The first of each is there at
 * once, the others are fetched when they are chosen.
 */

import { GLYPHS } from "./glyphs.ts";
import { WOOD } from "./theme.ts";

/** @typedef {import("./theme.ts").Palette} Palette */
/** @typedef {import("./theme.ts").Theme} Theme */
/** @typedef {"wood" | "paper" | "jade"} BoardName */
/** @typedef {"brush" | "print" | "duo" | "simplified" | "pictogram"} SetName */

/**
 * What stands on the pieces.
 *
 * @typedef {object} PieceSet
 * @property {Readonly<Record<string, string>>} faces  path data by piece letter, 1000 units to the em, around the origin
 * @property {number} size      of the em, in cells
 * @property {[number, number]} weight  thousandths of the em by which strokes are broadened: on small pieces, on others
 * @property {CanvasFillRule} rule
 */

/**
 * A theme in its light or dark form, and a set. The same choice is always the same object.
 *
 * @typedef {object} Look
 * @property {string} name      such as "wood brush light"
 * @property {Palette} palette
 * @property {PieceSet} set
 */

/** @typedef {{board: BoardName, pieces: SetName, theme: "light" | "dark"}} Choice */

/** @type {readonly BoardName[]} */
export const BOARDS = Object.freeze(["wood", "paper", "jade"]);
/** @type {readonly SetName[]} */
export const SETS = Object.freeze(["brush", "pictogram", "print", "duo", "simplified"]);
/** Does what moves on the page do so as the system says, always, or never? */
export const MOTIONS = Object.freeze(["system", "full", "reduced"]);

/** The pieces in the order in which a set's characters are named. */
const LETTERS = [..."KABNRCPkabnrcp"];
const TRADITIONAL = "帥仕相傌俥炮兵將士象馬車砲卒";
const SIMPLIFIED = "帅仕相马车炮兵将士象马车炮卒";

/**
 * A set of characters.
 *
 * @param {Readonly<Record<string, string>>} glyphs @param {string} characters
 * @param {Pick<PieceSet, "size" | "weight">} how @returns {PieceSet}
 */
function written(glyphs, characters, how) {
  const faces = [...characters].map((character, i) => [LETTERS[i], glyphs[character]]);
  return { faces: Object.freeze(Object.fromEntries(faces)), rule: "nonzero", ...how };
}

/** @type {Map<string, Theme>} */
const themes = new Map([["wood", WOOD]]);
/** @type {Map<string, PieceSet>} */
const sets = new Map([["brush", written(GLYPHS, TRADITIONAL, { size: 0.6, weight: [34, 24] })]]);
/** @type {Map<string, Look>} */
const looks = new Map();

/** @type {Record<string, () => Promise<Theme>>} */
const THEME_FILES = {
  paper: async () => (await import("./themes/paper.ts")).PAPER,
  jade: async () => (await import("./themes/jade.ts")).JADE,
};

/** @type {Record<string, () => Promise<PieceSet>>} */
const SET_FILES = {
  print: async () => {
    const { GLYPHS: glyphs } = await import("./sets/print.ts");
    return written(glyphs, TRADITIONAL, { size: 0.56, weight: [16, 6] });
  },
  // A hand for each side: Red's pieces are brushed, Black's are printed.
  duo: async () => {
    const { GLYPHS: glyphs } = await import("./sets/print.ts");
    const black = Array.from(TRADITIONAL.slice(7), (character) => [character, glyphs[character]]);
    const both = { ...GLYPHS, ...Object.fromEntries(black) };
    return written(both, TRADITIONAL, { size: 0.58, weight: [26, 16] });
  },
  simplified: async () => {
    const { GLYPHS: glyphs } = await import("./sets/simplified.ts");
    return written(glyphs, SIMPLIFIED, { size: 0.55, weight: [10, 0] });
  },
  pictogram: async () => (await import("./sets/pictogram.ts")).PICTOGRAMS,
};

/**
 * The look chosen; null as long as a part of it has not been fetched.
 *
 * @param {Choice} choice @returns {Look | null}
 */
export function lookOf({ board, pieces, theme }) {
  const palette = themes.get(board)?.[theme];
  const set = sets.get(pieces);
  if (!palette || !set) return null;
  const name = `${board} ${pieces} ${theme}`;
  const look = looks.get(name) ?? { name, palette, set };
  looks.set(name, look);
  return look;
}

/** The look chosen, the first board or set in place of what is not there. @param {Choice} choice @returns {Look} */
export function nearestLook({ board, pieces, theme }) {
  const near = {
    theme,
    board: themes.has(board) ? board : BOARDS[0],
    pieces: sets.has(pieces) ? pieces : SETS[0],
  };
  return /** @type {Look} */ (lookOf(near));
}

/**
 * Fetches what a look needs and has not got yet. Rejects when it cannot be had; the next call tries again.
 *
 * @param {Pick<Choice, "board" | "pieces">} choice
 */
export async function loadLook({ board, pieces }) {
  const [theme, set] = await Promise.all([
    themes.get(board) ?? THEME_FILES[board](),
    sets.get(pieces) ?? SET_FILES[pieces](),
  ]);
  themes.set(board, theme);
  sets.set(pieces, set);
}

/** A set that is there already, else the first one. @param {SetName} name @returns {PieceSet} */
export function setOf(name) {
  return /** @type {PieceSet} */ (sets.get(name) ?? sets.get(SETS[0]));
}
