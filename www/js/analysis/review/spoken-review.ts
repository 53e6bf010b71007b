// Announces the progress of a review to screen readers: its start, every quarter, and its end with the findings.

import type { I18n } from "../../core/i18n.ts";
import type { JudgedMove } from "../../explain/judge.ts";
import type { ReviewRun, RunStatus } from "./review-run.ts";
import { formatRun, worstOf } from "./widgets.ts";

/** The number of equal parts into which a review is divided. The progress is announced after each part. */
const PARTS = 4;

/** Creates a function to be called after each step of a run. `describeDrop` describes a mistake. */
export function createReviewAnnouncer(
  i18n: I18n,
  announce: (words: string) => void,
  describeDrop: (move: JudgedMove) => string,
) {
  const { t } = i18n;
  let status: RunStatus = "none";
  let part = 0;

  function describeEnd({ findings }: ReviewRun) {
    const worst = worstOf(findings.moves);
    if (worst.length === 0) return t("analysis.review.none");
    return t("analysis.review.ears.drops", { drops: worst.map(describeDrop).join("; ") });
  }

  return (run: ReviewRun): void => {
    const before = status;
    status = run.status;
    const reached = Math.floor((run.done / run.total) * (run.suspects ? PARTS : PARTS - 1));
    const isFarther = reached > part || before !== "running";
    part = reached;
    const isEnd = before === "running" && status !== "none";
    if (status === "running" ? !isFarther : !isEnd) return;
    const end = status === "done" ? describeEnd(run) : "";
    announce([formatRun(run, i18n), end].filter(Boolean).join(" "));
  };
}
