// The position that the laboratory looks at.

/** @typedef {Omit<import("../../pkg/chuhe.js").PositionView, "startFen"> & { startFen: string|null }} LabPosition  null: the start position */

/** @typedef {ReturnType<typeof createPosition>} PositionStore */

/** @param {import("../rules/rules.ts").GameClass} Game */
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

/** @param {import("../rules/rules.ts").GameClass} Game @param {string|null} startFen @param {string[]} moves @returns {LabPosition} */
function read(Game, startFen, moves) {
  const game = new Game(startFen, moves);
  const view = game.view();
  game.free();
  return { ...view, startFen };
}
