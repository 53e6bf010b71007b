// What a review tells those who do not see its panel: that it has begun, every quarter of the way, and what it has found.

import { sayRun, worstOf } from "./widgets.ts";

/** @typedef {import("./review-run.ts").ReviewRun} ReviewRun */
/** @typedef {import("../../explain/judge.ts").JudgedMove} JudgedMove */

/** It tells how far it is so often on its way. */
const PARTS = 4;

/**
 * @param {import("../../core/i18n.ts").I18n} i18n
 * @param {{ announce: (words: string) => void, said: (move: JudgedMove) => string }} does
 */
export function createReviewEars(i18n, { announce, said }) {
  const { t } = i18n;
  /** @type {import("./review-run.ts").RunStatus} */
  let status = "none";
  let part = 0;

  /** @param {ReviewRun} run */
  function sayEnd({ findings }) {
    const worst = worstOf(findings.moves.filter((move) => move !== null));
    if (worst.length === 0) return t("analysis.review.none");
    return t("analysis.review.ears.drops", { drops: worst.map(said).join("; ") });
  }

  return {
    /** @param {ReviewRun} run */
    follow(run) {
      const before = status;
      status = run.status;
      const reached = Math.floor((run.done / run.total) * PARTS);
      const isBegun = status === "running" && before !== "running";
      const isFarther = status === "running" && reached > part;
      part = reached;
      const isEnded = before === "running" && status !== "running" && status !== "none";
      if (!isBegun && !isFarther && !isEnded) return;
      announce([sayRun(run, i18n), status === "done" ? sayEnd(run) : ""].filter(Boolean).join(" "));
    },
  };
}
