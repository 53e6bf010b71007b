// A position in the part of the address after `#`, so that it never reaches a server:
// #fen=…&level=4&side=black&mode=local. Spaces of the FEN may be written as _, + or %20.

/**
 * @param {string} hash  `location.hash`
 * @returns {{ startFen: string, level: string|null, side: string|null, mode: string|null }|null}
 *          null when the address names no position
 */
export function parseLink(hash) {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  const fen = params.get("fen");
  if (!fen) return null;
  return {
    startFen: fen.replaceAll("_", " ").trim(),
    level: params.get("level"),
    side: params.get("side"),
    mode: params.get("mode"),
  };
}

/** @typedef {NonNullable<ReturnType<typeof parseLink>>} Link */

/** @type {{ field: "level"|"side"|"mode", allowed: RegExp }[]} */
const FIELDS = [
  { field: "level", allowed: /^([1-9]|10)$/ },
  { field: "side", allowed: /^(red|black)$/ },
  { field: "mode", allowed: /^(engine|local)$/ },
];

/**
 * What is wrong with the choices of a link, in the shape of the errors of the rules.
 * @param {Link} link
 */
export function faultsOfLink(link) {
  const bad = FIELDS.filter(({ field, allowed }) => {
    const value = link[field];
    return value !== null && !allowed.test(value);
  });
  return bad.map(({ field }) => ({ code: "badOption", field, value: link[field] }));
}

/**
 * Fills what a link without faults leaves open: the person plays the side to move, at the level
 * played last.
 * @param {Link} link @param {number} level the level played last
 * @param {"red"|"black"} toMove the side to move in the link's position, as the rules read it
 * @returns {{ startFen: string, level: number, side: "red"|"black", mode: "engine"|"local" }}
 */
export function choicesOfLink(link, level, toMove) {
  const side = link.side ?? toMove;
  return {
    startFen: link.startFen,
    level: Number(link.level ?? level),
    side: side === "black" ? "black" : "red",
    mode: link.mode === "local" ? "local" : "engine",
  };
}
