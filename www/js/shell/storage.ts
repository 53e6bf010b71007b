// Stores the settings, the running game and the person's rating as versioned JSON records, each written whole. A game
// or rating that cannot be read is reported and copied to another key, never repaired.

import { defaultGame } from "../core/game-record.ts";
import type { Clock, GameRecord } from "../core/game-record.ts";
import { fromSecondScale, fromTenLevels, isStrength } from "../core/levels.ts";
import { isIntegerIn } from "../core/numbers.ts";
import { isText, parseObject, readerOf, writerOf } from "../core/stored.ts";
import type { Unchecked } from "../core/stored.ts";
import { RULESETS, splitMove } from "../core/xiangqi.ts";
import type { PositionView } from "../core/xiangqi.ts";
import { readDests, writeDests } from "../rules/legal-moves.ts";
import { decodeSettings, encodeSettings } from "./settings.ts";
import type { Settings } from "./settings.ts";

/** The version of stored games and choices. */
export const VERSION = 3;
/** The version whose scale had ten levels. Choices stored by that version have no version number. */
const TEN_LEVELS = 1;
/** The version with levels on the second scale. */
const VERSION_OF_SECOND_SCALE = 2;
export const GAME_KEY = "chuhe:game";
export const SETTINGS_KEY = "chuhe:settings";
/** The last choices in the new-game sheet. */
export const CHOICES_KEY = "chuhe:choices";
/** The game that was on the board before another one was opened. */
export const BEFORE_KEY = "chuhe:game:before";
/** The person's rating. */
export const RATING_KEY = "chuhe:rating:2";
/** The rating on the second scale of levels, which an older release in another tab may still use. */
const OLD_RATING_KEY = "chuhe:rating";
/** The last game that could not be read. */
export const UNREAD_KEY = "chuhe:game:unread";
/** The last rating that could not be read. */
export const UNREAD_RATING_KEY = "chuhe:rating:unread";

const SQUARE = /^[a-i][0-9]$/;
const MOVE = /^[a-i][0-9][a-i][0-9]$/;
const PLACEMENT = /^[.KABNRCPkabnrcp]{90}$/;
const MAX_PLIES = 10_000;
/** The longest time on a clock, in milliseconds. */
const MAX_TIME = 7 * 24 * 3_600_000;
/** The longest opened record, in characters; also the longest that the rules can read. */
const MAX_RECORD = 8 * 2 ** 20;

const oneOf = (value: unknown, allowed: readonly unknown[]): boolean => allowed.includes(value);

const isLine = (moves: Unchecked): boolean =>
  Array.isArray(moves) && moves.length <= MAX_PLIES && moves.every((move) => isText(move, MOVE));

/** The part of the rules' view of the position that lets a person move before the rules are loaded. */
export type StoredView = Pick<PositionView, "turn" | "dests" | "lastMove" | "check">;

export interface StoredGame {
  game: GameRecord;
  /** The placement on the board, so that it can be drawn before the rules are loaded. */
  placement: string | null;
  /** Lets the person move before the rules are loaded. */
  view: StoredView | null;
  /** A move that was made before the rules were loaded; null for none. `placement` includes the move, `game` does not. */
  early: string | null;
  broken: boolean;
}

/** Encodes a game for storage; `early` is true if the rules have not checked the last move. */
export const encodeGame = (
  game: GameRecord,
  placement: string,
  view: StoredView | null = null,
  early = false,
): string =>
  JSON.stringify({
    version: VERSION,
    ...game,
    placement,
    view: view && encodeView(view),
    ...(early && { early }),
  });

const encodeView = ({ turn, dests, lastMove, check }: StoredView) => ({
  turn,
  dests: writeDests(dests),
  lastMove: lastMove?.join("") ?? null,
  check,
});

function decodeView(raw: Unchecked): StoredView | null {
  const dests = readDests(raw?.dests);
  if (!dests || !oneOf(raw.turn, ["w", "b"])) return null;
  const { turn, lastMove, check } = raw;
  if (lastMove !== null && !isLine([lastMove])) return null;
  if (check !== null && !isText(check, SQUARE)) return null;
  return { turn, dests, lastMove: lastMove && splitMove(lastMove), check };
}

/** Decodes a stored game. The result is `broken` if the text cannot be read, and null if `text` is null. */
export function decodeGame(text: string | null): StoredGame | null {
  if (text === null) return null;
  const none = { placement: null, view: null, early: null };
  const broken = { game: defaultGame(), ...none, broken: true };
  const raw = convertGame(parseObject(text));
  if (raw?.version !== VERSION || !isGame(raw)) return broken;
  const { startFen, mode, side, level, seed, flipped, record, placement } = raw;
  const early = raw.early === true && raw.ply > 0 ? raw.moves[raw.ply - 1] : null;
  return {
    game: {
      startFen,
      moves: early ? raw.moves.slice(0, raw.ply - 1) : raw.moves,
      ply: early ? raw.ply - 1 : raw.ply,
      mode,
      side,
      level,
      seed,
      flipped,
      record: record ?? null, // older games have none
      ...readExtras(raw),
    },
    placement: isText(placement, PLACEMENT) ? placement : null,
    view: decodeView(raw.view),
    early,
    broken: false,
  };
}

