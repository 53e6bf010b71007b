// Bytes as text: hexadecimal digits, and base64 as addresses have it.

export { bytesToHex as hexOf, hexToBytes as bytesOfHex } from "@noble/hashes/utils.js";

/** Returns base64url without padding. */
export function toBase64(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Decodes base64url, also if its end is cut. Any other character ends it. */
export function fromBase64(text: string): Uint8Array {
  const [digits = ""] = /^[\w-]*/.exec(text) ?? [];
  const whole = digits.length % 4 === 1 ? digits.slice(0, -1) : digits;
  const plain = atob(whole.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
