// Mistakes that a review found become exercises: the position before the mistake, and what was better.

import { explain } from "../explain/explain.js";

/** @typedef {import("./exercises.ts").Side} Side */
/** @typedef {import("./exercises.ts").Task} Task */
/** @typedef {import("../explain/judge.js").MoveJudged} MoveJudged */

/**
 * @typedef {object} Reviewed  a game, with what its review found
 * @property {string|null} startFen
 * @property {string[]} moves
 * @property {import("./exercises.ts").Ruleset} ruleset
 * @property {(MoveJudged|null)[]} judged
 * @property {(number|null)[]} [clocks]  milliseconds that the mover had left after each of `moves`, where that is known
 */

/** An inaccuracy is no exercise: there the right move is a matter of taste. */
const LABELS = ["mistake", "blunder"];

/**
 * What a fact is of, whatever its moment: `lose-piece-now` is a `lose-piece`, a perpetual check a `repetition`.
 * @param {string} name of a fact
 */
export function familyOf(name) {
  const [first, second] = name.split("-");
  return first === "lose" || first === "missed" ? `${first}-${second}` : first;
}

/** Those of a side, or of both. @param {(MoveJudged|null)[]} judged @param {Side|null} side */
export const mistakesOf = (judged, side) =>
  judged.filter(
    (one) =>
      one?.finding && LABELS.includes(one.label ?? "") && (side === null || one.side === side),
  );

/** Placement and side to move: what makes a position the same. @param {string} fen */
export const positionOf = (fen) => fen.split(" ").slice(0, 2).join(" ");

/** The gravest thing that is proved of a mistake. @param {import("../rules/rules.ts").GameClass} Game @param {Reviewed} reviewed @param {MoveJudged} mistake */
export function factOf(Game, { startFen, moves }, { ply, finding }) {
  if (!finding) return null;
  const question = { startFen, moves: moves.slice(0, ply), ...finding };
  return explain(Game, question).facts[0] ?? null;
}

/**
 * @param {import("../rules/rules.ts").GameClass} Game @param {Reviewed} reviewed @param {Side|null} side  null: both
 * @returns {Task[]}
 */
export function tasksOfMistakes(Game, reviewed, side) {
  const { startFen, moves, ruleset } = reviewed;
  return mistakesOf(reviewed.judged, side).flatMap((mistake) => {
    if (!mistake?.finding) return [];
    const before = moves.slice(0, mistake.ply);
    const { played, better } = mistake.finding;
    const game = new Game(startFen, before, ruleset);
    const position = positionOf(game.fen());
    game.free();
    return {
      kind: /** @type {const} */ ("mistake"),
      position,
      side: mistake.side,
      ruleset,
      startFen,
      before,
      moves: better.slice(0, 1),
      mistake: { played, better, fact: factOf(Game, reviewed, mistake) },
    };
  });
}
