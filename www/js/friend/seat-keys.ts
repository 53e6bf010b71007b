// The keys of the players' seats. Each action is signed over all before it, so a game that was changed or continued
// differently is recognised. Ed25519 (RFC 8032) by @noble/ed25519, because WebCrypto is missing where a page comes
// without TLS, as from a computer in the same house.

import { getPublicKey, hashes, sign, utils, verify } from "@noble/ed25519";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { otherSide } from "../core/xiangqi.ts";
import type { Side } from "../core/xiangqi.ts";
import type { Terms } from "./actions.ts";
import { bytesOfHex, hexOf } from "./bytes.ts";

hashes.sha512 = sha512;

export const KEY_BYTES = 32;
export const SIGNATURE_BYTES = 64;

/** A seat's keys, as hexadecimal digits. */
export interface SeatKeys {
  secret: string;
  public: string;
}

export function newSeatKeys(): SeatKeys {
  const secret = utils.randomSecretKey();
  return { secret: hexOf(secret), public: hexOf(getPublicKey(secret)) };
}

/** Returns the digest of the actions so far, in which each depends on all before it. */
export function digestOf(terms: Terms, actions: readonly string[]): string {
  const { id, startFen, ruleset, hostSide, isLive, clock } = terms;
  const text = (value: string) => new TextEncoder().encode(value);
  const time = clock ? `${clock.base}+${clock.increment}` : "";
  const fields = ["chuhe friends 1", id, startFen ?? "", ruleset, hostSide, isLive, time];
  let digest = sha256(text(fields.join("\n")));
  for (const action of actions) digest = sha256(Uint8Array.from([...digest, ...text(action)]));
  return hexOf(digest);
}

/** Returns the id of the game that follows another in the same room. */
export const idAfter = (id: string): string =>
  hexOf(sha256(new TextEncoder().encode(`chuhe friends 1 after ${id}`)).subarray(0, 6));

/** The most games in a room that are passed over. */
const MAX_STEPS = 100;

/** Returns how many games after another in the same room a game is; 0 if it is none of them. */
export function stepsBetween(from: string, to: string): number {
  let id = from;
  for (let steps = 1; steps <= MAX_STEPS; steps++) if ((id = idAfter(id)) === to) return steps;
  return 0;
}

export const signDigest = (digest: string, { secret }: SeatKeys): string =>
  hexOf(sign(bytesOfHex(digest), bytesOfHex(secret)));

/** Returns true if a signature was made with the secret key of `key`. */
export function isSignedBy(key: string, digest: string, signature: string): boolean {
  try {
    return verify(bytesOfHex(signature), bytesOfHex(digest), bytesOfHex(key));
  } catch {
    return false; // no key, or no signature
  }
}

/** The side of the player who joins a game. */
export const guestSide = ({ hostSide }: Terms): Side => otherSide(hostSide);
