// Turns the mistakes that a review found into exercises. An exercise has the position before the mistake, and the
// better move.

import type { Ruleset, Side } from "../core/xiangqi.ts";
import type { Fact, Finding, JudgedMove } from "../explain/judge.ts";
import type { GameClass } from "../rules/rules.ts";
import type { Task } from "./exercises.ts";

/** A game with the results of its review. */
export interface ReviewedGame {
  startFen: string | null;
  moves: string[];
  ruleset: Ruleset;
  judged: (JudgedMove | null)[];
  /** The time on the mover's clock after each of `moves`, in milliseconds; null where it is unknown. */
  clocks?: (number | null)[];
  /** Returns the most serious proved fact about a mistake; null if nothing is proved. */
  factOf(ply: number, finding: Finding): Fact | null;
}

type JudgedMistake = JudgedMove & { finding: NonNullable<JudgedMove["finding"]> };

/** Returns the family of a fact: `lose-piece` for `lose-piece-now`, `repetition` for `repetition-check`. */
export function familyOf(factName: string): string {
  const [first = "", second] = factName.split("-");
  return first === "lose" || first === "missed" ? `${first}-${second}` : first;
}

/**
 * Returns the mistakes and blunders of a side; null means both sides. Inaccuracies are left out, because they are too
 * often a matter of taste.
 */
export const mistakesOf = (judged: (JudgedMove | null)[], side: Side | null): JudgedMistake[] =>
  judged.filter(
    (move): move is JudgedMistake =>
      (move?.label === "mistake" || move?.label === "blunder") &&
      Boolean(move.finding) &&
      (side === null || move.side === side),
  );

/** Returns the placement and the side to move of a FEN. */
export const positionOf = (fen: string): string => fen.split(" ").slice(0, 2).join(" ");

/** Returns an exercise for each mistake of a side; null means both sides. */
export function tasksOfMistakes(
  Game: GameClass,
  reviewed: ReviewedGame,
  side: Side | null,
): Task[] {
  const { startFen, moves, ruleset } = reviewed;
  return mistakesOf(reviewed.judged, side).map((mistake) => {
    const before = moves.slice(0, mistake.ply);
    const { played, better } = mistake.finding;
    const game = new Game(startFen, before, ruleset);
    const position = positionOf(game.fen());
    game.free();
    return {
      kind: "mistake",
      position,
      side: mistake.side,
      ruleset,
      startFen,
      before,
      moves: better.slice(0, 1),
      mistake: { played, better, fact: reviewed.factOf(mistake.ply, mistake.finding) },
    };
  });
}
