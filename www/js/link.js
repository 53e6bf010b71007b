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

/**
 * Fills what the link leaves open: the person plays the side to move, at the level played last.
 * @param {NonNullable<ReturnType<typeof parseLink>>} link @param {number} level the level played last
 * @returns {{ startFen: string, level: number, side: "red"|"black", mode: "engine"|"local" }}
 */
export function choicesOfLink({ startFen, level: wanted, side, mode }, level) {
  const number = Number(wanted ?? level);
  const blackToMove = startFen.split(/\s+/)[1] === "b";
  const own = side === "red" || side === "black" ? side : blackToMove ? "black" : "red";
  return {
    startFen,
    level: Number.isInteger(number) && number >= 1 && number <= 10 ? number : level,
    side: own,
    mode: mode === "local" ? "local" : "engine",
  };
}
