// The position that the laboratory looks at.

/**
 * @typedef {object} LabPosition
 * @property {string|null} startFen   null is the start position
 * @property {string[]} moves         since then, such as h2e2
 * @property {string} fen
 * @property {"w"|"b"} turn
 * @property {string} placement       90 letters, index rank * 9 + file, `.` empty
 * @property {[string, string]|null} lastMove
 * @property {string|null} check      square of the general in check
 */

/** @typedef {ReturnType<typeof createPosition>} PositionStore */

/** @param {import("../rules/rules.js").GameClass} Game */
export function createPosition(Game) {
  let now = read(Game, null, []);
  /** @type {Set<(position: LabPosition) => void>} */
  const listeners = new Set();
  return {
    get: () => now,
    /** @param {string|null} startFen @param {string[]} moves @throws an error of the rules; the position is then as it was */
    set(startFen, moves) {
      now = read(Game, startFen, moves);
      for (const listener of listeners) listener(now);
    },
    /** @param {(position: LabPosition) => void} listener @returns {() => void} ends it */
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Nothing has been played from the usual beginning. @param {Pick<LabPosition, "startFen"|"moves">} position */
export const isStart = ({ startFen, moves }) => startFen === null && moves.length === 0;

/** @param {LabPosition} position */
export const piecesOf = ({ placement }) => placement.replaceAll(".", "").length;

/** Plies played in the game, as the number of the move to come tells it. @param {Pick<LabPosition, "fen"|"turn">} position */
export function pliesOf({ fen, turn }) {
  const number = Number(fen.split(" ").at(-1));
  return 2 * (number - 1) + (turn === "b" ? 1 : 0);
}

/** @param {import("../rules/rules.js").GameClass} Game @param {string|null} startFen @param {string[]} moves @returns {LabPosition} */
function read(Game, startFen, moves) {
  const game = new Game(startFen, moves);
  try {
    const last = moves.at(-1);
    return {
      startFen,
      moves: [...moves],
      fen: game.fen(),
      turn: game.turn() === "b" ? "b" : "w",
      placement: game.placement(),
      lastMove: last ? [last.slice(0, 2), last.slice(2)] : null,
      check: game.check() ?? null,
    };
  } finally {
    game.free();
  }
}
