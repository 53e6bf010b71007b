// What a person chooses in the new-game sheet, as data: read back from the store, and made into a game.

import { newClock } from "./clock.ts";
import { MAX_LEVEL, isStrength, nearestLevel } from "../core/levels.ts";
import { RULESETS } from "../core/xiangqi.ts";

/** @import { Unchecked } from "../core/stored.ts" */
/** @typedef {import("../core/game-record.ts").GameRecord} GameRecord */

/**
 * Pieces that the stronger side gives away before the game. It plays Red and moves first, as has always been done;
 * sides are seen from Red. "Nine pieces" leaves rooks, horses, cannons and the general.
 */
export const HANDICAPS = /** @type {const} */ ({
  none: null,
  horse: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w - - 0 1",
  horses: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKAB1R w - - 0 1",
  rook: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w - - 0 1",
  nine: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/9/1C5C1/9/RN2K2NR w - - 0 1",
});

/** Minutes for the game and seconds for each move. */
export const CLOCKS = /** @type {const} */ ({
  none: null,
  "5+3": [5, 3],
  "10+5": [10, 5],
  "15+10": [15, 10],
  "30+0": [30, 0],
  custom: null,
});

/**
 * @typedef {object} Choices
 * @property {"engine"|"local"} mode
 * @property {"red"|"black"|"random"} side
 * @property {boolean} fit                 the engine is to be as strong as the person, whatever `level` says
 * @property {number} level                one with a name
 * @property {keyof typeof HANDICAPS} handicap
 * @property {"opponent"|"person"} giver     who gives the pieces away
 * @property {keyof typeof CLOCKS} clock
 * @property {number} minutes              of the custom clock
 * @property {number} seconds              likewise
 * @property {import("../core/game-record.ts").BoardTurning} turning
 * @property {import("../core/xiangqi.ts").Ruleset} ruleset  of repetition
 */

/** @returns {Choices} */
export function defaultChoices() {
  return {
    mode: "engine",
    side: "red",
    fit: true,
    level: 3,
    handicap: "none",
    giver: "opponent",
    clock: "none",
    minutes: 10,
    seconds: 0,
    turning: "none",
    ruleset: RULESETS[0],
  };
}

/** @type {Record<string, (value: Unchecked) => boolean>} */
const FIELDS = {
  mode: (value) => ["engine", "local"].includes(value),
  side: (value) => ["red", "black", "random"].includes(value),
  fit: (value) => typeof value === "boolean",
  level: (value) => Number.isInteger(value) && value >= 1 && value <= MAX_LEVEL,
  handicap: (value) => Object.keys(HANDICAPS).includes(value),
  giver: (value) => ["opponent", "person"].includes(value),
  clock: (value) => Object.keys(CLOCKS).includes(value),
  minutes: (value) => Number.isFinite(value) && value >= 0.5 && value <= 600,
  seconds: (value) => Number.isFinite(value) && value >= 0 && value <= 600,
  turning: (value) => ["none", "board", "pieces"].includes(value),
  ruleset: (value) => RULESETS.includes(value),
};

/** Field by field: a bad value costs that field only. @param {Unchecked} stored @returns {Choices} */
export function readChoices(stored) {
  // A strength of an older scale can lie between two levels; people choose whole ones.
  const raw = isStrength(stored?.level) ? { ...stored, level: nearestLevel(stored.level) } : stored;
  const kept = Object.entries(FIELDS).filter(([name, isGood]) => isGood(raw?.[name]));
  return { ...defaultChoices(), ...Object.fromEntries(kept.map(([name]) => [name, raw[name]])) };
}

/**
 * The game that was chosen. Where the engine is to fit, how strong it is then follows from the rating.
 * @param {Choices} choices @param {string|null} [startFen] a position of the person's own; the handicap is then left out
 * @param {() => number} [random] 0..1 @returns {Partial<GameRecord>}
 */
export function gameOf(choices, startFen = null, random = Math.random) {
  const { mode, level, turning, ruleset } = choices;
  const handicap = startFen ?? HANDICAPS[choices.handicap];
  const drawn = random() < 0.5 ? "red" : "black";
  const side = choices.side === "random" ? drawn : choices.side;
  const given = startFen === null && handicap !== null;
  return {
    mode,
    fits: mode === "engine" && choices.fit,
    level,
    turning: mode === "local" ? turning : "none",
    startFen: handicap,
    side: given && mode === "engine" ? giversSide(choices) : side,
    clock: clockOf(choices),
    ruleset,
  };
}

/** What the game's Red has given away. @param {Pick<GameRecord, "startFen">} game @returns {keyof typeof HANDICAPS} */
export function handicapOf({ startFen }) {
  const names = /** @type {(keyof typeof HANDICAPS)[]} */ (Object.keys(HANDICAPS));
  return names.find((name) => HANDICAPS[name] === startFen) ?? "none";
}

/** The person's side where pieces are given. @param {Choices} choices */
const giversSide = ({ giver }) => (giver === "person" ? "red" : "black");

/** @param {Choices} choices */
function clockOf({ clock, minutes, seconds }) {
  if (clock === "custom") return newClock(minutes, seconds);
  const times = CLOCKS[clock];
  return times && newClock(times[0], times[1]);
}
