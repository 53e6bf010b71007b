// What a friend would say before a move that gives a piece away: where that is asked about, and what comes of the answer.
// The question itself is fetched when it is first put.

import { hasNeverPlayed } from "../shell/settings.ts";
import { movedPosition } from "../core/xiangqi.ts";
import { endangered } from "./warnings.ts";
import { nearestLevel } from "../core/levels.ts";
import { lazily } from "../shell/lazily.ts";

/** @typedef {import("./state.ts").State} State */
/** @typedef {import("./game-events.ts").EndangeredEvent} EndangeredEvent */

/** Up to this level, by its name, whoever never played is warned unasked. */
const EASY = 2;
/** The most warnings in one game, heeded or not. */
const MOST = 3;
/** After so many warnings in vain only a rook is worth another one in the same game. */
const IN_VAIN = 2;

/** @param {Pick<State, "settings"|"game"|"rating">} state */
export function isCautious({ settings, game, rating }) {
  if (game.mode !== "engine") return false;
  return settings.warnLoss ?? (nearestLevel(game.level) <= EASY && hasNeverPlayed({ rating }));
}

/** The board as the move that is asked about would leave it. @param {State} state @returns {State} */
export function withCautioned(state) {
  const { caution, position } = state;
  if (!caution) return state;
  return { ...state, position: movedPosition(position, caution.from, caution.to) };
}

/** @param {import("./context.ts").Page} page @param {() => void} never  the person wants no more warnings */
export function createCaution(page, never = () => {}) {
  const { store } = page;
  /** What was played all the same: whole lines of this game. @type {Set<string>} */
  const insisted = new Set();
  const asking = lazily(page, async () => {
    const { createCautionStrip } = await import("./panels/caution-bar.ts");
    return createCautionStrip(page.i18n, store, { takeBack, play, never });
  });

  /** @param {EndangeredEvent|null} caution */
  const show = (caution) => store.update((state) => ({ ...state, caution }));

  /** @param {string} move of the person's */
  const lineWith = (move) => {
    const { moves, ply } = store.get().game;
    return [...moves.slice(0, ply), move].join("");
  };

  /** @returns {boolean} whether there was anything to take back */
  function takeBack() {
    const asked = store.get().caution !== null;
    if (asked) show(null);
    return asked;
  }

  /** @param {EndangeredEvent} asked */
  function play({ from, to }) {
    insisted.add(lineWith(from + to));
    show(null);
    page.controller.move(from, to, { knowingly: true });
  }

  return {
    takeBack,
    play,
    /** The capture to be warned of before a move. @param {string} move @param {import("./game-controller.ts").Rules} rules */
    dangerOf(move, rules) {
      const state = store.get();
      if (!isCautious(state) || state.game.warned >= MOST || insisted.has(lineWith(move)))
        return undefined;
      const capture = rules.blunder(move);
      if (capture === undefined || insisted.size < IN_VAIN) return capture;
      return endangered(state, move, capture).toUpperCase() === "R" ? capture : undefined;
    },
    /** @param {EndangeredEvent} event */
    async ask(event) {
      page.controller.note({ warned: store.get().game.warned + 1 });
      show(event);
      await asking(() => {});
      // What cannot ask does not stand in the way.
      if (!asking.part && store.get().caution === event) play(event);
    },
    /** Another game has begun. */
    forget: () => insisted.clear(),
  };
}
