// The file with the games of a device and the keys of its seats, for another device of the same person.

import { parseObject } from "../core/stored.ts";
import type { Unchecked } from "../core/stored.ts";
import type { Side } from "../core/xiangqi.ts";
import type { GameClass } from "../rules/rules.ts";
import { FriendGame } from "./actions.ts";
import { isKept } from "./friend-storage.ts";
import type { KeptGame } from "./friend-storage.ts";
import { digestOf, isSignedBy, signDigest } from "./seat-keys.ts";

const FORMAT = "chuhe-friends";
const VERSION = 1;

/** A fault of a whole file. `line` and `column` begin at 1; they are missing if the browser does not name them. */
export type FileFault =
  { kind: "none" | "newer" } | { kind: "text"; line?: number; column?: number };

/** A fault of one game: its number in the file, from 1, and the field or the number and text of the faulty action. */
export type GameFault =
  { number: number; field: string } | { number: number; step: number; action: string };

export interface ReadGames {
  games: KeptGame[];
  faults: GameFault[];
}

/** Returns the text of a file, a game in each line. */
export const writeGamesFile = (games: readonly KeptGame[]): string =>
  `{"format":"${FORMAT}","version":${VERSION},"games":[\n${games.map((game) => JSON.stringify(game)).join(",\n")}\n]}\n`;

/** Reads a file. Faulty games are left out and named. */
export function readGamesFile(Game: GameClass, text: string): ReadGames | FileFault {
  const file = parseObject(text);
  if (file === undefined) return /^\s*\{/.test(text) ? placeOfFault(text) : { kind: "none" };
  if (file.format !== FORMAT || !Array.isArray(file.games)) return { kind: "none" };
  if (file.version !== VERSION) return { kind: file.version > VERSION ? "newer" : "none" };
  const games: KeptGame[] = [];
  const faults: GameFault[] = [];
  for (const [index, entry] of (file.games as Unchecked[]).entries()) {
    const fault = faultOf(Game, entry);
    if (fault) faults.push({ number: index + 1, ...fault });
    else games.push(entry);
  }
  return { games, faults };
}

/** Finds where the JSON ends to be valid, from the words of the browser's error. */
function placeOfFault(text: string): FileFault {
  try {
    JSON.parse(text);
    return { kind: "none" };
  } catch (error) {
    const words = String(error);
    const [, line, column] = /line (\d+) column (\d+)/.exec(words) ?? [];
    if (line && column) return { kind: "text", line: Number(line), column: Number(column) };
    // A text that ends too early has no position in some browsers' words.
    const [, at = text.length] = /position (\d+)/.exec(words) ?? [];
    const lines = text.slice(0, Number(at)).split("\n");
    return { kind: "text", line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  }
}

function faultOf(
  Game: GameClass,
  entry: Unchecked,
): { field: string } | { step: number; action: string } | null {
  if (!isKept(entry)) return { field: fieldAtFault(entry) };
  let game: FriendGame | undefined;
  try {
    game = new FriendGame(Game, entry.terms);
    for (const [index, action] of entry.actions.entries()) {
      try {
        game.play(action);
      } catch {
        return { step: index + 1, action };
      }
    }
    return isGenuine(entry, game.actions.at(-1)?.side) ? null : { field: "signature" };
  } catch {
    return { field: "terms" };
  } finally {
    game?.free();
  }
}

/** Returns the first field without which the entry would be right, or "terms". */
function fieldAtFault(entry: Unchecked): string {
  const sound = {
    terms: {
      id: "0".repeat(12),
      startFen: null,
      ruleset: "asian",
      hostSide: "red",
      isLive: false,
      clock: null,
    },
    actions: [],
    keys: {},
    own: {},
    signature: "0".repeat(128),
    name: "",
    begun: 0,
    changed: 0,
    sent: 0,
    isSaved: false,
    live: null,
  };
  if (entry === null || typeof entry !== "object") return "{}";
  const names = Object.keys(sound) as (keyof typeof sound)[];
  return names.find((name) => isKept({ ...entry, [name]: sound[name] })) ?? "terms";
}

/** Returns true if the keys of the seats fit each other and the signature is that of the last player. */
function isGenuine({ terms, actions, keys, own, signature }: KeptGame, last?: Side): boolean {
  const digest = digestOf(terms, actions);
  const seats = Object.values(own);
  if (!seats.every((seat) => isSignedBy(seat.public, digest, signDigest(digest, seat))))
    return false;
  if (last === undefined) return true; // nothing has been done yet
  const key = own[last]?.public ?? keys[last];
  return key === undefined || isSignedBy(key, digest, signature);
}

export interface Merged {
  games: KeptGame[];
  /** The numbers of games that are new, go on further in the file, are here at least as far, and went another way. */
  added: number;
  continued: number;
  same: number;
  forked: number;
}

/** True if this device plays a side, and in a live game the host has confirmed it. */
const hasSeat = ({ own, live }: KeptGame): boolean =>
  Object.keys(own).length > 0 && live?.isSeated !== false;

/** Adds games to those of this device. Of a game on both, the longer line is kept, and the seats of this device. */
export function mergeGames(here: readonly KeptGame[], others: readonly KeptGame[]): Merged {
  const merged: Merged = { games: [...here], added: 0, continued: 0, same: 0, forked: 0 };
  for (const other of others) {
    const at = merged.games.findIndex(({ terms }) => terms.id === other.terms.id);
    const known = merged.games[at];
    if (!known) {
      merged.games.unshift(other);
      merged.added += 1;
      continue;
    }
    const common = Math.min(known.actions.length, other.actions.length);
    const isFork = other.actions
      .slice(0, common)
      .some((text, index) => text !== known.actions[index]);
    const isLonger = !isFork && other.actions.length > common;
    const seated = hasSeat(known) || !hasSeat(other) ? known : other;
    const longer = isLonger ? other : known;
    merged.games[at] = {
      ...longer,
      // A seat, its keys and its place in the room belong together.
      own: seated.own,
      live: seated.live,
      keys: { ...(seated === known ? other : known).keys, ...seated.keys },
      name: known.name || other.name,
      isSaved: known.isSaved,
    };
    if (isFork) merged.forked += 1;
    else if (isLonger) merged.continued += 1;
    else merged.same += 1;
  }
  return merged;
}
