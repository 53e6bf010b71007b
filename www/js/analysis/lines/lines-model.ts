// The state of the engine's lines, and the functions that change it. No DOM.

import { createStore } from "../../core/store.ts";
import { fromRed } from "../../core/xiangqi.ts";
import type { Notation } from "../../core/xiangqi.ts";
import type { RulesGame } from "../../rules/rules.ts";
import { sorted } from "./engine-line.ts";
import type { EngineLine } from "./engine-line.ts";
import type { LinesPage } from "./index.ts";
import type { createLinesStorage, LineChoice } from "./lines-setting.ts";
import { LiveSearch } from "./live-search.ts";
import type { SearchState } from "./live-search.ts";
import { placeOf } from "./place.ts";
import type { LinePlace } from "./place.ts";

/** The state of the engine's neural network. */
export type Network = "none" | "loaded" | "failed";

/** The position of a move in the list of lines: the indexes of its row and of the move in the row. */
export interface Spot {
  row: number;
  index: number;
}

/** The move whose preview is shown. */
export interface Look {
  spot: Spot;
  /** True if the preview was opened by touch. Such a preview stays until the person presses elsewhere. */
  isPinned: boolean;
  /** The lines at the time when the preview opened. They stay on screen while the preview is open. */
  lines: readonly EngineLine[];
}

export interface LinesState {
  search: SearchState;
  network: Network;
  look: Look | null;
}

export type LinesModel = ReturnType<typeof createLinesModel>;

export function createLinesModel(
  {
    study,
    queue,
    Game,
    network = "loaded",
    values,
  }: Pick<LinesPage, "study" | "queue" | "Game" | "network" | "values">,
  storage: ReturnType<typeof createLinesStorage>,
) {
  const search = new LiveSearch(queue, () =>
    store.update((state) => {
      const { place, choice } = search.state;
      const isSame = place === state.search.place && choice === state.search.choice;
      return { ...state, search: search.state, look: isSame ? state.look : null };
    }),
  );
  const store = createStore<LinesState>({ search: search.state, network, look: null });
  const write = createWriter(Game);
  let shown: readonly EngineLine[] = [];

  /** Returns true if the side to move can pass: the game is not over, and the side is not in check. */
  function canPass() {
    const { check, verdict } = study.get().position;
    return check === null && verdict.result === "ongoing";
  }

  /** Returns a line with a deeper evaluation of its first move, if another part of the page has one. */
  function withDeepest(line: EngineLine, { turn, passed }: LinePlace): EngineLine {
    const value = passed ? undefined : values?.get(study.get().position.fen, line.moves[0]);
    const isDeeper = value?.source === "explorer" && value.depth > line.depth;
    if (!isDeeper || !value.score) return line;
    return { ...line, score: fromRed(value.score, turn), depth: value.depth, isBound: false };
  }

  /** Returns the lines of the search, sorted by the scores that are shown. */
  const ranked = (place: LinePlace): EngineLine[] =>
    sorted(store.get().search.thought.lines.map((line) => withDeepest(line, place)));

  /** Searches the position of the study. Stops showing the threat if the position has changed. */
  function follow() {
    const { position } = study.get();
    const here = placeOf(position, false);
    const { place } = store.get().search;
    search.to(place?.passed && place.of === here.key ? placeOf(position, true) : here);
  }

  function choose(changes: Partial<LineChoice>) {
    const { on, count } = { ...store.get().search.choice, ...changes };
    storage.save({ on, count });
    search.configure(on, count);
  }

  const setLook = (look: Look | null) => store.update((state) => ({ ...state, look }));

  const { on, count } = storage.load();
  search.configure(on, count);
  follow();

  return {
    ...store,
    search,
    write,
    canPass,
    ranked,
    /** Returns the lines on screen. */
    shown: () => shown,
    setShown: (lines: readonly EngineLine[]): void => void (shown = lines),
    follow,
    choose,
    setLook,
    setNetwork(next: Network) {
      if (next === store.get().network) return;
      store.update((state) => ({ ...state, network: next }));
      if (next === "loaded") search.forget();
    },
    /** Switches between the opponent's threat and the engine's lines. */
    toggleThreat() {
      const { choice, place } = store.get().search;
      if (choice.on && place && canPass()) search.to(placeOf(study.get().position, !place.passed));
    },
  };
}

/**
 * Creates a function that formats the moves of a line up to the first illegal move. Caches the texts until the place
 * changes.
 */
function createWriter(Game: LinesPage["Game"]) {
  let current: LinePlace | null = null;
  let game: RulesGame | null = null;
  const written = new Map<string, string[]>();
  return (place: LinePlace, moves: string[], notation: Notation): string[] => {
    if (place !== current) {
      game?.free();
      game = new Game(place.fen, place.moves);
      current = place;
      written.clear();
    }
    const key = `${notation} ${moves.join(" ")}`;
    const texts = written.get(key) ?? game?.line(moves, notation) ?? [];
    written.set(key, texts);
    return texts;
  };
}
