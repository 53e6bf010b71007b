// The code of a game between friends, for links and messages: terms, all actions, the players' keys and the last player's
// signature, as base64url. An action is its number among those that are allowed at its place, and all numbers are written
// as one, so that a move takes about six bits. Three bytes of a digest tell a code that a messenger has cut or changed.

import { sha256 } from "@noble/hashes/sha2.js";
import { RULESETS } from "../core/xiangqi.ts";
import type { Side } from "../core/xiangqi.ts";
import { START_FENS } from "../rules/handicaps.ts";
import type { GameClass } from "../rules/rules.ts";
import { FriendGame, textOf } from "./actions.ts";
import type { Terms } from "./actions.ts";
import { KEY_BYTES, SIGNATURE_BYTES } from "./seat-keys.ts";
import { bytesOfHex, fromBase64, hexOf, toBase64 } from "./bytes.ts";

const VERSION = 1;
const CHECK_BYTES = 3;
/** The greatest number of actions that is read. */
const MAX_ACTIONS = 4000;
const ID_BYTES = 6;
/** The value of a start position that is written as its FEN. */
const OWN_START = 15;
/** Bits of the second byte of the terms. */
const [HOST_IS_BLACK, IS_LIVE, HAS_CLOCK, HAS_ROOM, IS_SECRET] = [1, 2, 4, 8, 16];
const WORD_BYTES = 16;
const MAX_RELAY_BYTES = 255;
/** The greatest numbers of seconds that fit into a code. */
export const [MAX_BASE, MAX_INCREMENT] = [0xffff, 0xff];

/** The content of a code: a game as its last player knew it. */
export interface PackedGame {
  terms: Terms;
  /** The texts of the actions. */
  actions: string[];
  /** The public keys of the seats, as hexadecimal digits; only while the players may not know them yet. */
  keys: Partial<Record<Side, string>>;
  /** The signature of the player of the last action, or of the host; hexadecimal digits. */
  signature: string;
  /** The room of a live game; only in links. */
  room?: Invitation;
}

/** The way into the room of a live game. */
export interface Invitation {
  /** The room's secret, or only its watchword; 16 bytes as base64url. */
  word: string;
  isSecret: boolean;
  /** The relay's address, at most 255 bytes; "" for the first one of the page's own. */
  relay: string;
}

/** The reason why a text holds no game. */
export type CodeFault = "cut" | "newer" | "broken";

/**
 * Encodes a game.
 * @throws ChuheError or RangeError for terms or actions that cannot be
 */
export function packGame(Game: GameClass, game: PackedGame): string {
  const { terms, actions, keys, signature, room } = game;
  const line = new FriendGame(Game, terms);
  const digits: { digit: number; base: number }[] = [];
  try {
    for (const text of actions) {
      const allowed = line.allowed();
      digits.push({
        digit: allowed.findIndex((each) => textOf(each) === text),
        base: allowed.length,
      });
      line.play(text);
    }
  } finally {
    line.free();
  }
  let number = 0n;
  for (const { digit, base } of digits.toReversed()) number = number * BigInt(base) + BigInt(digit);
  const start = START_FENS.indexOf(terms.startFen);
  const fen = new TextEncoder().encode(start < 0 ? (terms.startFen ?? "") : "");
  const head =
    (start < 0 ? OWN_START : start) | (RULESETS.indexOf(terms.ruleset) << 4) | (hasKeys(keys) << 6);
  const content = [
    ...bytesOfHex(terms.id),
    head,
    (terms.hostSide === "red" ? 0 : HOST_IS_BLACK) |
      (terms.isLive ? IS_LIVE : 0) |
      (terms.clock ? HAS_CLOCK : 0) |
      (room ? HAS_ROOM : 0) |
      (room?.isSecret ? IS_SECRET : 0),
    ...(room ? bytesOfRoom(room) : []),
    ...(terms.clock ? [terms.clock.base >> 8, terms.clock.base & 255, terms.clock.increment] : []),
    ...(start < 0 ? [fen.length, ...fen] : []),
    ...(keys.red === undefined ? [] : bytesOfHex(keys.red)),
    ...(keys.black === undefined ? [] : bytesOfHex(keys.black)),
    ...bytesOfHex(signature),
    actions.length >> 8,
    actions.length & 255,
    ...bytesOfNumber(number),
  ];
  const body = [VERSION, content.length >> 8, content.length & 255, ...content];
  const check = sha256(Uint8Array.from(body)).subarray(0, CHECK_BYTES);
  return toBase64(Uint8Array.from([...body, ...check]));
}

