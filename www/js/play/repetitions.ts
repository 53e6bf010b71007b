import type { Theme } from "../shell/appearance.ts";
import { lazily } from "../shell/lazily.ts";
import type { Page } from "./context.ts";
import type { WarnedEvent } from "./game-events.ts";
import { bottomSide } from "./state.ts";

/**
 * Creates functions that open the referee's sheet, for the game on the board or for a move that loses by repetition.
 */
export function createRefereeing(page: Page, theme: () => Theme) {
  const { store, i18n } = page;
  const look = () => ({
    settings: store.get().settings,
    theme: theme(),
    bottom: bottomSide(store.get()),
  });
  const sheet = lazily(page, async () => {
    const part = await import("../referee/referee-sheet.ts");
    return part.createReferee({ i18n, rules: () => page.rules?.Game, look });
  });
  const currentLine = () => {
    const { startFen, moves, ply, ruleset } = store.get().game;
    return { startFen, moves: moves.slice(0, ply), ruleset };
  };

  return {
    /** Returns true if the position on the board has occurred before. */
    isRepeated() {
      if (!page.rules) return false;
      const { startFen, moves } = currentLine();
      const game = new page.rules.Game(startFen, moves);
      const isRepeated = game.referee() !== undefined;
      game.free();
      return isRepeated;
    },
    show: () => void sheet((part) => void part.show(currentLine())),
    /** Shows the repetition that is completed by a move, or by the reply to the move. */
    showWarned({ verdict }: WarnedEvent) {
      const { moves, ...line } = currentLine();
      const coming = verdict.cycle.filter(({ ply }) => ply >= moves.length);
      const all = [...moves, ...coming.map(({ move }) => move)];
      void sheet((part) => void part.show({ ...line, moves: all }));
    },
  };
}
