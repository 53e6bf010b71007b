// The model of the page: the game on the board, its engine, the person's choices and rating. It uses no elements.

import { isWorthKeeping } from "../core/game-record.ts";
import type { loadRules } from "../rules/rules.ts";
import type { PageShell } from "../shell/create-page.ts";
import type { Settings } from "../shell/settings.ts";
import { createCaution } from "./caution.ts";
import type { Page } from "./context.ts";
import type { FirstBoard } from "./first-board.ts";
import { GameController } from "./game-controller.ts";
import type { GameEvent } from "./game-events.ts";
import { readChoices } from "./game-options.ts";
import type { Choices } from "./game-options.ts";
import { createGames } from "./games.ts";
import type { OpenSheetListener } from "./games.ts";
import { createOpponentEngine } from "./opponent.ts";
import { createRatedGames } from "./rated-games.ts";
import { createRefereeing } from "./repetitions.ts";
import { withSettings } from "./state.ts";

interface ModelParts {
  /** Resolves to the rules. */
  loading: ReturnType<typeof loadRules>;
  /** Reports an event of the game to the page. */
  emit(event: GameEvent): void;
  openSheet: OpenSheetListener;
}

export function createModel(
  { store, storage, saved, board, theme }: FirstBoard,
  { i18n, t, notify, announce, preferences, choose }: PageShell,
  { loading, emit, openSheet }: ModelParts,
) {
  /** The last choices in the new-game sheet. */
  let choices = readChoices(storage.loadChoices() ?? saved?.game);
  const engine = createOpponentEngine({ store, t, notify }, preferences);
  const controller = new GameController({
    store,
    save(game, placement, view) {
      // Nothing is stored before the person begins to play, so that a reload shows the start screen of a first visit
      // again.
      if (!store.get().start || isWorthKeeping(game)) storage.saveGame(game, placement, view);
    },
    emit,
    dangerOf: (move, rules) => caution.dangerOf(move, rules),
    loadEngine: async () => engine.load((await loading).module),
  });
  const page: Page = {
    store,
    storage,
    i18n,
    t,
    notify,
    announce,
    controller,
    rules: null,
    measure: null,
  };
  const caution = createCaution(page, () => void choose({ warnLoss: false }));
  /** Switches between pieces as pictures and the usual ones. */
  const togglePictures = () => {
    const isOn = preferences.settings.pieces === "pictogram";
    void choose({ pieces: isOn ? "brush" : "pictogram" });
  };
  const rating = createRatedGames(page, () => choices.level, {
    pictures: togglePictures,
    board: () => board.focus(),
  });

  return {
    page,
    engine,
    caution,
    rating,
    games: createGames(page, saved, rating, openSheet),
    refereeing: createRefereeing(page, theme),
    togglePictures,
    get choices() {
      return choices;
    },
    /** Stores the choices for the next new-game sheet. */
    remember(next: Choices) {
      choices = next;
      storage.saveChoices(next);
    },
    /** Sets the rules once they are loaded. */
    begin({ Game, Record, measure }: Awaited<ModelParts["loading"]>) {
      page.rules = { Game, Record };
      page.measure = measure;
      controller.begin(Game);
    },
    /**
     * Follows a change of the settings, here or in another tab. Returns true if the line of a hint was removed, because it
     * was written in the old notation.
     */
    followSettings(settings: Settings): boolean {
      const { settings: before } = store.get();
      store.update((state) => withSettings(state, settings));
      if (before.notation === settings.notation && before.lang === settings.lang) return false;
      controller.rewrite();
      if (store.get().hint?.status !== "explained") return false;
      store.update((state) => ({ ...state, hint: null }));
      return true;
    },
  };
}

export type Model = ReturnType<typeof createModel>;
