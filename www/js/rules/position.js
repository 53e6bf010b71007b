// Positions for lessons in which only one side moves. Pure but for the rules that are asked.

/** @typedef {import("./rules.js").GameClass} GameClass */
/** @typedef {InstanceType<GameClass>} Rules */

const PALACE = ["e9", "d9", "f9", "d8", "f8", "e8", "d7", "f7", "e7"];

/** @param {string} square */
export const indexOf = (square) => Number(square[1]) * 9 + square.charCodeAt(0) - 97;

/** @param {string} placement @param {string} square */
export const pieceAt = (placement, square) => placement[indexOf(square)];

/** @param {string} piece */
export const isRed = (piece) => piece >= "A" && piece <= "Z";

/** The points strictly between two points of one line. @param {string} from @param {string} to @returns {string[]} */
export function between(from, to) {
  const file = to.charCodeAt(0) - from.charCodeAt(0);
  const rank = Number(to[1]) - Number(from[1]);
  if ((file !== 0) === (rank !== 0)) return [];
  const steps = Math.abs(file || rank);
  return Array.from({ length: steps - 1 }, (_, i) =>
    shifted(from, Math.sign(file) * (i + 1), Math.sign(rank) * (i + 1)),
  );
}

/** @param {string} square @param {number} files @param {number} ranks */
export const shifted = (square, files, ranks) =>
  String.fromCharCode(square.charCodeAt(0) + files) + (Number(square[1]) + ranks);

/** @param {string} placement @param {"w"|"b"} turn */
export function fenOf(placement, turn) {
  const rows = Array.from({ length: 10 }, (_, i) => placement.slice((9 - i) * 9, (10 - i) * 9));
  return `${rows.map((row) => row.replace(/\.+/g, (gap) => String(gap.length))).join("/")} ${turn}`;
}

/**
 * The same position with Red to move once more, as if Black had passed. Where Black's general would be in
 * check, or face Red's, it steps aside.
 * @param {GameClass} Game @param {string} placement @returns {Rules}
 */
export function redAgain(Game, placement) {
  const home = placement.indexOf("k");
  const free = PALACE.map(indexOf).filter((index) => placement[index] === ".");
  for (const index of [home, ...free]) {
    const points = [...placement];
    points[home] = ".";
    points[index] = "k";
    try {
      return new Game(fenOf(points.join(""), "w"));
    } catch {
      // In check there: the next point.
    }
  }
  throw new Error("Black's general has no point to stand on");
}