function bytesOfRoom({ word, relay }: Invitation): number[] {
  const address = new TextEncoder().encode(relay);
  if (address.length > MAX_RELAY_BYTES) throw new RangeError("the relay's address is too long");
  return [...fromBase64(word), address.length, ...address];
}

/** Returns which keys are present: 1 for Red's, 2 for Black's. */
const hasKeys = ({ red, black }: PackedGame["keys"]): number =>
  (red === undefined ? 0 : 1) + (black === undefined ? 0 : 2);

/** Decodes a game; what follows the code is ignored. Returns the reason if that fails. */
export function unpackGame(Game: GameClass, code: string): PackedGame | CodeFault {
  const bytes = fromBase64(code);
  const [version = 0, high = 0, low = 0] = bytes;
  const end = 3 + (high << 8) + low;
  if (bytes.length < 3 || (version === VERSION && bytes.length < end + CHECK_BYTES)) return "cut";
  if (version !== VERSION) return version > VERSION && version < 16 ? "newer" : "broken";
  const check = sha256(bytes.subarray(0, end)).subarray(0, CHECK_BYTES);
  if (check.some((byte, index) => byte !== bytes[end + index])) return "broken";
  try {
    return readContent(Game, new Reader(bytes.subarray(3, end)));
  } catch {
    return "broken"; // made by another program
  }
}

function readContent(Game: GameClass, reader: Reader): PackedGame {
  const id = hexOf(reader.take(ID_BYTES));
  const head = reader.byte();
  const bits = reader.byte();
  const room =
    bits & HAS_ROOM
      ? {
          word: toBase64(reader.take(WORD_BYTES)),
          isSecret: (bits & IS_SECRET) !== 0,
          relay: reader.text(reader.byte()),
        }
      : null;
  const clock =
    bits & HAS_CLOCK
      ? { base: (reader.byte() << 8) + reader.byte(), increment: reader.byte() }
      : null;
  const start = head & 15;
  const startFen = start === OWN_START ? reader.text(reader.byte()) : START_FENS[start];
  const ruleset = RULESETS[(head >> 4) & 3];
  if (startFen === undefined || !ruleset) throw new RangeError("unknown terms");
  const keys: PackedGame["keys"] = {};
  if (head & 64) keys.red = hexOf(reader.take(KEY_BYTES));
  if (head & 128) keys.black = hexOf(reader.take(KEY_BYTES));
  const signature = hexOf(reader.take(SIGNATURE_BYTES));
  const count = (reader.byte() << 8) + reader.byte();
  if (count > MAX_ACTIONS) throw new RangeError("too many actions");
  const hostSide = bits & HOST_IS_BLACK ? "black" : "red";
  const terms: Terms = { id, startFen, ruleset, hostSide, isLive: (bits & IS_LIVE) !== 0, clock };
  const game = new FriendGame(Game, terms);
  try {
    let number = numberOfBytes(reader.rest());
    for (let index = 0; index < count; index++) {
      const allowed = game.allowed();
      const base = BigInt(allowed.length);
      const action = base === 0n ? undefined : allowed[Number(number % base)];
      if (!action) throw new RangeError("an action after the end");
      game.play(textOf(action));
      number /= base;
    }
    if (number !== 0n) throw new RangeError("more than the actions");
    const packed = { terms, actions: game.actions.map(textOf), keys, signature };
    return room ? { ...packed, room } : packed;
  } finally {
    game.free();
  }
}

/** Reads bytes one after the other; throws beyond the end. */
class Reader {
  #bytes;
  #at = 0;
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }
  take(count: number): Uint8Array {
    const taken = this.#bytes.subarray(this.#at, (this.#at += count));
    if (taken.length < count) throw new RangeError("too short");
    return taken;
  }
  byte(): number {
    return this.take(1)[0]!;
  }
  text(bytes: number): string {
    return new TextDecoder("utf-8", { fatal: true }).decode(this.take(bytes));
  }
  rest(): Uint8Array {
    return this.take(this.#bytes.length - this.#at);
  }
}

/** Returns the bytes of a number, the lowest first. */
function bytesOfNumber(number: bigint): number[] {
  const hex = number === 0n ? "" : number.toString(16);
  return [...bytesOfHex(hex.length % 2 === 0 ? hex : `0${hex}`)].toReversed();
}

const numberOfBytes = (bytes: Uint8Array): bigint => BigInt(`0x0${hexOf(bytes.toReversed())}`);
