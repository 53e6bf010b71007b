// Formats the moves of a reviewed game and the places of its graph.

import { spokenLine } from "../../core/spoken-line.ts";
import type { JudgedMove } from "../../explain/judge.ts";
import type { Chances } from "./graph.ts";
import type { ReviewParts } from "./index.ts";
import type { ReviewRun } from "./review-run.ts";
import { percent } from "./widgets.ts";

/** `nodeAt` returns the node of the main line after `ply` moves. */
export function createReviewWords(
  { i18n, study, Game, notation }: Pick<ReviewParts, "i18n" | "study" | "Game" | "notation">,
  run: ReviewRun,
  nodeAt: (ply: number) => number,
) {
  const { t } = i18n;

  /** Formats a line as text. `moves` are the moves before it. */
  function write(moves: string[], line: string[]): string[] {
    const game = new Game(run.startFen, moves);
    try {
      return game.line(line, notation());
    } finally {
      game.free();
    }
  }

  /** Formats a line for screen readers. */
  const speak = (moves: string[], line: string[]): string[] =>
    spokenLine(Game, { startFen: run.startFen, moves }, line, notation(), i18n);

  const speakMove = (ply: number) =>
    speak(run.moves.slice(0, ply), run.moves.slice(ply, ply + 1))[0] ?? "";

  const writtenMove = (ply: number) => i18n.move(study.get().texts[nodeAt(ply + 1)] ?? "");

  /** Returns the round number of a move. */
  const numberOf = (ply: number) => Math.floor((ply + (run.first === "red" ? 0 : 1)) / 2) + 1;

  const withNumber = (ply: number, move: string) =>
    t("analysis.review.item", { number: numberOf(ply), move });

  /** Describes a point of the graph. `move` is the formatted move that leads to the point's position. */
  function placeWords(at: number, chances: Chances, move: string): string {
    const chance = chances[at] ?? null;
    const share = percent(chance ?? 0);
    if (at === 0)
      return chance === null
        ? t("analysis.review.title")
        : t("analysis.review.graph.start", { percent: share });
    const number = numberOf(at - 1);
    if (chance === null) return t("analysis.review.graph.unknown", { number, move });
    const place = t("analysis.review.graph.place", { number, move, percent: share });
    const label = run.findings.moves[at - 1]?.label;
    if (!label) return place;
    return t("analysis.review.graph.marked", { place, label: t(`analysis.review.label.${label}`) });
  }

  const spokenName = (ply: number) => withNumber(ply, speakMove(ply));

  return {
    write,
    speak,
    /** Returns a move with its number, as text. */
    name: (ply: number): string => withNumber(ply, writtenMove(ply)),
    /** Describes a mistake for screen readers. */
    describeDrop: ({ ply, label }: Pick<JudgedMove, "ply" | "label">): string =>
      t("analysis.review.ears.drop", {
        move: spokenName(ply),
        label: t(`analysis.review.label.${label}`),
      }),
    writtenPlace: (at: number, chances: Chances): string =>
      placeWords(at, chances, at > 0 ? writtenMove(at - 1) : ""),
    spokenPlace: (at: number, chances: Chances): string =>
      placeWords(at, chances, at > 0 ? speakMove(at - 1) : ""),
  };
}
