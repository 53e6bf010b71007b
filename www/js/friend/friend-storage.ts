// The games with friends that this device has a seat in or has looked at, kept in localStorage under one key. A text that
// cannot be read is copied to a second key.

import { isIntegerIn } from "../core/numbers.ts";
import { isText, parseVersion, readerOf, writerOf } from "../core/stored.ts";
import type { StoreProblem, Unchecked } from "../core/stored.ts";
import { RULESETS } from "../core/xiangqi.ts";
import type { Side } from "../core/xiangqi.ts";
import { MAX_BASE, MAX_INCREMENT } from "./game-code.ts";
import type { PackedGame } from "./game-code.ts";
import { areClocks } from "./live/live-messages.ts";
import type { Clocks } from "./live/live-messages.ts";
import { WORD } from "./live/room-keys.ts";
import type { SeatKeys } from "./seat-keys.ts";

export const FRIENDS_KEY = "chuhe:friends";
/** The key of the last text with unreadable parts. */
export const UNREAD_FRIENDS_KEY = "chuhe:friends-unread";
/** The key of the name by which the person is shown to friends in live games. */
const NAME_KEY = "chuhe:friend-name";
const VERSION = 1;
const MAX_GAMES = 1000;
export const MAX_NAME = 60;

/** A game as this device knows it. */
export interface KeptGame extends PackedGame {
  /** The keys of the seats that are played on this device; none if the game is only watched. */
  own: Partial<Record<Side, SeatKeys>>;
  /** The other player's name, as the person typed it or as they gave it in a live game. */
  name: string;
  /** When the game began here, and when it last changed: milliseconds since 1970. */
  begun: number;
  changed: number;
  /** The number of actions that have been sent to the other player. */
  sent: number;
  /** True if the game is in the library. */
  isSaved: boolean;
  /** The room of a live game; null for a game by link. */
  live: LiveSeat | null;
}

/** The room of a live game, as this device knows it. */
export interface LiveSeat {
  /** Proves that one may take the free seat; null for watchers. */
  secret: string | null;
  /** Gives the room's name and the key of its messages. */
  watchword: string;
  /** The relay's address, as the link or `relays.json` has it. */
  relay: string;
  /** False while the host has not confirmed this device's seat. */
  isSeated: boolean;
  clocks: Clocks | null;
  /** When the turn began: milliseconds since 1970 by this device's clock. */
  since: number | null;
  /** When this device was last known to be in the room; null if it never was. */
  seen: number | null;
}

const SIDES = ["red", "black"] as const;
const HEX = (bytes: number) => new RegExp(`^[0-9a-f]{${bytes * 2}}$`);
const [ID, KEY, SIGNATURE] = [HEX(6), HEX(32), HEX(64)];
const FEN = /^[\w/ -]{10,140}$/;
const ACTION =
  /^([a-i]\d[a-i]\d|(red|black) (ask (draw|takeback)|claim (time|win|draw)|agree|decline|resign|timeout|again))$/;
const MAX_ADDRESS = 2000;

const isOneOf = (value: unknown, values: readonly unknown[]) => values.includes(value);
const isTime = (value: unknown) => isIntegerIn(value, 0, Number.MAX_SAFE_INTEGER);

/** Returns true if the values of an object by side, which may be missing, all pass a test. */
const areBySide = (value: Unchecked, test: (each: Unchecked) => boolean): boolean =>
  value !== null &&
  typeof value === "object" &&
  Object.entries(value).every(([side, each]) => isOneOf(side, SIDES) && test(each));

const isTerms = ({ id, startFen, ruleset, hostSide, isLive, clock }: Unchecked): boolean =>
  isText(id, ID) &&
  (startFen === null || isText(startFen, FEN)) &&
  isOneOf(ruleset, RULESETS) &&
  isOneOf(hostSide, SIDES) &&
  typeof isLive === "boolean" &&
  (clock === null ||
    (isIntegerIn(clock?.base, 0, MAX_BASE) && isIntegerIn(clock.increment, 0, MAX_INCREMENT)));

const isLiveSeat = (live: Unchecked): boolean =>
  live === null ||
  ((live?.secret === null || isText(live?.secret, WORD)) &&
    isText(live.watchword, WORD) &&
    typeof live.relay === "string" &&
    live.relay.length <= MAX_ADDRESS &&
    typeof live.isSeated === "boolean" &&
    (live.clocks === null || areClocks(live.clocks)) &&
    (live.since === null || isTime(live.since)) &&
    (live.seen === null || isTime(live.seen)));

/** Returns true if the fields have the right types; the actions may still not be allowed. */
export const isKept = (game: Unchecked): game is KeptGame =>
  isTerms(game?.terms ?? {}) &&
  Array.isArray(game.actions) &&
  game.actions.every((text: unknown) => isText(text, ACTION)) &&
  areBySide(game.keys, (key) => isText(key, KEY)) &&
  areBySide(game.own, (keys) => isText(keys?.secret, KEY) && isText(keys.public, KEY)) &&
  isText(game.signature, SIGNATURE) &&
  typeof game.name === "string" &&
  game.name.length <= MAX_NAME &&
  isTime(game.begun) &&
  isTime(game.changed) &&
  isIntegerIn(game.sent, 0, game.actions.length) &&
  typeof game.isSaved === "boolean" &&
  isLiveSeat(game.live);

export const encodeGames = (games: readonly KeptGame[]): string =>
  JSON.stringify({ version: VERSION, games });

/** Returns the readable games of a text. `isWhole` is false if some parts are unreadable. */
export function decodeGames(text: string | null): { games: KeptGame[]; isWhole: boolean } {
  const raw = parseVersion(text, VERSION);
  if (!Array.isArray(raw?.games)) return { games: [], isWhole: text === null };
  const games: KeptGame[] = raw.games.filter(isKept).slice(0, MAX_GAMES);
  return { games, isWhole: games.length === raw.games.length };
}

export type FriendStorage = ReturnType<typeof createFriendStorage>;

/** `area` may throw: some browsers forbid even access to the storage. */
export function createFriendStorage(area: () => Storage) {
  const read = readerOf(area);
  const write = writerOf(area);
  /** The text that this tab has read or written last. */
  let lastText: string | null = null;
  return {
    /** Returns true if another tab has written since. */
    isChanged: (): boolean => read(FRIENDS_KEY) !== lastText,
    /** Returns the stored games that `isPlayable` accepts. If others are there, their text goes to the second key. */
    load(isPlayable: (game: KeptGame) => boolean) {
      const text = read(FRIENDS_KEY);
      lastText = text;
      const decoded = decodeGames(text);
      const games = decoded.games.filter(isPlayable);
      const isWhole = decoded.isWhole && games.length === decoded.games.length;
      if (!isWhole && text !== null) write(UNREAD_FRIENDS_KEY, text);
      return { games, isWhole };
    },
    name: (): string => (read(NAME_KEY) ?? "").slice(0, MAX_NAME),
    saveName: (name: string): StoreProblem | null => write(NAME_KEY, name),
    /** Returns the problem if the games could not be stored. */
    save(games: readonly KeptGame[]): StoreProblem | null {
      const text = encodeGames(games);
      const problem = write(FRIENDS_KEY, text);
      if (!problem) lastText = text;
      return problem;
    },
  };
}
