import { lazily } from "../shell/lazily.ts";
import type { Page } from "./context.ts";
import type { State } from "./state.ts";

/** The number of a person's first games in which the page explains how the selected piece moves. */
const FIRST_GAMES = 3;

export const isFirstGame = ({
  game,
  rating: { experience, history },
}: Pick<State, "game" | "rating">): boolean =>
  game.mode === "engine" &&
  (experience === "none" || experience === "unknown") &&
  history.length < FIRST_GAMES;

/**
 * Returns a function that shows, in the first games of a person, the name of the selected piece and how the piece
 * moves. Its argument is the square of the piece; null if no piece is selected.
 */
export function createPieceRules(page: Page): (square: string | null) => void {
  const rule = lazily(page, async () => {
    const part = await import("./panels/piece-rule.ts");
    return part.createPieceRule(page, isFirstGame);
  });
  return (square) => {
    if (rule.part) void rule.part.show(square);
    else if (square && isFirstGame(page.store.get())) void rule((line) => line.show(square));
  };
}
