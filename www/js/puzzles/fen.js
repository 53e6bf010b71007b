// The first field of a FEN as the board wants it, without the rules: there is something to see before they come.

/** @param {string} fen @returns {string} 90 letters, index rank * 9 + file, `.` empty */
export function parsePlacement(fen) {
  const [field] = fen.split(" ");
  const ranks = field.split("/").map((rank) => rank.replace(/\d/g, (n) => ".".repeat(Number(n))));
  return ranks.toReversed().join("");
}
