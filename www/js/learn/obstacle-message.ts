// Why a piece cannot go there, in more words than the page has for it: what the rules say keeps it from there.

/** @typedef {import("../../pkg/chuhe.js").Obstacle} Obstacle */

/**
 * Words to be said: a key of the locale files, and what to fill in. `piece` is a letter of the placement.
 * @typedef {{ key: string, piece?: string, square?: string, count?: number }} Why
 */

/** By the piece that cannot go there. @type {Record<string, string>} */
const BLOCKED = { N: "leg", B: "eye", R: "path", C: "jump" };
/** @type {Record<string, string>} */
const OTHERWISE = { K: "straight", A: "diagonal" };
/** @type {Partial<Record<Obstacle["kind"], string>>} */
const WORDS = { river: "river", palace: "palace", back: "back", notAcross: "notOver" };

/** @param {string} piece that cannot go there @param {Obstacle|null} obstacle @returns {Why|null} null when there is nothing to add to the rules' reason */
export function whyNot(piece, obstacle) {
  const word = obstacle && wordFor(piece.toUpperCase(), obstacle);
  if (!word) return null;
  const { piece: blocker, square, screens } = obstacle;
  return {
    key: `learn.why.${word}`,
    ...(blocker && square && { piece: blocker, square }),
    ...(screens && { count: screens }),
  };
}

/** @param {string} role @param {Obstacle} obstacle */
function wordFor(role, { kind, screens }) {
  if (kind === "blocked") return BLOCKED[role];
  if (kind === "screens") return screens === 0 ? "noScreen" : "screens";
  return kind === "notItsMove" ? OTHERWISE[role] : WORDS[kind];
}
