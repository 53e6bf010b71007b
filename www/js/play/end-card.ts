// The card at the end of a game. It is fetched during the game, so that it can be shown without a network.

import { memoizeAsync } from "../core/memoize.ts";
import { lazily } from "../shell/lazily.ts";
import { byId } from "../ui/dom.ts";
import type { Page } from "./context.ts";
import { isOver } from "./state.ts";
import type { State } from "./state.ts";

/** The card is fetched from this ply on, after the engine's first answer. */
const FETCH_PLY = 3;

/** `make` fetches the card and makes it in `host`. */
export function createEndCard(
  page: Page,
  make: (host: HTMLElement) => Promise<{ update: (state: State) => void }>,
) {
  const { store } = page;
  const get = memoizeAsync(() => make(byId("result")));
  const card = lazily(page, get);
  let isRequested = false;

  const show = (then: () => void = () => {}): void =>
    void card(({ update }) => {
      update(store.get());
      then();
    });

  return {
    /** Calls `then` when the card is there. */
    when: show,
    update(state: State): void {
      if (card.part) return card.part.update(state);
      if (isOver(state) && !state.start) return show();
      if (isRequested || state.game.ply < FETCH_PLY || state.engine.status !== "idle") return;
      isRequested = true;
      get().catch(() => {}); // it is requested again at the end, and a failure is reported then
    },
  };
}
