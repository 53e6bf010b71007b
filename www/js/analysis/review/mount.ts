// The review's place on the page: it is fetched when somebody turns to it.

import { memoizeAsync } from "../../core/memoize.ts";
import { byId } from "../../ui/dom.ts";
import { levelOf, sideIn } from "./retry.ts";

/** @typedef {import("./index.ts").ReviewParts} ReviewParts */

/**
 * @param {Omit<ReviewParts, "level"|"own">} parts
 * @param {{ game: () => import("../../core/game-record.ts").GameRecord|undefined, mounted: () => void, failed: () => void }} page
 *   `game`: the one that is kept on this device
 */
export function createReviewMount(parts, { game, mounted, failed }) {
  const { study } = parts;
  /** @type {Awaited<ReturnType<typeof import("./index.ts").createReview>>|null} */
  let panel = null;
  const make = memoizeAsync(async () => {
    const { createReview } = await import("./index.ts");
    const line = () => study.lineTo(study.mainLine().at(-1) ?? 0);
    const level = () => levelOf(game(), line());
    const own = () => sideIn(game(), line());
    panel = await createReview(byId("review"), { ...parts, level, own });
    mounted();
  });
  return {
    get panel() {
      return panel;
    },
    update: () => panel?.update(),
    turnTo: () => make().catch(failed),
  };
}
