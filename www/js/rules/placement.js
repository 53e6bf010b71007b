// The first field of a FEN as the board wants it, without the rules: there is something to see before they come.

/** @param {string} fen @returns {string} 90 letters, index rank * 9 + file, `.` empty */
export function parsePlacement(fen) {
  const [field] = fen.split(" ");
  const ranks = field.split("/").map((rank) => rank.replace(/\d/g, (n) => ".".repeat(Number(n))));
  return ranks.toReversed().join("");
}

/** The first field of a FEN with the sides exchanged: the board turned, and each piece the other side's. @param {string} field */
export function turnedPlacement(field) {
  const other = (/** @type {string} */ sign) =>
    sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase();
  return [...field].toReversed().map(other).join("");
}

/** A move on the turned board. @param {string} move */
export function turnedMove(move) {
  return move.replace(
    /([a-i])(\d)/g,
    (_, file, rank) => String.fromCharCode(202 - file.charCodeAt(0)) + (9 - Number(rank)),
  );
}
