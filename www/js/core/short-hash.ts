// Texts told apart in few letters, for keys that have to last: not for secrets.

/** FNV-1a, twice with different seeds: 64 bits in base 36. @param {string} text */
export function shortHash(text) {
  return [0x811c9dc5, 0x01000193].map((seed) => fnv1a(text, seed).toString(36)).join("");
}

/** FNV-1a in 32 bits. @param {string} text @param {number} seed */
export function fnv1a(text, seed) {
  let hash = seed;
  for (let i = 0; i < text.length; i++)
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}
