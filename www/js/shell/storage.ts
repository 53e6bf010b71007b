// What the browser remembers: the settings and the running game, as two versioned JSON records.
// A record is written whole, and a tab that is open beside follows the one that is played in. A record
// that cannot be read is reported and put aside, never repaired by guessing.

import { isIntegerIn } from "../core/numbers.ts";
import { isText, parseObject, readerOf, writerOf } from "../core/stored.ts";
import { BOARDS, MOTIONS, SETS } from "../board/looks.js";
import { readDests, writeDests } from "../rules/legal-moves.ts";
import { LANGS } from "../core/languages.ts";
import { fromSecondScale, fromTenLevels, isStrength } from "../core/levels.ts";
import { NOTATIONS, RULESETS, splitMove } from "../core/xiangqi.ts";
import { defaultGame } from "../core/game-record.ts";
import { MEMORY_SIZES, MAX_CORES, defaultSettings } from "../core/settings.ts";

/** @import { Unchecked } from "../core/stored.ts" */
/** @typedef {import("../core/game-record.ts").GameRecord} GameRecord */
/** @typedef {import("../core/settings.ts").Settings} Settings */

/** Of games and choices. */
export const VERSION = 3;
const SETTINGS_VERSION = 1;
/** The version that counted ten levels; its choices had no number. */
const TEN_LEVELS = 1;
/** The version on the second scale of levels. */
const VERSION_OF_SECOND_SCALE = 2;
export const GAME_KEY = "chuhe:game";
export const SETTINGS_KEY = "chuhe:settings";
/** What was chosen in the new-game sheet last. */
export const CHOICES_KEY = "chuhe:choices";
/** The game that was on the board before another one was opened. */
export const BEFORE_KEY = "chuhe:game:before";
/** How strong the person plays. */
export const RATING_KEY = "chuhe:rating:2";
/** The same on the second scale of levels. An older release in another tab goes on with it. */
const OLD_RATING_KEY = "chuhe:rating";
/** Where the last record that could not be read is kept. */
export const UNREAD_KEY = "chuhe:game:unread";
/** The same of the rating. */
export const UNREAD_RATING_KEY = "chuhe:rating:unread";

const SQUARE = /^[a-i][0-9]$/;
const MOVE = /^[a-i][0-9][a-i][0-9]$/;
const PLACEMENT = /^[.KABNRCPkabnrcp]{90}$/;
const MAX_PLIES = 10_000;
/** On a clock, in milliseconds. */
const MAX_TIME = 7 * 24 * 3_600_000;
/** Of an opened record, in characters: what may be read in is no longer. */
const MAX_RECORD = 8 * 2 ** 20;

/** @param {unknown} value @param {readonly unknown[]} allowed */
const oneOf = (value, allowed) => allowed.includes(value);

/** @param {Unchecked} moves */
const isLine = (moves) =>
  Array.isArray(moves) && moves.length <= MAX_PLIES && moves.every((move) => isText(move, MOVE));

/** @typedef {Pick<import("../core/xiangqi.ts").PositionView, "turn"|"dests"|"lastMove"|"check">} View  of the board as it stands */

/**
 * @typedef {object} Stored
 * @property {GameRecord} game
 * @property {string|null} placement  the board as it stands, to draw it before the rules are loaded
 * @property {View|null} view         what the rules said of it, so that a move can be made before they are loaded
 * @property {string|null} early      a move that was made so; the game is the one before it, the placement the one after
 * @property {boolean} broken
 */

/**
 * @param {GameRecord} game
 * @param {string} placement
 * @param {View|null} [view]
 * @param {boolean} [early]  the rules have not seen the last move
 */
export const encodeGame = (game, placement, view = null, early = false) =>
  JSON.stringify({
    version: VERSION,
    ...game,
    placement,
    view: view && encodeView(view),
    ...(early && { early }),
  });

/** @param {View} view */
const encodeView = ({ turn, dests, lastMove, check }) => ({
  turn,
  dests: writeDests(dests),
  lastMove: lastMove?.join("") ?? null,
  check,
});

/** @param {Unchecked} raw @returns {View|null} */
function decodeView(raw) {
  const dests = readDests(raw?.dests);
  if (!dests || !oneOf(raw.turn, ["w", "b"])) return null;
  const { turn, lastMove, check } = raw;
  if (lastMove !== null && !isLine([lastMove])) return null;
  if (check !== null && !isText(check, SQUARE)) return null;
  return { turn, dests, lastMove: lastMove && splitMove(lastMove), check };
}

/**
 * @param {string|null} text
 * @returns {Stored | null} null when nothing was stored
 */
