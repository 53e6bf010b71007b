// Decides what the board shows: the study or, temporarily, a mode such as an engine line or the retry of a mistake. A
// mode ends when the person goes to another node or opens another study.

import type { Arrow } from "../board/arrows.ts";
import { createStore } from "../core/store.ts";
import type { BoardMode } from "../explain/board-mode.ts";
import type { StudyState } from "./study.ts";

interface OwnerState {
  mode: BoardMode | null;
  /** Arrows of the review over the study's position; they replace the engine's arrows. */
  arrows: Arrow[];
}

export function createBoardOwner() {
  const store = createStore<OwnerState>({ mode: null, arrows: [] });
  const change = (changes: Partial<OwnerState>) => store.set({ ...store.get(), ...changes });
  /** Identifies the study and the node at the last call of `follow`. */
  let place = "";

  return {
    get mode() {
      return store.get().mode;
    },
    get marks() {
      return store.get().arrows;
    },
    subscribe: store.subscribe,
    refresh: () => change({}),

    enter(next: BoardMode) {
      const { mode } = store.get();
      if (mode !== next) mode?.dismiss();
      change({ mode: next });
    },

    leave(mode: BoardMode) {
      if (store.get().mode === mode) change({ mode: null });
    },

    /** Ends the mode if the study's current node has changed or another study was opened. */
    follow({ study, at }: StudyState) {
      const next = `${study}:${at}`;
      const { mode } = store.get();
      if (next !== place && mode) {
        change({ mode: null });
        mode.dismiss();
      }
      place = next;
    },

    /** Draws arrows over the study's position. */
    arrows(arrows: Arrow[]) {
      if (JSON.stringify(arrows) !== JSON.stringify(store.get().arrows)) change({ arrows });
    },
  };
}
