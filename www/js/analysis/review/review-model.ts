// The state of the review: the run, the mistake that is shown, and its line on the board. No DOM.

import { createStore } from "../../core/store.ts";
import type { Explanation, Finding, JudgedMove, MoveLabel } from "../../explain/judge.ts";
import type { ShowLine } from "../../explain/show-line.ts";
import { describeExplanation } from "../../explain/why-words.ts";
import type { ReviewedGame } from "../../practice/mistakes.ts";
import { rulesetOf } from "../../rules/records.ts";
import { langOfMoves } from "../../ui/dom.ts";
import type { Detail, LineKind } from "./detail.ts";
import type { ReviewParts } from "./index.ts";
import { createReviewArchive } from "./review-archive.ts";
import { ReviewRun, latestPositions } from "./review-run.ts";
import { createReviewStorage } from "./review-storage.ts";
import { createReviewWords } from "./review-words.ts";
import { storeEvaluation } from "./store-evaluation.ts";

interface ReviewState {
  /** The ply of the mistake that the person has chosen; null before. */
  chosen: number | null;
  /** The line on the board, and the ply of its mistake. */
  shown: { mode: ShowLine; kind: LineKind; ply: number } | null;
}

export type Mistake = JudgedMove & { label: MoveLabel; finding: Finding };

const isMistake = (move: JudgedMove | null | undefined): move is Mistake =>
  Boolean(move?.label && move.finding);

export type ReviewModel = ReturnType<typeof createReviewModel>;

/** Creates the model. `onRun` is called after each step of the run. */
export function createReviewModel(parts: ReviewParts, onRun: () => void) {
  const { i18n, study, queue, second, Game, reviewing, notation } = parts;
  const { chanceOf, oppositeScore } = reviewing;
  const store = createStore<ReviewState>({ chosen: null, shown: null });
  const explanations = new WeakMap<Finding, Explanation>();

  /** Returns the node of the main line after `ply` moves. */
  const nodeAt = (ply: number) => (ply === 0 ? 0 : (study.mainLine()[ply - 1] ?? 0));

  const ruleset = () => rulesetOf(study.get().tags);
  const run = new ReviewRun({
    Game,
    reviewing,
    ruleset,
    queue,
    second,
    store: createReviewStorage(() => localStorage),
    archive: createReviewArchive(ruleset),
    onEvaluation: (ply, cp) => storeEvaluation(study, run, ply, cp),
    changed: onRun,
  });
  const words = createReviewWords(parts, run, nodeAt);

  /** Returns the number of moves up to the study's current node; null in a variation. */
  function place() {
    const { at } = study.get();
    if (at === 0) return 0;
    const index = study.mainLine().indexOf(at);
    return index < 0 ? null : index + 1;
  }

  function mistakeAt(ply: number): Mistake | null {
    const judged = run.findings.moves[ply];
    return isMistake(judged) ? judged : null;
  }

  /**
   * Returns the mistake that is shown. If a line is on the board, this is the line's mistake. Otherwise it is the
   * chosen mistake if the position before it is on the board, or else the mistake that led to the position on the
   * board. Returns null if there is none.
   */
  function mistake() {
    const { shown, chosen } = store.get();
    const at = place();
    if (shown) return mistakeAt(shown.ply);
    if (at === null) return null;
    return mistakeAt(chosen === at ? at : at - 1);
  }

  function explain(ply: number, finding: Finding) {
    const stored = explanations.get(finding);
    if (stored) return stored;
    const review = new reviewing.GameReview(run.startFen, run.moves, ruleset());
    try {
      const explanation = review.explain(ply, finding);
      explanations.set(finding, explanation);
      return explanation;
    } finally {
      review.free();
    }
  }

  /** Returns sentences that explain why a move is a mistake. */
  const reasons = ({ ply, finding }: Mistake) => describeExplanation(explain(ply, finding), i18n);

  return {
    ...store,
    run,
    words,
    nodeAt,
    place,
    mistakeAt,
    mistake,
    reasons,

    /** Opens the study's main line as the game to review. */
    open() {
      const line = study.lineTo(study.mainLine().at(-1) ?? 0);
      run.open(study.get().startFen, line, study.get().study);
    },

    /** Returns Red's chances (0 to 1) at each place; null where they are unknown. */
    chances: (): (number | null)[] =>
      latestPositions(run.findings, reviewing).map((judged, ply) => {
        if (!judged) return null;
        return chanceOf(run.sideAt(ply) === "red" ? judged.score : oppositeScore(judged.score));
      }),

    detail(): Detail | null {
      const current = mistake();
      if (!current) return null;
      const { ply, label, finding } = current;
      const { played, better, punishment, scores } = finding;
      const before = run.moves.slice(0, ply);
      const mode = store.get().shown?.mode;
      return {
        name: words.name(ply),
        label,
        before: chanceOf(scores.best),
        after: chanceOf(scores.played),
        sentences: reasons(current),
        better: words.write(before, better),
        punishment: words.write(before, [played, ...punishment]).slice(1),
        lang: langOfMoves(notation(), i18n),
        shown: mode ? { playing: mode.playing, ...mode.canStep() } : null,
      };
    },

    /** Returns the game if its review is complete; null otherwise. */
    reviewedGame(): ReviewedGame | null {
      const { status, startFen, moves, findings } = run;
      if (status !== "done" || moves.length === 0) return null;
      const { nodes } = study.get();
      const clocks = study.mainLine().map((node) => nodes[node]?.clock ?? null);
      const factOf = (ply: number, finding: Finding) => explain(ply, finding).facts[0] ?? null;
      return { startFen, moves, ruleset: ruleset(), judged: findings.moves, clocks, factOf };
    },

    /**
     * Returns arrows for the mistake. In the position before it, the arrows are the better move and, thinner, the
     * played move. In the position after it, the arrow is the reply that punishes it.
     */
    arrows() {
      const current = mistake();
      if (!current) return [];
      const { best, played, punishment } = current.finding;
      const arrow = (move: string, weight: number) => ({
        from: move.slice(0, 2),
        to: move.slice(2),
        weight,
      });
      if (place() === current.ply) return [arrow(best, 1), arrow(played, 0.25)];
      return punishment.slice(0, 1).map((move) => arrow(move, 0.8));
    },
  };
}
