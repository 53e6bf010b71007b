// Warns before a move that gives a piece away, and handles the person's answer. The panel with the question is fetched
// when it is first needed.

import { nearestLevel } from "../core/levels.ts";
import { movedPosition } from "../core/xiangqi.ts";
import type { RulesGame } from "../rules/rules.ts";
import { lazily } from "../shell/lazily.ts";
import { hasNeverPlayed } from "../shell/settings.ts";
import type { Page } from "./context.ts";
import type { EndangeredEvent } from "./game-events.ts";
import type { State } from "./state.ts";
import { capturedPiece } from "./warnings.ts";

/** The highest level at which a person who has never played is warned by default. */
const MAX_EASY_LEVEL = 2;
/** The largest number of warnings in one game, heeded or ignored. */
const MAX_WARNINGS = 3;
/** The number of ignored warnings in a game after which only the loss of a rook causes a warning. */
const MAX_IGNORED = 2;

/** Returns true if the person is warned before a move that gives a piece away. */
export function isCautious({
  settings,
  game,
  rating,
}: Pick<State, "settings" | "game" | "rating">) {
  if (game.mode !== "engine") return false;
  return (
    settings.warnLoss ?? (nearestLevel(game.level) <= MAX_EASY_LEVEL && hasNeverPlayed({ rating }))
  );
}

/**
 * If a question about a move is open, returns the state with the position after that move. Otherwise returns the state
 * unchanged.
 */
export function withCautionedMove(state: State): State {
  const { caution, position } = state;
  if (!caution) return state;
  return { ...state, position: movedPosition(position, caution.from, caution.to) };
}

/** Creates the warnings of the page. `onNever` is called if the person wants no more warnings. */
export function createCaution(page: Page, onNever: () => void = () => {}) {
  const { store } = page;
  /** The lines of this game, as joined moves, whose last move was played despite a warning. */
  const ignored = new Set<string>();
  const panel = lazily(page, async () => {
    const part = await import("./panels/caution-bar.ts");
    return part.createCautionBar(page.i18n, store, { takeBack, play, never: onNever });
  });

  const show = (caution: EndangeredEvent | null) =>
    store.update((state) => ({ ...state, caution }));

  const lineWith = (move: string) => {
    const { moves, ply } = store.get().game;
    return [...moves.slice(0, ply), move].join("");
  };

  /** Closes the open question without playing its move. Returns false if no question is open. */
  function takeBack(): boolean {
    const isOpen = store.get().caution !== null;
    if (isOpen) show(null);
    return isOpen;
  }

  function play({ from, to }: Pick<EndangeredEvent, "from" | "to">) {
    ignored.add(lineWith(from + to));
    show(null);
    page.controller.move(from, to, { knowingly: true });
  }

  return {
    takeBack,
    play,
    /** Returns the opponent's capture to warn of before a move; undefined if there is none. */
    dangerOf(move: string, rules: Pick<RulesGame, "blunder">): string | undefined {
      const state = store.get();
      if (!isCautious(state) || state.game.warned >= MAX_WARNINGS || ignored.has(lineWith(move)))
        return undefined;
      const capture = rules.blunder(move);
      if (capture === undefined || ignored.size < MAX_IGNORED) return capture;
      return capturedPiece(state, move, capture).toUpperCase() === "R" ? capture : undefined;
    },
    /** Asks whether to play the move. */
    async ask(event: EndangeredEvent) {
      page.controller.note({ warned: store.get().game.warned + 1 });
      show(event);
      await panel(() => {});
      // If the panel could not be fetched, the move is played.
      if (!panel.part && store.get().caution === event) play(event);
    },
    /** Forgets the ignored warnings when another game begins. */
    forget: () => ignored.clear(),
  };
}
