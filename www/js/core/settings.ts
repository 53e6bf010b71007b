// What a person has set, on every page. Pure.

/** @import { Lang } from "./languages.ts" */
/** @import { Notation } from "./xiangqi.ts" */

/**
 * @typedef {object} Settings
 * @property {Lang|null} lang                 null: ask the browser
 * @property {"system"|"light"|"dark"} theme
 * @property {boolean} sound
 * @property {boolean} showDests
 * @property {Notation|null} notation         null: as the language has it, see `notationOf`
 * @property {import("../board/looks.js").BoardName} board
 * @property {import("../board/looks.js").SetName} pieces
 * @property {"system"|"full"|"reduced"} motion
 * @property {number} volume                  0..100, of sounds and music
 * @property {boolean} music
 * @property {boolean} speak                  moves are read out by the device
 * @property {boolean} insist                 落子无悔: undo must be insisted on
 * @property {boolean} evalBar                who stands better, beside the board
 * @property {boolean} seeThink               the moves that the engine thinks about, on the board
 * @property {boolean} keepGames             games that are over go to the library
 * @property {number|null} cores              that the engine may use; null: as many as is usual on the device
 * @property {number|null} memory             likewise, in MB
 * @property {boolean|null} warnLoss          asked before a piece is given away; null: on for who never played
 */

/** Sizes of the engine's memory in MB that can be chosen. */
export const MEMORY_SIZES = [16, 32, 64, 128, 256, 512];
/** The most threads that the engine can have. */
export const MAX_CORES = 64;

/** @returns {Settings} */
export function defaultSettings() {
  return {
    lang: null,
    theme: "system",
    sound: true,
    showDests: true,
    notation: null,
    board: "wood",
    pieces: "brush",
    motion: "system",
    volume: 70,
    music: false,
    speak: false,
    insist: false,
    evalBar: false,
    seeThink: false,
    keepGames: true,
    cores: null,
    memory: null,
    warnLoss: null,
  };
}

/** @param {Settings["theme"]} theme @param {boolean} systemIsDark @returns {"light"|"dark"} */
export function resolveTheme(theme, systemIsDark) {
  if (theme === "system") return systemIsDark ? "dark" : "light";
  return theme;
}

/** The person has said to have never played before. @param {{ rating: { experience: string|null } }} state */
export const hasNeverPlayed = ({ rating }) => rating.experience === "none";
