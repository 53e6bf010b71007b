// The card at the end of a game. It is fetched during the game, so that it is there when it is needed, also without a network.

import { lazily } from "../shell/lazily.ts";
import { memoizeAsync } from "../core/memoize.ts";
import { byId } from "../ui/dom.ts";
import { isOver } from "./state.ts";

/** From this ply on: the engine has given its first answer. */
const FETCH_PLY = 3;

/** @typedef {Awaited<ReturnType<typeof import("./panels/result.ts").createResult>>} Card */

/**
 * @param {import("./context.ts").Page} page
 * @param {(host: HTMLElement) => Promise<Card>} make  fetches it and makes it
 */
export function createEndCard(page, make) {
  const { store } = page;
  const get = memoizeAsync(() => make(byId("result")));
  const card = lazily(page, get);
  let isWanted = false;

  /** @param {() => void} [then] */
  const show = (then = () => {}) =>
    void card((made) => {
      made.update(store.get());
      then();
    });

  return {
    /** Does something when the card is there. @param {() => void} then */
    when: show,
    /** @param {import("./state.ts").State} state */
    update(state) {
      if (card.part) return card.part.update(state);
      if (isOver(state) && !state.start) return show();
      if (isWanted || state.game.ply < FETCH_PLY || state.engine.status !== "idle") return;
      isWanted = true;
      get().catch(() => {}); // it is asked for again, and told of, at the end
    },
  };
}
