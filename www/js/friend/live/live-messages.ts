// The messages of a live game, as JSON that the sender's seat key signs. A topic is `chuhe/1/ROOM/KIND/PEER`; the peer's
// name comes from its public key, so nobody can write in another's place unnoticed.

import { sha256 } from "@noble/hashes/sha2.js";
import { isIntegerIn } from "../../core/numbers.ts";
import { isText } from "../../core/stored.ts";
import type { Unchecked } from "../../core/stored.ts";
import type { Side } from "../../core/xiangqi.ts";
import { hexOf } from "../bytes.ts";
import { isSignedBy, signDigest } from "../seat-keys.ts";
import type { SeatKeys } from "../seat-keys.ts";
import type { RoomKeys } from "./room-keys.ts";
import { isPhrase } from "./set-phrases.ts";
import type { Phrase } from "./set-phrases.ts";

const VERSION = 1;
/** The greatest size of an encrypted message, in bytes; relays take no more. */
export const MAX_PAYLOAD = 2048;
const MAX_NAME = 60;
const MAX_CLOCK_MS = 0xffff * 1000 * 10;

/** Milliseconds that remain for each side, not counting the turn that runs. */
export type Clocks = Record<Side, number>;

/** A message's place in the messages of one visit to the room, so that an old one that comes again does not count. */
export interface Ordinal {
  /** Random; 8 hexadecimal digits. */
  visit: string;
  number: number;
}

/**
 * "line": the whole game as a code, which has terms, rule book and version, with the sender's clocks. "here": the sender
 * is in the room; `proof` asks for the free seat. "say": a set phrase.
 */
export type Message =
  | { kind: "line"; code: string; clocks: Clocks | null }
  | ({ kind: "here"; proof: string | null; name: string } & Ordinal)
  | ({ kind: "say"; phrase: Phrase } & Ordinal);

export type LineMessage = Extract<Message, { kind: "line" }>;

export type MessageKind = Message["kind"];

/** A message with the public key of its sender. */
export interface Letter {
  key: string;
  message: Message;
}

/** Returns the part of a topic that stands for the owner of a public key. */
export const peerOf = (key: string): string => key.slice(0, 32);

export const topicOf = (
  { name }: Pick<RoomKeys, "name">,
  kind: MessageKind,
  peer: string,
): string => `chuhe/1/${name}/${kind}/${peer}`;

/** Splits a topic of the room; null for any other. */
export function readTopic(topic: string): { kind: MessageKind; peer: string } | null {
  const [, kind, peer] = /^chuhe\/1\/[\w-]{22}\/(line|here|say)\/([0-9a-f]{32})$/.exec(topic) ?? [];
  return peer === undefined ? null : { kind: kind as MessageKind, peer };
}

const digestOf = (topic: string, body: string): string =>
  hexOf(sha256(new TextEncoder().encode(`chuhe live 1\n${topic}\n${body}`)));

/** Signs and encrypts a message for its topic. */
export function sealMessage(room: RoomKeys, keys: SeatKeys, message: Message) {
  const topic = topicOf(room, message.kind, peerOf(keys.public));
  const body = JSON.stringify(message);
  const signature = signDigest(digestOf(topic, body), keys);
  const letter = JSON.stringify([VERSION, keys.public, signature, body]);
  return { topic, payload: room.seal(topic, letter) };
}

/** Decrypts and checks a message; null if it is not one of the peer that the topic names. */
export function openMessage(room: RoomKeys, topic: string, payload: Uint8Array): Letter | null {
  const place = readTopic(topic);
  const text = payload.length > MAX_PAYLOAD ? null : room.open(topic, payload);
  const letter = text === null ? null : parse(text);
  if (!place || !Array.isArray(letter)) return null;
  const [version, key, signature, body] = letter;
  const areTexts = [key, signature, body].every((value) => typeof value === "string");
  if (version !== VERSION || !areTexts || peerOf(key) !== place.peer) return null;
  if (!isSignedBy(key, digestOf(topic, body), signature)) return null;
  const message = parse(body);
  return isMessage(message, place.kind) ? { key, message } : null;
}

function parse(text: string): Unchecked {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isMessage(message: Unchecked, kind: MessageKind): message is Message {
  if (message?.kind !== kind) return false;
  switch (kind) {
    case "line":
      return (
        isText(message.code, /^[\w-]+$/) && (message.clocks === null || areClocks(message.clocks))
      );
    case "here":
      return (
        isOrdinal(message) &&
        (message.proof === null || isText(message.proof, /^[0-9a-f]{64}$/)) &&
        typeof message.name === "string" &&
        message.name.length <= MAX_NAME
      );
    case "say":
      return isOrdinal(message) && isPhrase(message.phrase);
  }
}

const isOrdinal = ({ visit, number }: Unchecked): boolean =>
  isText(visit, /^[0-9a-f]{8}$/) && isIntegerIn(number, 0, Number.MAX_SAFE_INTEGER);

export const areClocks = (clocks: Unchecked): clocks is Clocks =>
  isIntegerIn(clocks?.red, 0, MAX_CLOCK_MS) && isIntegerIn(clocks?.black, 0, MAX_CLOCK_MS);
