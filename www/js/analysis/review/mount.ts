// Loads the code of the review when the person first opens its tab.

import type { GameRecord } from "../../core/game-record.ts";
import { memoizeAsync } from "../../core/memoize.ts";
import { byId } from "../../ui/dom.ts";
import { loadReviewing } from "../../explain/judge.ts";
import type { ReviewPanel, ReviewParts } from "./index.ts";
import { levelOf, sideIn } from "./retry.ts";

export function createReviewMount(
  parts: Omit<ReviewParts, "level" | "own" | "reviewing">,
  page: {
    /** Returns the last game of the play page, which is stored on this device. */
    game(): GameRecord | undefined;
    mounted(): void;
    failed(): void;
  },
) {
  const { study } = parts;
  let panel: ReviewPanel | null = null;
  const load = memoizeAsync(async () => {
    const [{ createReview }, reviewing] = await Promise.all([
      import("./index.ts"),
      loadReviewing(),
    ]);
    const line = () => study.lineTo(study.mainLine().at(-1) ?? 0);
    const level = () => levelOf(page.game(), line());
    const own = () => sideIn(page.game(), line());
    panel = createReview(byId("review"), { ...parts, reviewing, level, own });
    page.mounted();
  });
  return {
    get panel() {
      return panel;
    },
    update: (): void => panel?.update(),
    turnTo: (): Promise<void> => load().catch(page.failed),
  };
}
