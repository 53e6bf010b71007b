// The person's rating on the page: chooses the opponent that fits, rates finished games, and stores the rating.

import { FIRST_OPPONENT } from "../core/game-record.ts";
import type { GameRecord } from "../core/game-record.ts";
import { inHundredths } from "../core/levels.ts";
import { formatDay } from "../rules/records.ts";
import { lazily } from "../shell/lazily.ts";
import { RATING_KEY } from "../shell/storage.ts";
import type { Page } from "./context.ts";
import {
  RATING_FIELD,
  decodeRating,
  encodeRating,
  isRated,
  ratingAfterGame,
  withRatingBegun,
} from "./rating.ts";
import type { Experience, LinkedRating, RatingRecord } from "./rating.ts";
import { isOver, noRating } from "./state.ts";

/** The largest number of rated games after which an answer about experience still restarts the rating. */
const MAX_FEW_GAMES = 3;

interface RatingCommands {
  /** Switches between pieces as pictures and the usual ones. */
  pictures(): void;
  /** Moves the focus to the board. */
  board(): void;
}

/**
 * Creates the functions of the rating. `lastLevel` returns the level that the person chose last, which is used while no
 * rating is in use.
 */
export function createRatedGames(page: Page, lastLevel: () => number, commands: RatingCommands) {
  const { store, storage, i18n, t, notify } = page;
  const pictures = {
    pictures: commands.pictures,
    isOn: () => store.get().settings.pieces === "pictogram",
  };
  /** True while the question about experience is open or being fetched. */
  let isAsking = false;
  /** True if the last change of the rating could not be stored. */
  let isUnstored = false;

  /**
   * Returns the stored rating, which another tab may have changed. If the last change could not be stored, returns the
   * rating of the state.
   */
  function newest(): RatingRecord {
    const text = isUnstored ? null : storage.loadRating();
    return text === null ? store.get().rating : decodeRating(text).record;
  }

  function show(rating: RatingRecord) {
    store.update((state) => ({ ...state, rating }));
    refit();
  }

  function save(rating: RatingRecord) {
    isUnstored = !storage.saveRating(encodeRating(rating));
    show(rating);
  }

  const ratingLink = lazily(page, () => import("./rating-link.ts"));

  function takeOver(link: LinkedRating | null) {
    if (!link) return notify(t("rating.link.broken"), { ms: 12_000 });
    const before = newest();
    save({ ...noRating(), ...link });
    const onAction = () => save(before);
    notify(t("rating.link.taken"), { ms: 0, label: t("rating.link.undo"), onAction });
  }

  /** Returns the engine's strength for a new game; `level` is used while no rating is in use. */
  function opponent(level = lastLevel()): Pick<GameRecord, "fits" | "level"> {
    const { inUse, rating } = store.get().rating;
    if (!inUse) return { fits: false, level };
    return { fits: true, level: rating ? inHundredths(rating.level) : FIRST_OPPONENT.level };
  }

  /** Adapts the opponent to the current rating, unless the game has moves. */
  function refit() {
    const { game } = store.get();
    if (!game.fits || game.mode !== "engine" || game.moves.length > 0 || game.ended) return;
    const next = opponent();
    if (next.level !== game.level || !next.fits) page.controller.note(next);
  }

  function begin(experience: Experience) {
    const { measure } = page;
    if (!measure) return;
    const record = newest();
    // An existing rating stays if the person closed the question without an answer, or has played more than a few
    // games.
    const isSettled = experience === "unknown" || record.history.length > MAX_FEW_GAMES;
    const keepsRating = record.rating !== null && isSettled;
    save(keepsRating ? { ...record, experience } : withRatingBegun(record, experience, measure));
  }

  const strip = lazily(page, async () => {
    const part = await import("./panels/experience-strip.ts");
    return part.createExperienceStrip(page, { answer, pictures, board: commands.board });
  });

  /**
   * Handles an answer about experience during a game. The engine's strength fits the answer from the engine's next move
   * on.
   */
  function answer(experience: Experience) {
    begin(experience);
    if (store.get().game.fits) page.controller.note(opponent());
  }

  const sheet = lazily(page, async () => {
    const part = await import("./panels/rating-chart.ts");
    return part.createRatingSheet(i18n, {
      use: (inUse) => save({ ...newest(), inUse }),
      reset: () => save({ ...noRating(), inUse: newest().inUse }),
    });
  });
  store.subscribe((state) => sheet.part?.update(state.rating));

  return {
    opponent,

    /** Shows the sheet of the rating. */
    showSheet: () => sheet((part) => part.show(store.get().rating)),

    /** Loads the rating. Returns false if a part of it could not be read. */
    load(): boolean {
      const { record, broken } = decodeRating(storage.loadRating());
      if (broken) storage.putRatingAside();
      show(record);
      return !broken;
    },

    /** Shows the rating that another tab has stored. */
    followTab({ key }: StorageEvent) {
      if (key === RATING_KEY) show(newest());
    },

    /** Rates the game on the board if it is over and not rated yet. */
    rateGame() {
      const { measure, controller } = page;
      const { game, position } = store.get();
      if (!measure || game.mode !== "engine" || game.rated !== "no" || !isOver(store.get())) return;
      const record = newest();
      const day = formatDay(new Date(), "-");
      const rated = isRated(record, game) ? "before" : "yes";
      save(ratingAfterGame(record, game, position.verdict.result, measure, day));
      controller.note({ rated });
    },

    /**
     * Asks how well the person plays if that is unknown and a rating is in use. Calls `then` afterwards, unless the
     * person has begun to play meanwhile.
     */
    async askFirst(then: () => void) {
      const { inUse, experience } = store.get().rating;
      if (isAsking) return;
      if (page.measure && inUse && experience === null) {
        isAsking = true;
        const { seed, ply } = store.get().game;
        const result = await import("./panels/experience.ts")
          .then(({ askExperience }) => askExperience(i18n, pictures))
          .catch((): Experience => "unknown");
        isAsking = false;
        begin(result);
        const { game } = store.get();
        if (ply === 0 && game.seed === seed && game.ply > 0) return; // a move has begun the game meanwhile
      }
      then();
    },

    /** Shows the question about the person's experience in a strip beside the board, after the person's first move. */
    askBeside() {
      const { game, rating } = store.get();
      const isFirst = game.ply <= 2 && game.fits && game.mode === "engine" && !game.startFen;
      if (isAsking || !isFirst || !page.measure || !rating.inUse || rating.experience !== null)
        return;
      // Deferred, so that the engine's files are requested before the panel's script.
      setTimeout(() => void strip((part) => part.ask(game.seed)));
    },

    /** Begins the rating of a person who has never played, such as one who comes from the lessons. */
    help() {
      const record = newest();
      if (page.measure && record.experience === null && !record.rating)
        save(withRatingBegun(record, "none", page.measure));
    },

    /**
     * Replaces the rating by the rating in the page's address, and shows a notice with a button to undo the change.
     * Returns false if the address has no rating.
     */
    followLink(): boolean {
      const { hash } = location;
      if (!new URLSearchParams(hash.slice(1)).has(RATING_FIELD)) return false;
      void ratingLink(({ parseRatingHash }) => {
        if (location.hash !== hash) return;
        history.replaceState(null, "", location.pathname + location.search);
        const link = parseRatingHash(hash);
        takeOver(link === "broken" ? null : link);
      });
      return true;
    },
  };
}

export type RatedGames = ReturnType<typeof createRatedGames>;
