/** Exercises for the tests of the practice, as the analysis adds them. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { noPractice, withTasks } from "../../www/js/practice/exercises.ts";
import type { Practice, Task } from "../../www/js/practice/exercises.ts";
import { dayNumber } from "../../www/js/practice/calendar-days.ts";
import { tasksOfMistakes } from "../../www/js/practice/mistakes.ts";
import type { ReviewedGame } from "../../www/js/practice/mistakes.ts";
import { PRACTICE_KEY, encodePractice } from "../../www/js/practice/practice-storage.ts";
import type { GameSummary } from "../../www/js/practice/profile.ts";
import { tasksOfLines } from "../../www/js/practice/repertoire.ts";
import type { Side } from "../../www/js/core/xiangqi.ts";
import { newTree, withChild } from "../../www/js/study/tree.ts";
import { Game, initSync } from "../../www/pkg/chuhe.js";
import { reviewing } from "./review-wasm.ts";

initSync({ module: readFileSync(new URL("../../www/pkg/chuhe_bg.wasm", import.meta.url)) });

export { Game };

/** The day of the tests, at noon. */
export const NOON = new Date(2026, 10, 25, 12);
export const TODAY = dayNumber(NOON);

/** Returns the tree of lines. */
export function treeOf(...lines: string[]) {
  let tree = newTree();
  for (const line of lines) {
    let at = 0;
    for (const move of line.split(" ")) {
      const child = tree[at].children.find((node) => tree[node].move === move);
      if (child === undefined) tree = withChild(tree, at, move);
      at = child ?? tree.length - 1;
    }
  }
  return tree;
}

/** Returns the tasks of a side in lines. */
export const learned = (side: Side, ...lines: string[]) =>
  tasksOfLines(Game, { startFen: null, nodes: treeOf(...lines), ruleset: "asian" }, "all", side);

export const LINES = { kind: "line", side: "red", name: "A" } as const;

export const practised = (
  tasks: Task[],
  about: Parameters<typeof withTasks>[1] = LINES,
  before = noPractice(),
  today = TODAY,
) => withTasks(before, about, tasks, today).practice;

/** A reviewed game in which Red gives a cannon for a soldier in the second move. */
export const BLUNDER: ReviewedGame = {
  startFen: null,
  moves: ["h2e2", "h9g7", "e2e6", "g7e6", "h0g2"],
  ruleset: "asian",
  judged: [
    { ply: 0, side: "red", loss: 0, label: null, again: null, finding: null },
    { ply: 1, side: "black", loss: 0, label: null, again: null, finding: null },
    {
      ply: 2,
      side: "red",
      loss: 0.3,
      label: "blunder",
      again: null,
      finding: {
        played: "e2e6",
        best: "h0g2",
        punishment: ["g7e6", "h0g2", "b9c7", "i0h0"],
        better: ["h0g2", "i9h9", "i0h0", "b9c7"],
        scores: { played: { cp: -350 }, best: { cp: 40 } },
      },
    },
    { ply: 3, side: "black", loss: 0.07, label: "inaccuracy", again: null, finding: null },
    null,
  ],
  factOf(ply, finding) {
    const review = new reviewing.GameReview(null, BLUNDER.moves);
    return review.explain(ply, finding).facts[0] ?? null;
  },
};

/** Returns a player's reviewed games, each with so many mistakes by phase: missed mates in the ending, lost pieces before. */
export const summaries = (
  games: number,
  each: { opening: number; middle: number; ending: number },
): GameSummary[] =>
  Array.from({ length: games }, (_, at) => ({
    name: `game-${at}`,
    side: at % 2 === 0 ? "red" : "black",
    day: TODAY,
    moves: 40,
    lapses: (["opening", "middle", "ending"] as const).flatMap((phase) =>
      Array.from({ length: each[phase] }, () => ({
        phase,
        loss: 0.2,
        kind: phase === "ending" ? "missed-mate" : "lose",
      })),
    ),
  }));

export const LINE = "h2e2 h9g7 h0g2 i9h9 i0h0";

/** Returns exercises of both kinds. */
export function dueExercises() {
  const first = withTasks(
    noPractice(),
    { ...LINES, name: "Central cannon" },
    learned("red", LINE, "h2e2 b9c7 h0g2"),
    TODAY,
  );
  const tasks = tasksOfMistakes(Game, BLUNDER, "red");
  const about = { kind: "mistake", side: "red", name: "Hu – Xu" } as const;
  return withTasks(first.practice, about, tasks, TODAY).practice;
}

/** Stores exercises for a page, once. */
export const keep = (page: Page, practice: Practice) =>
  page.addInitScript(
    ([key, text]) => localStorage.getItem(key) ?? localStorage.setItem(key, text),
    [PRACTICE_KEY, encodePractice(practice)] as const,
  );
