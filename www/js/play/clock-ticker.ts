// What makes the clocks run: time passes into the state while somebody thinks, and a side whose time is over loses.
// Against the engine no time passes while nobody can see the page: a call costs nothing.

import { isRunning, overdue } from "./clock.ts";

/** A tenth of a second is the least that a clock shows. */
const TICK_MS = 100;
/** A page that is torn away without warning loses no more of its clock than this. */
const KEEP_MS = 5000;

/** @param {import("./context.ts").Page} page */
export function bindClock(page) {
  const { store } = page;
  /** @type {ReturnType<typeof setInterval>|undefined} */
  let timer;
  let last = 0;
  let kept = 0;

  /** The time since the last look goes into the state. */
  const pass = () => {
    const now = performance.now();
    page.controller.tick(now - last);
    last = now;
  };
  const tick = () => {
    // What another tab may be playing by now is not written over by one that nobody sees.
    if (document.hidden) return store.get().game.mode === "local" ? pass() : undefined;
    pass();
    const late = overdue(store.get());
    if (late) page.controller.timeOver(late);
    else if (performance.now() - kept > KEEP_MS) keep();
  };
  const keep = () => {
    kept = performance.now();
    if (timer !== undefined) page.controller.keep();
  };
  const onVisibility = () => {
    if (timer !== undefined) {
      if (document.hidden) pass();
      else if (store.get().game.mode === "engine") last = performance.now();
    }
    keep();
  };

  const sync = () => {
    const runs = isRunning(store.get()) && page.controller.leads;
    if (runs === (timer !== undefined)) return;
    clearInterval(timer);
    timer = undefined;
    if (!runs) return;
    last = kept = performance.now();
    timer = setInterval(tick, TICK_MS);
  };
  store.subscribe(sync);
  addEventListener("focus", sync);
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", onVisibility);
}
