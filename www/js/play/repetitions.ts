// Ways to the referee: for the game on the board, and for the move that a warning is about.

import { bottomSide } from "./state.ts";
import { lazily } from "../shell/lazily.ts";

/** @param {import("./context.ts").Page} page @param {() => "light"|"dark"} theme */
export function createRefereeing(page, theme) {
  const { store, i18n } = page;
  const look = () => ({
    settings: store.get().settings,
    theme: theme(),
    bottom: bottomSide(store.get()),
  });
  const onSheet = lazily(page, async () => {
    const { createReferee } = await import("../referee/referee-sheet.ts");
    return createReferee({ i18n, rules: () => page.rules?.Game, look });
  });
  const lineNow = () => {
    const { startFen, moves, ply, ruleset } = store.get().game;
    return { startFen, moves: moves.slice(0, ply), ruleset };
  };

  return {
    /** Whether the position on the board has occurred before. */
    may() {
      if (!page.rules) return false;
      const { startFen, moves } = lineNow();
      const game = new page.rules.Game(startFen ?? undefined, moves);
      const found = game.referee() !== undefined;
      game.free();
      return found;
    },
    show: () => void onSheet((sheet) => void sheet.show(lineNow())),
    /** The repetition that a move would complete, at once or by the answer. @param {import("./game-controller.ts").WarnedEvent} warned */
    showWarned({ verdict }) {
      const { moves, ...line } = lineNow();
      const coming = verdict.cycle.filter((ply) => ply.ply >= moves.length).map((ply) => ply.move);
      void onSheet((sheet) => void sheet.show({ ...line, moves: [...moves, ...coming] }));
    },
  };
}
