// See it think: what the search has been about goes into the state, a few times a second.

import { promote } from "./candidates.ts";

const GAP_MS = 240;

/** @param {ReturnType<typeof import("./state.ts").createStore>} store */
export function bindSeeThink(store) {
  let last = 0;
  /** @type {unknown} */
  let seen = null;
  store.subscribe(({ settings, engine, candidates }) => {
    const { info, status } = engine;
    if (!settings.seeThink || status !== "thinking" || !info) {
      if (candidates.length > 0) store.update((state) => ({ ...state, candidates: [] }));
      return;
    }
    const now = performance.now();
    if (info === seen || now - last < GAP_MS) return;
    [last, seen] = [now, info];
    store.update((state) => ({ ...state, candidates: promote(state.candidates, info) }));
  });
}
