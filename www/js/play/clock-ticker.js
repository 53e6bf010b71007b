// What makes the clocks run: time passes into the state while somebody thinks, and a side whose time is over loses.

import { isRunning, overdue } from "./clock.js";

/** A tenth of a second is the least that a clock shows. */
const TICK_MS = 100;
/** A page that is torn away without warning loses no more of its clock than this. */
const KEEP_MS = 5000;

/** @param {import("./context.js").Page} page */
export function bindClock(page) {
  const { store } = page;
  /** @type {ReturnType<typeof setInterval>|undefined} */
  let timer;
  let last = 0;
  let kept = 0;

  const tick = () => {
    const now = performance.now();
    page.controller.tick(now - last);
    last = now;
    // What another tab may be playing by now is not written over by one that nobody sees.
    if (document.hidden) return;
    const late = overdue(store.get());
    if (late) page.controller.timeOver(late);
    else if (now - kept > KEEP_MS) keep();
  };
  const keep = () => {
    kept = performance.now();
    if (timer !== undefined) page.controller.keep();
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
  document.addEventListener("visibilitychange", keep);
}
