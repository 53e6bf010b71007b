// The person's commands on the engine's lines: previewing a move, and adding lines to the study.

import type { LinesPage } from "./index.ts";
import type { LinesModel, Spot } from "./lines-model.ts";

/** The time for which a pointer has to rest on a move before its preview opens, in milliseconds. */
const HOVER_MS = 120;

export type LinesCommands = ReturnType<typeof createLinesCommands>;

export function createLinesCommands(
  model: LinesModel,
  { study, notation, announce, i18n }: LinesPage,
) {
  let hover: ReturnType<typeof setTimeout> | undefined;

  function release() {
    clearTimeout(hover);
    if (model.get().look) model.setLook(null);
  }

  /**
   * Returns a line of the list. Returns null if there is none, or if the line begins with a pass, which the study
   * cannot contain.
   */
  function lineAt(row: number) {
    const { place } = model.get().search;
    const line = model.shown()[row];
    return place && line && !place.passed ? { place, moves: line.moves } : null;
  }

  return {
    release,

    /**
     * Shows the preview of a move. If another preview is open, shows it at once; otherwise waits until the pointer has
     * rested on the move.
     */
    look(spot: Spot, element: HTMLElement, isPinned: boolean) {
      clearTimeout(hover);
      const { look, search } = model.get();
      const isSame = look?.spot.row === spot.row && look.spot.index === spot.index;
      if (!isPinned && (look?.isPinned || isSame)) return;
      const show = () => {
        const state = model.get();
        if (state.search.place !== search.place || !element.isConnected) return;
        model.setLook({ spot, isPinned, lines: model.shown() });
      };
      if (isPinned || look || element === document.activeElement) show();
      else hover = setTimeout(show, HOVER_MS);
    },

    /** Hides the preview, unless a touch has pinned it. */
    leave() {
      clearTimeout(hover);
      if (!model.get().look?.isPinned) release();
    },

    isPinned({ row, index }: Spot): boolean {
      const { look } = model.get();
      return Boolean(look?.isPinned) && look?.spot.row === row && look.spot.index === index;
    },

    /** Adds a line up to and including a move to the study, and goes to that move. */
    take({ row, index }: Spot) {
      const line = lineAt(row);
      if (!line) return;
      release();
      study.go(study.addLine(study.get().at, line.moves.slice(0, index + 1)));
    },

    /** Adds a whole line to the study without going to it. */
    add(row: number) {
      const line = lineAt(row);
      if (!line) return;
      const { length } = model.write(line.place, line.moves, notation());
      study.addLine(study.get().at, line.moves.slice(0, length));
      announce(i18n.t("analysis.lines.added", { number: row + 1 }));
    },
  };
}
