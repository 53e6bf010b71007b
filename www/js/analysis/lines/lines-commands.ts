// What a person does with the engine's lines: looks at a move, and adds lines to the study.

import type { LinesPage } from "./index.ts";
import { shownLines } from "./lines-model.ts";
import type { LinesModel, Spot } from "./lines-model.ts";

/** The time for which a pointer has to stay at a move, in milliseconds. */
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

  /** Returns a line that can be added to the study: after a pass there is none. */
  function lineAt(row: number) {
    const { place } = model.get().search;
    const line = shownLines(model.get())[row];
    return place && line && !place.passed ? { place, moves: line.moves } : null;
  }

  return {
    release,

    /** Looks at a move, at once or after the pointer has stayed there. */
    look(spot: Spot, element: HTMLElement, isPinned: boolean) {
      clearTimeout(hover);
      const { look, search } = model.get();
      const isSame = look?.spot.row === spot.row && look.spot.index === spot.index;
      if (!isPinned && (look?.isPinned || isSame)) return;
      const show = () => {
        const state = model.get();
        if (state.search.place !== search.place || !element.isConnected) return;
        model.setLook({ spot, isPinned, lines: shownLines(state) });
      };
      if (isPinned || look || element === document.activeElement) show();
      else hover = setTimeout(show, HOVER_MS);
    },

    /** Ends the look, unless a finger has pinned it. */
    leave() {
      clearTimeout(hover);
      if (!model.get().look?.isPinned) release();
    },

    isPinned({ row, index }: Spot): boolean {
      const { look } = model.get();
      return Boolean(look?.isPinned) && look?.spot.row === row && look.spot.index === index;
    },

    /** Adds the line up to a move to the study, and goes there. */
    take({ row, index }: Spot) {
      const line = lineAt(row);
      if (!line) return;
      release();
      study.go(study.addLine(study.get().at, line.moves.slice(0, index + 1)));
    },

    /** Adds the whole line to the study, which stays where it is. */
    add(row: number) {
      const line = lineAt(row);
      if (!line) return;
      const { length } = model.write(line.place, line.moves, notation());
      study.addLine(study.get().at, line.moves.slice(0, length));
      announce(i18n.t("analysis.lines.added", { number: row + 1 }));
    },
  };
}
