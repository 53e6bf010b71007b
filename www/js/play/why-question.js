// After a bad move of the person's, a way to ask why: it is offered when the engine's own searches saw the game turn.
// What looks closer, and explains, is fetched only then.

import { isSamePosition, sideOf } from "../core/xiangqi.ts";
import { lazily } from "../shell/lazily.ts";
import { looksBack } from "./lost-game.js";

/** How much the engine's score has to turn before anybody looks closer, in hundredths of a soldier. */
const TURN = 120;
/** Beyond this a game is decided, and no worse for more. */
const MOST = 1200;

/** @param {import("../engine/types.ts").Score} score @param {"red"|"black"} side whose view */
function worth(score, side) {
  const fromRed = "mate" in score ? Math.sign(score.mate) * MOST : score.cp;
  const own = side === "red" ? fromRed : -fromRed;
  return Math.max(-MOST, Math.min(MOST, own));
}

/**
 * @param {import("./context.ts").Page} page
 * @param {Pick<import("./panels/why-panel.ts").WhyParts, "look" | "play" | "announce">} parts
 */
export function bindWhy(page, parts) {
  const { store } = page;
  const asking = lazily(page, async () => {
    const { createWhyHere } = await import("./panels/why-panel.ts");
    return createWhyHere(page, parts);
  });
  /** @type {import("../core/xiangqi.ts").PositionView|null} */
  let known = null;
  /** What the engine thought of the position before its last move. */
  let last = { ply: -1, score: /** @type {import("./state.js").State["evaluation"]} */ (null) };

  store.subscribe((state) => {
    const { position, game, evaluation } = state;
    if (known && isSamePosition(position, known)) return;
    known = position;
    const isTurn = game.mode === "engine" && sideOf(position.turn) === game.side;
    if (!isTurn || evaluation === null || evaluation === last.score || looksBack(state)) return;
    const before = last.ply === game.ply - 2 ? last.score : null;
    last = { ply: game.ply, score: evaluation };
    if (!before || worth(before, game.side) - worth(evaluation, game.side) < TURN) return;
    void asking((why) => void why.consider(position));
  });
}
