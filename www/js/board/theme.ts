/**
 * What a theme of the board says, and the first theme: wood. The others lie in themes/ and are fetched
 * when they are chosen. Colours are CSS colours as a canvas takes them.
 *
 * In every theme Red and Black differ in three ways at once: colour, tone of the disc (Red's is the
 * lighter) and rings (one broad, two fine), so they stay apart without colour.
 */

import { PLANK_GRAIN } from "./grain.ts";

/**
 * @typedef {object} PieceColours
 * @property {string} ink      glyph and rings
 * @property {string} lip      the lit lower lip of what is cut into the disc
 * @property {string} bright   face towards the light
 * @property {string} face
 * @property {string} shade    face away from the light
 * @property {string} rim
 * @property {string} edge     the side of the disc
 * @property {[number, number][]} rings   radius and width in cells
 */

/**
 * What a board is made of.
 *
 * @typedef {object} Material
 * @property {readonly import("./grain.ts").Noise[]} noises  what is mixed to its grain
 * @property {(noise: ArrayLike<number>, x: number, y: number) => number} depth  how much of the deep colour shows
 *           at a place of the board, 0 to 1 and cut off there; the noises' values are 0 to 1, so are x and y
 * @property {number} rows  of the bitmap that holds it, as many as it changes fast from above to below; 270 make pixels square
 * @property {{count: number, length: number, tilt: number, alpha: number}} fibres  fine streaks in a tile of 256
 *           pixels; tilt in radians away from the vertical
 */

/**
 * @typedef {object} Palette
 * @property {[number, number, number]} pale     wood between the grain, RGB
 * @property {[number, number, number]} deep     wood in the grain
 * @property {Material} material
 * @property {string} fibre      fine streaks, RGB without alpha
 * @property {{glow: string, glowAlpha: number, dusk: string, duskAlpha: number}} light  from the upper left, and in
 *           the corners; RGB without alpha
 * @property {boolean} printed   flat, like ink on paper: no band around the board, discs without thickness
 * @property {string} rim        band around the board
 * @property {string} rimLight
 * @property {string} line       engraved lines
 * @property {string} lineGlow   the lit lower lip of an engraved line
 * @property {string} river      the brush glyphs of the river
 * @property {string} label
 * @property {string} shadow     of a piece, RGB without alpha
 * @property {number} shadowAlpha
 * @property {PieceColours} red
 * @property {PieceColours} black
 * @property {string} mark       legal points, selection, last move
 * @property {string} markHalo   outlines marks against the wood
 * @property {string} check
 * @property {string} checkHalo
 * @property {string} checkGlow  RGB without alpha
 * @property {string} veil       over the board when the game has ended
 * @property {string} boardShadow  CSS box-shadow
 */

/** @typedef {Readonly<Record<"light" | "dark", Palette>>} Theme */

/** Red: one broad ring. Black: two fine ones. @type {Readonly<Record<"red" | "black", [number, number][]>>} */
export const RINGS = Object.freeze({
  red: [[0.379, 0.026]],
  black: [
    [0.388, 0.015],
    [0.352, 0.015],
  ],
});

/** @type {Material} */
const PLANK = {
  ...PLANK_GRAIN,
  rows: 90,
  fibres: { count: 420, length: 150, tilt: 0.005, alpha: 1 },
};
const LIGHT_ON_WOOD = {
  glow: "255, 246, 220",
  glowAlpha: 0.16,
  dusk: "40, 18, 2",
  duskAlpha: 0.2,
};
const LIP = "rgba(255, 250, 232, 0.73)";

/** @type {Palette} */
const LIGHT = {
  pale: [239, 207, 151],
  deep: [208, 160, 97],
  material: PLANK,
  fibre: "96, 52, 16",
  light: LIGHT_ON_WOOD,
  printed: false,
  rim: "#8a5a30",
  rimLight: "#c39256",
  line: "rgba(78, 42, 14, 0.88)",
  lineGlow: "rgba(255, 240, 205, 0.5)",
  river: "rgba(86, 46, 16, 0.78)",
  label: "rgba(78, 42, 14, 0.85)",
  shadow: "52, 26, 6",
  shadowAlpha: 0.42,
  red: {
    ink: "#b3200f",
    lip: LIP,
    bright: "#fffaea",
    face: "#fbecc8",
    shade: "#ecd09a",
    rim: "#e2bf85",
    edge: "#a87840",
    rings: RINGS.red,
  },
  black: {
    ink: "#17120e",
    lip: LIP,
    bright: "#f0d8a8",
    face: "#e3c188",
    shade: "#c99f60",
    rim: "#bd9150",
    edge: "#7d5526",
    rings: RINGS.black,
  },
  mark: "#1d6a5c",
  markHalo: "rgba(255, 248, 225, 0.85)",
  check: "#c8190a",
  checkHalo: "rgba(255, 248, 225, 0.95)",
  checkGlow: "214, 30, 8",
  veil: "rgba(60, 34, 12, 0.16)",
  boardShadow: "0 1px 2px rgba(58, 32, 10, 0.35), 0 10px 28px -6px rgba(58, 32, 10, 0.4)",
};

/** @type {Palette} */
const DARK = {
  pale: [79, 53, 35],
  deep: [52, 32, 20],
  material: PLANK,
  fibre: "12, 6, 2",
  light: LIGHT_ON_WOOD,
  printed: false,
  rim: "#20130b",
  rimLight: "#6d4c30",
  line: "rgba(214, 173, 116, 0.62)",
  lineGlow: "rgba(0, 0, 0, 0.5)",
  river: "rgba(214, 173, 116, 0.6)",
  label: "rgba(222, 186, 134, 0.78)",
  shadow: "0, 0, 0",
  shadowAlpha: 0.6,
  red: {
    ink: "#a81b0c",
    lip: LIP,
    bright: "#fbefd2",
    face: "#eedcb4",
    shade: "#d6b981",
    rim: "#caa66c",
    edge: "#7f5a30",
    rings: RINGS.red,
  },
  black: {
    ink: "#110d0a",
    lip: LIP,
    bright: "#d2b07a",
    face: "#bd945a",
    shade: "#9c7440",
    rim: "#8f6733",
    edge: "#523616",
    rings: RINGS.black,
  },
  mark: "#7fd0b8",
  markHalo: "rgba(10, 6, 3, 0.7)",
  check: "#d8240f",
  checkHalo: "rgba(255, 238, 206, 0.95)",
  checkGlow: "255, 64, 32",
  veil: "rgba(0, 0, 0, 0.2)",
  boardShadow: "0 1px 2px rgba(0, 0, 0, 0.6), 0 12px 30px -6px rgba(0, 0, 0, 0.65)",
};

/** @type {Theme} */
export const WOOD = { light: LIGHT, dark: DARK };
