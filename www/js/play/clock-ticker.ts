// Runs the clocks: counts the thinking time of the side to move in the state, and ends the game when a side has no time
// left. In a game against the engine the clocks stop while the page is hidden.

import { isRunning, sideOutOfTime } from "./clock.ts";
import type { Page } from "./context.ts";

/** The time between two updates of the clocks, in milliseconds. A clock shows tenths of a second. */
const TICK_MS = 100;
/**
 * The time after which the clocks are stored again, in milliseconds. At most this time is lost if the page ends without
 * warning.
 */
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
    // A hidden tab neither ends nor stores the game, since another tab may continue it.
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
