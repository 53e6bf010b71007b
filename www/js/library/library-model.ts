// The state of the library page, and the search with its filters.

import { errorDetails } from "../core/error-details.ts";
import type { I18n } from "../core/i18n.ts";
import { createStore } from "../core/store.ts";
import type { LibraryClient } from "../database/library-client.ts";
import { listMemory } from "../database/listed-games.ts";
import type { ListedGame, ListedGames } from "../database/listed-games.ts";
import { spellingStore } from "../database/spellings.ts";
import type { Selection, Trouble } from "../database/types.ts";
import type { Rules } from "../rules/records.ts";
import { describeRulesError } from "../rules/rules.ts";
import { fenOf, hashOf } from "./filters.ts";
import type { Filters } from "./filters.ts";
import type { GameList } from "./game-list.ts";

/** The pause in typing after which a search starts, in milliseconds. */
const TYPING_PAUSE = 150;

export interface LibraryState {
  /** Null while the library's worker starts. */
  client: LibraryClient | null;
  /** Null while the rules load. */
  rules: Rules | null;
  /** The games that the filters select; null before the first search. */
  games: Selection | null;
  trouble: Trouble;
  isImporting: boolean;
  isWorkerDead: boolean;
}

export type LibraryModel = ReturnType<typeof createLibraryModel>;

export function createLibraryModel(i18n: I18n, filters: Filters, list: GameList) {
  const { t } = i18n;
  const { get, subscribe, update } = createStore<LibraryState>({
    client: null,
    rules: null,
    games: null,
    trouble: null,
    isImporting: false,
    isWorkerDead: false,
  });
  /** The number of searches started; the results of a superseded search are dropped. */
  let searchNumber = 0;
  const memory = listMemory();
  const spellings = spellingStore((problem) => filters.showFault(t(`library.trouble.${problem}`)));
  /** The game that was opened last. */
  let opened: ListedGame | null = null;
  let pause: ReturnType<typeof setTimeout> | undefined;

  const change = (changes: Partial<LibraryState>) => update((state) => ({ ...state, ...changes }));

  function show(games: Selection, keepsPlace: boolean) {
    change({ games }); // before the list is shown, since a hidden list has no height
    list.show(games, keepsPlace);
  }

  /** Shows the games that the filters select. With `keepsPlace` the list keeps its scroll position. */
  async function search({ keepsPlace = false } = {}): Promise<void> {
    clearTimeout(pause);
    const { client, isWorkerDead } = get();
    if (!client || isWorkerDead) return;
    const number = ++searchNumber;
    const hash = hashOf(filters.fen);
    if (hash !== location.hash) history.replaceState(null, "", hash || location.pathname);
    try {
      const apart = spellings.load();
      const query = { ...filters.query(), ...list.sort, apart, lang: i18n.lang };
      const games = await client.select(query, filters.place);
      if (number !== searchNumber) return;
      filters.showFault("");
      // If no game has the label of the filter any more, `offerLabels` has reset the filter, so the search is repeated.
      if (filters.offerLabels(games.labels)) return await search({ keepsPlace });
      show(games, keepsPlace);
    } catch (error) {
      if (number !== searchNumber || get().isWorkerDead) return;
      showFault(error);
      // The list keeps the games of the last search. If no search has succeeded yet, the list shows all games.
      if (!get().games?.size) show(await client.select({ ...list.sort }, null), keepsPlace);
    }
  }

  /** Shows which filter the library rejected, and why. */
  function showFault(error: unknown) {
    const { code, field } = errorDetails(error);
    if (code === "badOption" && field === "pattern")
      filters.showFault(t("library.badPattern"), "fen");
    else if (code === "badOption") filters.showFault(t("library.badDate"), field);
    else filters.showFault(describeRulesError(error, i18n).join(" "), "fen");
  }

  /** Returns the place of a game in the list that is shown now; null if the list lacks it. */
  function placeOf(game: ListedGame | null): ListedGame | null {
    const { ids } = get().games ?? {};
    const index = game && ids ? ids.indexOf(game.id) : -1;
    return game && ids && index >= 0 ? { id: game.id, index, count: ids.length } : null;
  }

  /** Returns the tab's list, if the address does not ask for another position. */
  function remembered(): ListedGames | null {
    const stored = memory.load();
    const fen = fenOf(location.hash);
    const position = stored?.position;
    const isSame = position?.search === "position" && position.text === fen;
    return fen === "" || isSame ? stored : null;
  }

  return {
    get,
    subscribe,
    change,
    search,
    spellings,

    /** Remembers the filters, the order and the place in the list. `game` is the game that is being opened. */
    remember(game: ListedGame | null = opened) {
      opened = placeOf(game);
      const query = { ...filters.query(), ...list.sort };
      memory.save({ query, position: filters.position, first: list.first, game: opened });
    },

    /** Fills the filters as they were when the tab left the library. The list is then shown by `goBack`. */
    restore() {
      const stored = remembered();
      if (!stored) return;
      const { query, position } = stored;
      filters.restore(query, position);
      list.sort = { column: query.column ?? "added", descending: query.descending ?? false };
    },

    /** Searches, and returns to the place in the list. */
    async goBack() {
      const stored = remembered();
      await search();
      if (!stored) return;
      opened = stored.game;
      list.goBack(stored.first, stored.game);
    },

    /** Makes the game active that the analysis has opened last. */
    followAnalysis() {
      const stored = memory.load();
      if (!stored?.game || stored.game.id === opened?.id) return;
      opened = stored.game;
      list.goBack(stored.first, stored.game);
    },
    /** Searches after a pause in typing. */
    searchSoon() {
      clearTimeout(pause);
      pause = setTimeout(() => void search(), TYPING_PAUSE);
    },
    /** Searches for the position in the page's address. */
    followAddress() {
      const fen = fenOf(location.hash);
      if (fen === filters.fen) return;
      filters.fen = fen;
      void search();
    },
  };
}
