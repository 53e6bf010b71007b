// Short hashes of texts, for storage keys; not cryptographic.

/** Returns a hash of 64 bits in base 36, made of two FNV-1a hashes with different seeds. */
export function shortHash(text: string): string {
  return [0x811c9dc5, 0x01000193].map((seed) => fnv1a(text, seed).toString(36)).join("");
}

/** Returns the 32-bit FNV-1a hash of a text's UTF-16 code units, with `seed` as the offset basis. */
export function fnv1a(text: string, seed: number): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++)
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}
