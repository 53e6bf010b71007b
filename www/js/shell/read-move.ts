// A move that is typed, in any notation that the rules read.

/**
 * Two points are a move, legal or not: it is said in words why it is not. The rest is for the reader of the rules.
 * @param {import("../rules/rules.ts").GameClass} Game
 * @param {{ startFen: string|null, moves: string[] }} position @param {string} text @throws ChuheError "badNotation"
 */
export function readMove(Game, { startFen, moves }, text) {
  const points = /^([a-i][0-9])[-–]?([a-i][0-9])$/i.exec(text);
  if (points && points[1] !== points[2]) return (points[1] + points[2]).toLowerCase();
  const game = new Game(startFen, moves);
  try {
    return game.readMove(text);
  } finally {
    game.free();
  }
}