export function decodeGame(text) {
  if (text === null) return null;
  const none = { placement: null, view: null, early: null };
  const broken = { game: defaultGame(), ...none, broken: true };
  const raw = convertGame(parseObject(text));
  if (raw?.version !== VERSION || !isGame(raw)) return broken;
  const { startFen, mode, side, level, seed, flipped, record, placement } = raw;
  const early = raw.early === true && raw.ply > 0 ? raw.moves[raw.ply - 1] : null;
  return {
    // Games stored before records could be opened have none.
    game: {
      startFen,
      moves: early ? raw.moves.slice(0, raw.ply - 1) : raw.moves,
      ply: early ? raw.ply - 1 : raw.ply,
      mode,
      side,
      level,
      seed,
      flipped,
      record: record ?? null,
      ...readExtras(raw),
    },
    placement: isText(placement, PLACEMENT) ? placement : null,
    view: decodeView(raw.view),
    early,
    broken: false,
  };
}

/** Converts a stored game or stored choices of an older scale of levels. @param {Unchecked} raw */
function convertGame(raw) {
  const version = raw?.version ?? TEN_LEVELS;
  if (version === TEN_LEVELS && isIntegerIn(raw?.level, 1, 10))
    return { ...raw, version: VERSION, level: fromTenLevels(raw.level) };
  if (version === VERSION_OF_SECOND_SCALE && isStrength(raw.level))
    return { ...raw, version: VERSION, level: fromSecondScale(raw.level) };
  return raw;
}

/**
 * What games did not always have: a bad value costs that field only.
 * @param {Unchecked} raw @returns {Omit<GameRecord, "startFen"|"moves"|"ply"|"mode"|"side"|"level"|"seed"|"flipped"|"record">}
 */
function readExtras(raw) {
  const { ruleset, ended, clock, turning, playOn, moves, fits, training, helped, warned, rated } =
    raw;
  return {
    ruleset: oneOf(ruleset, RULESETS) ? ruleset : RULESETS[0],
    ended: isEnd(ended) ? { reason: ended.reason, side: ended.side } : null,
    clock: isClock(clock, moves.length) ? pickClock(clock) : null,
    turning: oneOf(turning, ["none", "board", "pieces"]) ? turning : "none",
    playOn: playOn === true,
    fits: fits === true,
    training: training === true,
    helped: isIntegerIn(helped, 0, MAX_PLIES) ? helped : 0,
    warned: isIntegerIn(warned, 0, MAX_PLIES) ? warned : 0,
    rated: oneOf(rated, ["yes", "before", "never"]) ? rated : "no",
  };
}

/** @param {Unchecked} end */
const isEnd = (end) =>
  end?.reason === "agreement"
    ? end.side === null
    : oneOf(end?.reason, ["resignation", "time"]) && oneOf(end.side, ["red", "black"]);

/** @param {Unchecked} clock @param {number} plies */
const isClock = (clock, plies) =>
  isIntegerIn(clock?.base, 1, MAX_TIME) &&
  isIntegerIn(clock.increment, 0, MAX_TIME) &&
  isIntegerIn(clock.spent, 0, MAX_TIME) &&
  areTimes(clock.times, plies) &&
  areTimes(clock.thought ?? [], plies + 1);

/** @param {Unchecked} times @param {number} most */
const areTimes = (times, most) =>
  Array.isArray(times) &&
  times.length <= most &&
  times.every((/** @type {Unchecked} */ time) => isIntegerIn(time, 0, MAX_TIME));

/** @param {import("../core/game-record.ts").Clock} clock */
const pickClock = ({ base, increment, times, spent, paused, thought }) => ({
  base,
  increment,
  times,
  spent,
  ...(paused === true && { paused }),
  ...(thought && { thought }),
});

/** @param {Unchecked} text */
const isRecord = (text) =>
  text === null || (typeof text === "string" && text !== "" && text.length <= MAX_RECORD);

/** @param {Unchecked} raw */
function isGame(raw) {
  return (
    (raw.startFen === null || typeof raw.startFen === "string") &&
    isLine(raw.moves) &&
    isIntegerIn(raw.ply, 0, raw.moves.length) &&
    oneOf(raw.mode, ["engine", "local"]) &&
    oneOf(raw.side, ["red", "black"]) &&
    isStrength(raw.level) &&
    isIntegerIn(raw.seed, 0, 2 ** 32 - 1) &&
    typeof raw.flipped === "boolean" &&
    isRecord(raw.record ?? null)
  );
}

/**
 * The settings that are on or off.
 * @type {("sound"|"speak"|"showDests"|"music"|"insist"|"evalBar"|"seeThink"|"warnLoss"|"keepGames")[]}
 */
export const SWITCHES = [
  "sound",
  "speak",
  "showDests",
  "music",
  "insist",
  "evalBar",
  "seeThink",
  "warnLoss",
  "keepGames",
];

