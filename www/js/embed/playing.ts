// A position in a frame that can be played on: both sides by whoever looks at it. The moves made lie behind the position
// as those of a game do, so that the same buttons go back through them.

/**
 * What an address allows: only a position without moves is played on, so that no game in a frame is lost.
 * @param {string} search `location.search` @param {number} moves that the address holds
 */
export const mayPlayOn = (search, moves) =>
  moves === 0 && new URLSearchParams(search).get("play") === "on";

/**
 * What the board is told in a position, so that a person can move there.
 * @param {import("../rules/rules.ts").GameClass} Game @param {string|null} startFen @param {readonly string[]} moves up to it
 * @returns {Pick<import("../board/index.js").BoardState, "movable"|"dests"> & { verdict: import("../core/xiangqi.ts").Verdict }}
 */
export function readyToMove(Game, startFen, moves) {
  const rules = new Game(startFen, [...moves]);
  const { dests, verdict } = rules.view();
  rules.free();
  return { movable: "both", dests, verdict };
}

/**
 * Why a move is not one; undefined where it is.
 * @param {import("../rules/rules.ts").GameClass} Game @param {string|null} startFen @param {readonly string[]} moves before it
 * @param {string} move
 */
export function refusalOf(Game, startFen, moves, move) {
  const rules = new Game(startFen, [...moves]);
  const reason = rules.refusal(move);
  rules.free();
  return reason;
}
