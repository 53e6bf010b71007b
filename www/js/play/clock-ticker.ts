// Runs the clocks: adds the time that the side to move thinks to the state, and ends the game of a side that has none
// left. Against the engine the clocks stand while the page is hidden.

import { isRunning, sideOutOfTime } from "./clock.ts";
import type { Page } from "./context.ts";

/** A tenth of a second is the least that a clock shows. */
const TICK_MS = 100;
/** The most time that is lost if the page ends without warning. */
const SAVE_MS = 5000;

export function bindClock(page: Page): void {
  const { store } = page;
  let timer: ReturnType<typeof setInterval> | undefined;
  let lastTick = 0;
  let lastSave = 0;

  const pass = () => {
    const now = performance.now();
    page.controller.tick(now - lastTick);
    lastTick = now;
  };
  const save = () => {
    lastSave = performance.now();
    if (timer !== undefined) page.controller.keep();
  };
  const tick = () => {
    // A hidden tab neither ends nor stores the game, which another tab may play on.
    if (document.hidden) return store.get().game.mode === "local" ? pass() : undefined;
    pass();
    const late = sideOutOfTime(store.get());
    if (late) page.controller.timeOver(late);
    else if (performance.now() - lastSave > SAVE_MS) save();
  };
  const onVisibility = () => {
    if (timer !== undefined) {
      if (document.hidden) pass();
      else if (store.get().game.mode === "engine") lastTick = performance.now();
    }
    save();
  };
  const sync = () => {
    const runs = isRunning(store.get()) && page.controller.leads;
    if (runs === (timer !== undefined)) return;
    clearInterval(timer);
    timer = undefined;
    if (!runs) return;
    lastTick = lastSave = performance.now();
    timer = setInterval(tick, TICK_MS);
  };
  store.subscribe(sync);
  addEventListener("focus", sync);
  addEventListener("pagehide", save);
  document.addEventListener("visibilitychange", onVisibility);
}
