/** Exercises for the tests of the practice, as if they had been added in the analysis. */
import { readFileSync } from "node:fs";
import { noPractice, withTasks } from "../../www/js/practice/exercises.ts";
import { dayNumber } from "../../www/js/practice/calendar-days.ts";
import { tasksOfMistakes } from "../../www/js/practice/mistakes.ts";
import { PRACTICE_KEY, encodePractice } from "../../www/js/practice/practice-storage.ts";
import { tasksOfLines } from "../../www/js/practice/repertoire.ts";
import { newTree, withChild } from "../../www/js/study/tree.ts";
import { Game, initSync } from "../../www/pkg/chuhe.js";

initSync({ module: readFileSync(new URL("../../www/pkg/chuhe_bg.wasm", import.meta.url)) });

export { Game };

/** The day of the tests, at noon. */
export const NOON = new Date(2026, 10, 25, 12);
export const TODAY = dayNumber(NOON);

/** A tree of lines. @param {...string} lines */
export function treeOf(...lines) {
  let tree = newTree();
  for (const line of lines) {
    let at = 0;
    for (const move of line.split(" ")) {
      const known = tree[at].children.find((child) => tree[child].move === move);
      if (known === undefined) tree = withChild(tree, at, move);
      at = known ?? tree.length - 1;
    }
  }
  return tree;
}

/** What there is to learn in lines, of a side. @param {"red"|"black"} side @param {...string} lines */
export const learned = (side, ...lines) =>
  tasksOfLines(Game, { startFen: null, nodes: treeOf(...lines), ruleset: "asian" }, "all", side);

export const LINES = { kind: "line", side: "red", name: "A" };

/** @param {import("../../www/js/practice/exercises.ts").Task[]} tasks @param {object} [about] */
export const practised = (tasks, about = LINES, before = noPractice(), today = TODAY) =>
  withTasks(before, about, tasks, today).practice;

/** A game in which Red gives a cannon for a soldier in the second move, as a review finds it. */
export const BLUNDER = /** @type {import("../../www/js/practice/mistakes.ts").ReviewedGame} */ {
  startFen: null,
  moves: ["h2e2", "h9g7", "e2e6", "g7e6", "h0g2"],
  ruleset: "asian",
  judged: [
    { ply: 0, side: "red", loss: 0, label: null, finding: null },
    { ply: 1, side: "black", loss: 0, label: null, finding: null },
    {
      ply: 2,
      side: "red",
      loss: 0.3,
      label: "blunder",
      finding: {
        played: "e2e6",
        best: "h0g2",
        punishment: ["g7e6", "h0g2", "b9c7", "i0h0"],
        better: ["h0g2", "i9h9", "i0h0", "b9c7"],
        scores: { played: { cp: -350 }, best: { cp: 40 } },
      },
    },
    { ply: 3, side: "black", loss: 0.07, label: "inaccuracy", finding: null },
    null,
  ],
};

/**
 * Reviewed games of one's own, with so many mistakes in each phase: pieces lost, but in the ending, where mates were missed.
 * @param {number} games @param {{ opening: number, middle: number, ending: number }} each
 * @returns {import("../../www/js/practice/profile.ts").GameSummary[]}
 */
export const summaries = (games, each) =>
  Array.from({ length: games }, (_, at) => ({
    name: `game-${at}`,
    side: at % 2 === 0 ? "red" : "black",
    day: TODAY,
    moves: 40,
    lapses: /** @type {const} */ ["opening", "middle", "ending"].flatMap((phase) =>
      Array.from({ length: each[phase] }, () => ({
        phase,
        loss: 0.2,
        kind: phase === "ending" ? "missed-mate" : "lose",
      })),
    ),
  }));

export const LINE = "h2e2 h9g7 h0g2 i9h9 i0h0";

/** Exercises of both kinds. */
export function dueExercises() {
  const lines = { kind: /** @type {const} */ "line", side: /** @type {const} */ "red" };
  const first = withTasks(
    noPractice(),
    { ...lines, name: "Central cannon" },
    learned("red", LINE, "h2e2 b9c7 h0g2"),
    TODAY,
  );
  const mistakes = { kind: /** @type {const} */ "mistake", side: /** @type {const} */ "red" };
  const tasks = tasksOfMistakes(Game, BLUNDER, "red");
  return withTasks(first.practice, { ...mistakes, name: "Hu – Xu" }, tasks, TODAY).practice;
}

/** Puts exercises where a page finds them, once. @param {import("playwright-core").Page} page @param {import("../../www/js/practice/exercises.ts").Practice} practice */
export const keep = (page, practice) =>
  page.addInitScript(
    ([key, text]) => localStorage.getItem(key) ?? localStorage.setItem(key, text),
    [PRACTICE_KEY, encodePractice(practice)],
  );
