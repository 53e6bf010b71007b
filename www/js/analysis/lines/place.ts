// What the engine is asked about: the position one looks at, or the same as if the side to move had passed.

/**
 * @typedef {object} LinePlace
 * @property {string} key       another position, or the same by another way, has another one
 * @property {string} of        the key of the position that is looked at
 * @property {string} fen       of the start
 * @property {string[]} moves   since then
 * @property {number} ply       moves played before
 * @property {"w"|"b"} turn     who moves
 * @property {boolean} over     nothing to think about
 * @property {number} [count]   so many lines and no more
 */

/**
 * @param {Pick<import("../study.js").StudyPosition, "fen"|"startFen"|"moves"|"turn"|"verdict">} position
 * @param {boolean} passed  not in check @returns {LinePlace}
 */
export function placeOf({ fen, startFen, moves, turn, verdict }, passed) {
  const of = `${startFen} ${moves.join(" ")}`;
  const ply = moves.length;
  const over = verdict.result !== "ongoing";
  if (!passed) return { key: of, of, fen: startFen, moves, ply, turn, over };
  const other = turn === "w" ? "b" : "w";
  const fields = fen.split(" ");
  const swapped = [fields[0], other, ...fields.slice(2)].join(" ");
  const place = { fen: swapped, moves: [], ply: ply + 1, turn: /** @type {"w"|"b"} */ (other) };
  return { ...place, key: `${of} pass`, of, over, count: 1 };
}
