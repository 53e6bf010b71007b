// After each game lost against the engine its turning point is looked for; what looks is fetched only then.

import { isSamePosition, otherSide } from "../core/xiangqi.ts";
import { lazily } from "../shell/lazily.ts";

/** @typedef {import("./state.ts").State} State */

/** Whether the game on the board has been lost, and is looked back at. @param {State} state */
export function looksBack({ game, position }) {
  const isPlayed = game.mode === "engine" && game.record === null && game.ply > 0;
  return isPlayed && position.verdict.result === otherSide(game.side);
}

/**
 * @param {import("./context.ts").Page} page @param {(ply: number) => void} tryAgain  from before that move
 * @param {(then: () => void) => void} onCard  when the card is there that tells of it
 */
export function bindTurningPoint(page, tryAgain, onCard) {
  const { store } = page;
  const looking = lazily(page, async () => {
    const { createTurningHere } = await import("./panels/turning-point-panel.ts");
    return createTurningHere(page, tryAgain);
  });
  /** @type {import("../core/xiangqi.ts").PositionView|null} */
  let known = null;

  store.subscribe((state) => {
    const { position } = state;
    if (known && isSamePosition(position, known)) return;
    known = position;
    if (looksBack(state)) onCard(() => void looking((here) => void here.consider(position)));
  });
}