/** Converts the level of a stored game or of stored choices from an older scale. */
function convertGame(raw: Unchecked): Unchecked {
  const version = raw?.version ?? TEN_LEVELS;
  if (version === TEN_LEVELS && isIntegerIn(raw?.level, 1, 10))
    return { ...raw, version: VERSION, level: fromTenLevels(raw.level) };
  if (version === VERSION_OF_SECOND_SCALE && isStrength(raw.level))
    return { ...raw, version: VERSION, level: fromSecondScale(raw.level) };
  return raw;
}

/** Reads the fields that older games lack; replaces missing and invalid values by defaults. */
function readExtras(raw: Unchecked) {
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

const isEnd = (end: Unchecked): boolean =>
  end?.reason === "agreement"
    ? end.side === null
    : oneOf(end?.reason, ["resignation", "time"]) && oneOf(end.side, ["red", "black"]);

const isClock = (clock: Unchecked, plies: number): boolean =>
  isIntegerIn(clock?.base, 1, MAX_TIME) &&
  isIntegerIn(clock.increment, 0, MAX_TIME) &&
  isIntegerIn(clock.spent, 0, MAX_TIME) &&
  areTimes(clock.times, plies) &&
  areTimes(clock.thought ?? [], plies + 1);

const areTimes = (times: unknown, most: number): boolean =>
  Array.isArray(times) &&
  times.length <= most &&
  times.every((time) => isIntegerIn(time, 0, MAX_TIME));

const pickClock = ({ base, increment, times, spent, paused, thought }: Clock): Clock => ({
  base,
  increment,
  times,
  spent,
  ...(paused === true && { paused }),
  ...(thought && { thought }),
});

const isRecord = (text: unknown): boolean =>
  text === null || (typeof text === "string" && text !== "" && text.length <= MAX_RECORD);

const isGame = (raw: Unchecked): boolean =>
  (raw.startFen === null || typeof raw.startFen === "string") &&
  isLine(raw.moves) &&
  isIntegerIn(raw.ply, 0, raw.moves.length) &&
  oneOf(raw.mode, ["engine", "local"]) &&
  oneOf(raw.side, ["red", "black"]) &&
  isStrength(raw.level) &&
  isIntegerIn(raw.seed, 0, 2 ** 32 - 1) &&
  typeof raw.flipped === "boolean" &&
  isRecord(raw.record ?? null);

/** "fullRecord": the game is stored without its opened record, because the record did not fit. */
export type Problem = "full" | "fullRecord" | "blocked";

/** `area` may throw: some browsers forbid even access to the storage. `onProblem` is called once for each problem. */
export function createStorage(
  area: () => Storage,
  onProblem: (problem: Problem) => void = () => {},
) {
  const reported = new Set<Problem>();
  const report = (problem: Problem) => {
    if (!reported.has(problem)) onProblem(problem);
    reported.add(problem);
  };
  const read = readerOf(area);
  const tryWrite = writerOf(area);
  /** Returns true if the text could be stored. */
  const write = (key: string, text: string): boolean => {
    const problem = tryWrite(key, text);
    if (problem) report(problem);
    return !problem;
  };
  /** Writes a game; if the storage is full, writes it again without its opened record. */
  const writeGame = (key: string, ...[game, ...position]: Parameters<typeof encodeGame>): void => {
    const problem = tryWrite(key, encodeGame(game, ...position));
    if (problem !== "full" || game.record === null) return void (problem && report(problem));
    const second = tryWrite(key, encodeGame({ ...game, record: null }, ...position));
    report(second ?? "fullRecord");
  };
  const readRating = () => read(RATING_KEY) ?? read(OLD_RATING_KEY);
  /** Copies a game that the page or the rules cannot read to a key that the next game does not overwrite. */
  const putGameAside = () => write(UNREAD_KEY, read(GAME_KEY) ?? "");
  return {
    loadGame() {
      const stored = decodeGame(read(GAME_KEY));
      if (stored?.broken) putGameAside();
      return stored;
    },
    putGameAside,
    loadSettings: () => decodeSettings(read(SETTINGS_KEY)),
    saveGame: (game: GameRecord, placement: string, view?: StoredView | null) =>
      writeGame(GAME_KEY, game, placement, view),
    /** Stores a game whose last move the rules have not checked. */
    saveEarly: (game: GameRecord, placement: string, view: StoredView) =>
      writeGame(GAME_KEY, game, placement, view, true),
    /**
     * Returns the game that was on the board before another one was opened. Returns null if there is none or it cannot
     * be read.
     */
    loadBefore(): GameRecord | null {
      const stored = decodeGame(read(BEFORE_KEY));
      return stored && !stored.broken ? stored.game : null;
    },
    saveBefore: (game: GameRecord) => writeGame(BEFORE_KEY, game, ""),
    /** Returns the last choices in the new-game sheet, unchecked. */
    loadChoices: (): Unchecked => convertGame(parseObject(read(CHOICES_KEY))),
    saveChoices: (choices: object) =>
      write(CHOICES_KEY, JSON.stringify({ version: VERSION, ...choices })),
    /** Returns the text of the rating unchecked. */
    loadRating: readRating,
    /** Returns true if the rating could be stored. */
    saveRating: (text: string) => write(RATING_KEY, text),
    /** Copies a rating that cannot be read to a key that is not overwritten. */
    putRatingAside: () => write(UNREAD_RATING_KEY, readRating() ?? ""),
    saveSettings: (settings: Settings) => write(SETTINGS_KEY, encodeSettings(settings)),
  };
}

export type PageStorage = ReturnType<typeof createStorage>;
