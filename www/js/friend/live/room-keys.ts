// The keys of a room, in which a live game is played. A link for a player has a secret; who has it may take the free seat.
// From it comes the watchword, which alone is in a link for watchers: it gives the room's name on the relay and the key of
// all messages. So a relay learns neither, and a watcher cannot prove to have the secret.

import { gcm } from "@noble/ciphers/aes.js";
import { hkdf } from "@noble/hashes/hkdf.js";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesOfHex, fromBase64, hexOf, toBase64 } from "../bytes.ts";

const SECRET_BYTES = 16;
const NONCE_BYTES = 12;
/** A secret or a watchword: 16 bytes as base64url. */
export const WORD = /^[\w-]{22}$/;

const text = (value: string) => new TextEncoder().encode(value);
const derive = (word: string, use: string, length: number) =>
  hkdf(sha256, fromBase64(word), undefined, text(`chuhe live 1 ${use}`), length);

export const newSecret = (): string =>
  toBase64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));

/** Returns the watchword of a secret. */
export const watchwordOf = (secret: string): string =>
  toBase64(derive(secret, "watchword", SECRET_BYTES));

/** Returns the proof that the owner of a public key has the secret, both as hexadecimal digits. */
export const proofOf = (secret: string, key: string): string =>
  hexOf(hmac(sha256, fromBase64(secret), bytesOfHex(key)));

export interface RoomKeys {
  /** The room's name on the relay: 22 base64url characters. */
  name: string;
  /** Encrypts a message for a topic by AES-256-GCM; the nonce goes before it. */
  seal(topic: string, message: string): Uint8Array;
  /** Decrypts a message; null if it is from somebody without the key, or for another topic. */
  open(topic: string, payload: Uint8Array): string | null;
}

export function roomKeysOf(watchword: string): RoomKeys {
  const key = derive(watchword, "key", 32);
  return {
    name: toBase64(derive(watchword, "room", SECRET_BYTES)),
    seal(topic, message) {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const sealed = gcm(key, nonce, text(topic)).encrypt(text(message));
      return Uint8Array.from([...nonce, ...sealed]);
    },
    open(topic, payload) {
      try {
        const nonce = payload.subarray(0, NONCE_BYTES);
        const opened = gcm(key, nonce, text(topic)).decrypt(payload.subarray(NONCE_BYTES));
        return new TextDecoder().decode(opened);
      } catch {
        return null;
      }
    },
  };
}
