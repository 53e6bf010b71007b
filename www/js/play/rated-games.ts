// The person's rating on the page: which opponent fits, what a game that has ended makes of it, and where it is kept.

import { inHundredths } from "../core/levels.ts";
import { RATING_FIELD, afterGame, begun, decodeRating, encodeRating, isCounted } from "./rating.ts";
import { formatDay } from "../rules/records.ts";
import { lazily } from "../shell/lazily.ts";
import { FIRST_OPPONENT } from "../core/game-record.ts";
import { isOver, noRating } from "./state.ts";
import { RATING_KEY } from "../shell/storage.ts";

/** @typedef {import("./rating.ts").RatingRecord} RatingRecord */

/** After more games than these they say more than an answer does. */
const FEW = 3;

/**
 * @param {import("./context.ts").Page} page
 * @param {() => number} lastLevel  the one chosen last, where no rating is in use
 * @param {{ pictures: () => void, board: () => void }} actions
 */
export function createRating(page, lastLevel, actions) {
  const { store, storage, i18n, t, notify } = page;
  /** The question is there, or on its way. */
  let asking = false;

  /** The last one could not be stored: it is here alone. */
  let unstored = false;

  /** As it is stored now, maybe by another tab; where nothing can be stored, as it is here. */
  function newest() {
    const text = unstored ? null : storage.loadRating();
    return text === null ? store.get().rating : decodeRating(text).record;
  }

  /** @param {RatingRecord} rating */
  function show(rating) {
    store.update((state) => ({ ...state, rating }));
    refit();
  }

  /** @param {RatingRecord} rating */
  function save(rating) {
    unstored = !storage.saveRating(encodeRating(rating));
    show(rating);
  }

  const onLink = lazily(page, () => import("./rating-link.ts"));

  /** @param {NonNullable<ReturnType<typeof import("./rating-link.ts").parseRatingHash>>} link */
  function takeOver(link) {
    if (link === "broken") return notify(t("rating.link.broken"), { ms: 12_000 });
    const before = newest();
    save({ ...noRating(), ...link });
    const onAction = () => save(before);
    notify(t("rating.link.taken"), { ms: 0, label: t("rating.link.undo"), onAction });
  }

  /**
   * How strong the engine is when it is to be as strong as the person.
   * @param {number} [level] where no rating is in use
   */
  function opponent(level = lastLevel()) {
    const { inUse, rating } = store.get().rating;
    if (!inUse) return { fits: false, level };
    return { fits: true, level: rating ? inHundredths(rating.level) : FIRST_OPPONENT.level };
  }

  /** A game that nobody has begun to play gets the opponent of the rating as it is now. */
  function refit() {
    const { game } = store.get();
    if (!game.fits || game.mode !== "engine" || game.moves.length > 0 || game.ended) return;
    const next = opponent();
    if (next.level !== game.level || !next.fits) page.controller.note(next);
  }

  /** @param {import("./rating.ts").Experience} experience */
  function begin(experience) {
    const { measure } = page;
    if (!measure) return;
    const now = newest();
    // Putting the question away tells nothing that would outweigh a game.
    const isSettled = experience === "unknown" || now.history.length > FEW;
    save(
      now.rating !== null && isSettled ? { ...now, experience } : begun(now, experience, measure),
    );
  }

  const isPictured = () => store.get().settings.pieces === "pictogram";
  const strip = lazily(page, async () => {
    const { createExperienceStrip } = await import("./panels/experience-strip.ts");
    return createExperienceStrip(page, { ...actions, answer });
  });

  /** The answer of who has moved already: the opponent fits from its next move on. @param {import("./rating.ts").Experience} experience */
  function answer(experience) {
    begin(experience);
    if (store.get().game.fits) page.controller.note(opponent());
  }

  const sheet = lazily(page, async () => {
    const { createProgress } = await import("./panels/rating-chart.ts");
    return createProgress(i18n, ratedGames);
  });
  store.subscribe((state) => sheet.part?.update(state.rating));

  const ratedGames = {
    opponent,

    /** Shows how strong the person plays. */
    progress: () => sheet((made) => made.show(store.get().rating)),

    /** Reads it. @returns {boolean} whether all of it could be read */
    load() {
      const { record, broken } = decodeRating(storage.loadRating());
      if (broken) storage.putRatingAside();
      show(record);
      return !broken;
    },

    /** Another tab has changed it. @param {StorageEvent} event */
    followTab({ key }) {
      if (key === RATING_KEY) show(newest());
    },

    /** The game on the board has ended: it is counted, once. */
    count() {
      const { measure, controller } = page;
      const { game, position } = store.get();
      if (!measure || game.mode !== "engine" || game.rated !== "no" || !isOver(store.get())) return;
      const record = newest();
      const day = formatDay(new Date(), "-");
      const rated = isCounted(record, game) ? "before" : "yes";
      save(afterGame(record, game, position.verdict.result, measure, day));
      controller.note({ rated });
    },

    /** Asks how well the person plays, where that is not known and matters, then goes on. @param {() => void} goOn */
    async know(goOn) {
      const { inUse, experience: said } = store.get().rating;
      if (asking) return;
      if (page.measure && inUse && said === null) {
        asking = true;
        const { seed, ply } = store.get().game;
        const pictures = { pictures: actions.pictures, isOn: isPictured };
        const ask = import("./panels/experience.ts").then((made) =>
          made.askExperience(i18n, pictures),
        );
        const experience = await ask.catch(() => /** @type {const} */ ("unknown"));
        asking = false;
        begin(experience);
        const { game } = store.get();
        if (ply === 0 && game.seed === seed && game.ply > 0) return; // a move has begun the game meanwhile
      }
      goOn();
    },

    /** Asks beside the game who has begun it with a move, before the engine's first answer. */
    askBeside() {
      const { game, rating } = store.get();
      const isFirst = game.ply <= 2 && game.fits && game.mode === "engine" && !game.startFen;
      if (asking || !isFirst || !page.measure || !rating.inUse || rating.experience !== null)
        return;
      // The engine's own files are asked for before.
      setTimeout(() => void strip((made) => made.ask(game.seed)));
    },

    /** Who comes from the lessons has never played, and is helped so. */
    help() {
      const record = newest();
      if (page.measure && record.experience === null && !record.rating)
        save(begun(record, "none", page.measure));
    },

    use: (/** @type {boolean} */ inUse) => save({ ...newest(), inUse }),

    /** Begins anew. */
    reset: () => save({ ...noRating(), inUse: newest().inUse }),

    /** Takes a rating over from the page's address; what was can be had back. @returns {boolean} whether it names one */
    takeLink() {
      const { hash } = location;
      if (!new URLSearchParams(hash.slice(1)).has(RATING_FIELD)) return false;
      void onLink(({ parseRatingHash }) => {
        if (location.hash !== hash) return;
        history.replaceState(null, "", location.pathname + location.search);
        takeOver(parseRatingHash(hash) ?? "broken");
      });
      return true;
    },
  };
  return ratedGames;
}
