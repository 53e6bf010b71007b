// In the first games of whoever is new a tapped piece says its name and how it moves. What says so is fetched then.

import { lazily } from "../shell/lazily.ts";

/** @typedef {import("./state.ts").State} State */

/** In so many games. */
const FIRST = 3;

/** @param {Pick<State, "game"|"rating">} state */
export const isFirstGame = ({ game, rating: { experience, history } }) =>
  game.mode === "engine" &&
  (experience === "none" || experience === "unknown") &&
  history.length < FIRST;

/** @param {import("./context.ts").Page} page @returns {(square: string|null) => void} hears which piece is picked up */
export function createFirstGames(page) {
  const telling = lazily(page, async () => {
    const { createPieceRule } = await import("./panels/piece-rule.ts");
    return createPieceRule(page, isFirstGame);
  });
  return (square) => {
    if (telling.part) telling.part.show(square);
    else if (square && isFirstGame(page.store.get())) void telling((line) => line.show(square));
  };
}