/** @param {Settings} settings */
export const encodeSettings = (settings) =>
  JSON.stringify({ version: SETTINGS_VERSION, ...settings });

/**
 * Settings are read field by field: one bad value costs that field only.
 * @param {string|null} text @returns {Settings}
 */
export function decodeSettings(text) {
  const settings = defaultSettings();
  const raw = parseObject(text);
  if (raw?.version !== SETTINGS_VERSION) return settings;
  if (oneOf(raw.lang, LANGS)) settings.lang = raw.lang;
  if (oneOf(raw.theme, ["system", "light", "dark"])) settings.theme = raw.theme;
  if (oneOf(raw.notation, NOTATIONS)) settings.notation = raw.notation;
  if (oneOf(raw.board, BOARDS)) settings.board = raw.board;
  if (oneOf(raw.pieces, SETS)) settings.pieces = raw.pieces;
  if (oneOf(raw.motion, MOTIONS)) settings.motion = raw.motion;
  if (isIntegerIn(raw.volume, 0, 100)) settings.volume = raw.volume;
  if (isIntegerIn(raw.cores, 1, MAX_CORES)) settings.cores = raw.cores;
  if (oneOf(raw.memory, MEMORY_SIZES)) settings.memory = raw.memory;
  for (const name of SWITCHES) if (typeof raw[name] === "boolean") settings[name] = raw[name];
  return settings;
}

/**
 * @param {() => Storage} area  may throw: some browsers forbid even to look
 * @param {(code: "full"|"fullRecord"|"blocked") => void} onProblem  called once per kind; "fullRecord": the
 *        game is kept, its opened record did not fit
 */
export function createStorage(area, onProblem = () => {}) {
  /** @type {Set<string>} */
  const told = new Set();
  /** @param {"full"|"fullRecord"|"blocked"} code */
  const problem = (code) => {
    if (!told.has(code)) onProblem(code);
    told.add(code);
  };
  const read = readerOf(area);
  const tryWrite = writerOf(area);
  /** @param {string} key @param {string} text */
  const write = (key, text) => {
    const code = tryWrite(key, text);
    if (code) problem(code);
  };
  /**
   * A record too long for the store is left out before the game is.
   * @param {string} key @param {GameRecord} game @param {string} placement @param {View|null} [view] @param {boolean} [early]
   */
  const writeGame = (key, game, placement, view, early) => {
    const code = tryWrite(key, encodeGame(game, placement, view, early));
    if (code !== "full" || game.record === null) return code && problem(code);
    const without = tryWrite(key, encodeGame({ ...game, record: null }, placement, view, early));
    problem(without ?? "fullRecord");
  };
  return {
    loadGame() {
      const text = read(GAME_KEY);
      const stored = decodeGame(text);
      if (stored?.broken) this.putGameAside();
      return stored;
    },
    /** Keeps a game that cannot be read, or that the rules do not have, where it will not be written over. */
    putGameAside: () => write(UNREAD_KEY, read(GAME_KEY) ?? ""),
    loadSettings: () => decodeSettings(read(SETTINGS_KEY)),
    /** @param {GameRecord} game @param {string} placement @param {View|null} [view] */
    saveGame: (game, placement, view) => writeGame(GAME_KEY, game, placement, view),
    /** The last move is one that the rules have not seen yet. @param {GameRecord} game @param {string} placement @param {View} view */
    saveEarly: (game, placement, view) => writeGame(GAME_KEY, game, placement, view, true),
    /** The game to come back to; null when there is none that can be read. @returns {GameRecord|null} */
    loadBefore() {
      const stored = decodeGame(read(BEFORE_KEY));
      return stored && !stored.broken ? stored.game : null;
    },
    /** @param {GameRecord} game */
    saveBefore: (game) => writeGame(BEFORE_KEY, game, ""),
    /** What was chosen last, as it was stored; whoever reads it checks it. @returns {Unchecked} */
    loadChoices: () => convertGame(parseObject(read(CHOICES_KEY))),
    /** @param {object} choices */
    saveChoices: (choices) => write(CHOICES_KEY, JSON.stringify({ version: VERSION, ...choices })),
    /** Whoever reads it checks it. */
    loadRating: () => read(RATING_KEY) ?? read(OLD_RATING_KEY),
    /** @param {string} text @returns {boolean} whether it could be stored */
    saveRating: (text) => {
      const code = tryWrite(RATING_KEY, text);
      if (code) problem(code);
      return !code;
    },
    /** Keeps what cannot be read where it will not be written over. */
    putRatingAside: () => write(UNREAD_RATING_KEY, read(RATING_KEY) ?? read(OLD_RATING_KEY) ?? ""),
    /** @param {Settings} settings */
    saveSettings: (settings) => write(SETTINGS_KEY, encodeSettings(settings)),
  };
}
