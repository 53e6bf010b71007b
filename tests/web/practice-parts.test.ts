/** The practice without a browser: its schedule, its exercises and their sources. */
import assert from "node:assert/strict";
import test from "node:test";
import { default_w, forgetting_curve } from "ts-fsrs";
import type { I18n } from "../../www/js/core/i18n.ts";
import type { Side } from "../../www/js/core/xiangqi.ts";
import type { EngineClient } from "../../www/js/engine/client.ts";
import {
  MAX_EXERCISES,
  countDue,
  isAnswer,
  keyOf,
  nextDay,
  nextDue,
  noPractice,
  setStates,
  withRestored,
  withTasks,
  withoutExercise,
  withoutSet,
} from "../../www/js/practice/exercises.ts";
import type { Exercise, Practice } from "../../www/js/practice/exercises.ts";
import { tasksOfMistakes } from "../../www/js/practice/mistakes.ts";
import type { ReviewedGame } from "../../www/js/practice/mistakes.ts";
import { nameOf, phaseOf, profileOf, summaryOf } from "../../www/js/practice/profile.ts";
import type { GameSummary } from "../../www/js/practice/profile.ts";
import {
  MAX_GAMES,
  decodeReviewed,
  encodeReviewed,
  withGame,
} from "../../www/js/practice/reviewed-games.ts";
import type { ReviewedGames } from "../../www/js/practice/reviewed-games.ts";
import {
  MAX_INTERVAL,
  intervalOf,
  memoryAfter,
  withAnswer,
} from "../../www/js/practice/schedule.ts";
import type { Memory } from "../../www/js/practice/schedule.ts";
import type { GameClass } from "../../www/js/rules/rules.ts";
import type { StudyNode } from "../../www/js/study/tree.ts";
import type { Answer, Score } from "../../www/js/engine/types.ts";
import { dateOfDay, dayNumber } from "../../www/js/practice/calendar-days.ts";
import { tasksOfLines } from "../../www/js/practice/repertoire.ts";
import { isRightMove } from "../../www/js/puzzles/practice-judge.ts";
import { createPracticeSection, roundOf } from "../../www/js/puzzles/practice-section.ts";
import {
  BLUNDER,
  Game,
  LINE,
  LINES,
  TODAY,
  learned,
  practised,
  summaries,
  treeOf,
} from "./practice-helpers.ts";
import { fake } from "./fake.ts";
import { reviewing } from "./review-wasm.ts";
import * as formula from "./fsrs-formula.ts";

// ---- the schedule

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test("memory follows the published formula, over two thousand histories of answers", () => {
  const next = random(7);
  let least = Infinity;
  let most = 0;
  for (let history = 0; history < 2000; history++) {
    let actual: Memory | null = null;
    let expected: Memory | null = null;
    for (let answer = 0; answer < 12; answer++) {
      const days = answer === 0 ? 0 : 1 + Math.floor(next() ** 3 * 300);
      const isRight = next() < 0.75;
      if (expected) {
        const chance = formula.chanceAfter(days, expected.stability);
        const actualChance = forgetting_curve(default_w, days, actual!.stability);
        assert.ok(Math.abs(actualChance - chance) < 1e-5);
      }
      // Earlier versions of the page stored results of the formula.
      const continued = memoryAfter(expected, days, isRight);
      actual = memoryAfter(actual, days, isRight);
      expected = formula.memoryAfter(expected, days, isRight);
      for (const { stability, difficulty } of [actual, continued]) {
        const off = Math.abs(stability - expected.stability) / expected.stability;
        assert.ok(off < 1e-4, `stability ${stability}, not ${expected.stability}`);
        assert.ok(Math.abs(difficulty - expected.difficulty) < 1e-4);
        const interval = formula.intervalOf(expected.stability);
        assert.ok(Math.abs(intervalOf(stability) - interval) <= (off > 0 ? 1 : 0));
      }
      least = Math.min(least, intervalOf(actual.stability));
      most = Math.max(most, intervalOf(actual.stability));
    }
  }
  assert.deepEqual(
    [least, most],
    [1, MAX_INTERVAL],
    "the shortest and the longest interval occurred",
  );
});

test("a stored stability below that of any answer is accepted", () => {
  const { stability } = memoryAfter({ stability: 1e-6, difficulty: 10 }, 1, false);
  assert.ok(stability > 0);
});

test("day numbers follow the calendar of the person's time zone", () => {
  const early = new Date(2026, 10, 25, 0, 5);
  const late = new Date(2026, 10, 25, 23, 55);
  assert.equal(dayNumber(early), dayNumber(late));
  assert.equal(dayNumber(new Date(2026, 10, 26, 0, 5)), dayNumber(late) + 1);
  for (const date of [early, new Date(2026, 2, 29, 12), new Date(2028, 1, 29, 3)]) {
    const back = dateOfDay(dayNumber(date));
    assert.deepEqual(
      [back.getFullYear(), back.getMonth(), back.getDate()],
      [date.getFullYear(), date.getMonth(), date.getDate()],
    );
  }
});

// ---- the exercises

test("a line becomes exercises for the moves of one side only", () => {
  const red = learned("red", LINE);
  assert.deepEqual(
    red.map(({ before, moves }) => [before.join(" "), moves]),
    [
      ["", ["h2e2"]],
      ["h2e2 h9g7", ["h0g2"]],
      ["h2e2 h9g7 h0g2 i9h9", ["i0h0"]],
    ],
  );
  const black = learned("black", LINE);
  assert.deepEqual(
    black.flatMap(({ moves }) => moves),
    ["h9g7", "i9h9"],
  );
});

test("a part of a tree is the line to a node, or the whole tree", () => {
  const nodes = treeOf(LINE, "h2e2 b9c7 h0g2");
  const study = { startFen: null, nodes, ruleset: "asian" as const };
  const other = nodes.findIndex(({ move }) => move === "b9c7");
  const tasks = tasksOfLines(Game, study, { node: other }, "red");
  assert.deepEqual(
    tasks.map(({ before }) => before.join(" ")),
    ["", "h2e2 b9c7"],
  );
  assert.equal(tasksOfLines(Game, study, "all", "red").length, 4);
});

test("a huge tree is walked once and stops at the largest number of exercises", () => {
  let [calls, looks, at] = [0, 0, 0];
  class Walked {
    view() {
      looks += 1;
      return { turn: "w" };
    }
    play() {
      calls += 1;
      at += 1;
    }
    undo() {
      calls += 1;
      at -= 1;
    }
    fen = () => `${at}-${calls} w`;
    free() {}
  }
  // A line of 300 moves, with ten variations of ten moves at each of them.
  type Node = Pick<StudyNode, "move" | "parent" | "ply"> & { children: number[] };
  const nodes: Node[] = [{ move: null, parent: -1, children: [], ply: 0 }];
  const add = (parent: number) => {
    nodes[parent].children.push(nodes.length);
    nodes.push({ move: "h2e2", parent, children: [], ply: nodes[parent].ply + 1 });
    return nodes.length - 1;
  };
  for (let main = 0, ply = 0; ply < 300; ply++) {
    const from = main;
    main = add(from);
    for (let branch = 0; branch < 10; branch++)
      for (let node = from, move = 0; move < 10; move++) node = add(node);
  }
  const study = { startFen: null, nodes, ruleset: "asian" as const };
  assert.equal(
    tasksOfLines(Walked as unknown as GameClass, study as never, "all", "red").length,
    MAX_EXERCISES,
  );
  assert.ok(calls <= 2 * nodes.length, `${calls} moves for ${nodes.length} nodes`);
  assert.equal(looks, 1);
});

test("a position reached by two lines is one exercise that accepts the moves of both", () => {
  const two = learned("red", "b0c2 h9g7 h2e2 b9c7 h0g2", "h2e2 b9c7 b0c2 h9g7 a0b0");
  const same = two.filter(({ before }) => before.length === 4);
  assert.equal(same.length, 1);
  assert.deepEqual(same[0].moves, ["h0g2", "a0b0"]);
  const practice = practised(two);
  const [exercise] = practice.exercises.filter(({ before }) => before.length === 4);
  assert.ok(
    isAnswer(exercise, "h0g2") && isAnswer(exercise, "a0b0") && !isAnswer(exercise, "a0a1"),
  );
});

test("right answers make the first interval a day and the next ones ever longer", () => {
  let practice = practised(learned("red", LINE));
  assert.equal(countDue(practice, TODAY), 3);
  const [{ position, kind }] = practice.exercises;
  const key = keyOf({ position, kind });
  const gaps: number[] = [];
  let day = TODAY;
  for (let time = 0; time < 5; time++) {
    practice = withAnswer(practice, key, true, day);
    const { due } = practice.exercises[0].card;
    gaps.push(due - day);
    day = due;
  }
  assert.equal(gaps[0], 1);
  for (const [at, gap] of gaps.slice(1).entries()) assert.ok(gap > gaps[at], gaps.join(" "));
  practice = withAnswer(practice, key, false, day);
  const { card } = practice.exercises[0];
  assert.deepEqual([card.due - day, card.asked, card.missed], [1, 6, 1]);
});

test("answers to exercises that are not due change nothing", () => {
  const first = practised(learned("red", LINE));
  const key = keyOf(first.exercises[0]);
  const once = withAnswer(first, key, true, TODAY);
  assert.deepEqual(withAnswer(once, key, false, TODAY), once);
  // The clock was set back: the exercise waits.
  assert.deepEqual(withAnswer(once, key, false, TODAY - 40), once);
});

test("the next exercise continues the line, then follows in order, then starts again", () => {
  const practice = practised(learned("red", LINE, "h2e2 b9c7 h0g2"));
  const at = (exercise: Exercise, ...moves: string[]) => ({ exercise, moves });
  const first = nextDue(practice, TODAY)!.exercise;
  assert.deepEqual(first.before, []);
  const done = withAnswer(practice, keyOf(first), true, TODAY);
  const second = nextDue(done, TODAY, at(first, "h2e2"))!;
  assert.deepEqual([second.exercise.before.join(" "), second.isContinuation], ["h2e2 b9c7", true]);
  const third = nextDue(done, TODAY, at(second.exercise, "h2e2", "b9c7", "h0g2"))!;
  assert.deepEqual([third.exercise.before.join(" "), third.isContinuation], ["h2e2 h9g7", false]);
  // A skipped exercise comes again behind the last one.
  const last = done.exercises.find(({ before }) => before.length === 4)!;
  const round = nextDue(done, TODAY, at(last, ...last.before, "i0h0"))!;
  assert.deepEqual(round.exercise.before.join(" "), "h2e2 b9c7");
  // A skipped exercise does not come again at once.
  const skipped = nextDue(done, TODAY, { exercise: second.exercise, moves: null })!;
  assert.deepEqual(
    [skipped.exercise.before.join(" "), skipped.isContinuation],
    ["h2e2 h9g7", false],
  );
  assert.equal(nextDue(done, TODAY - 1), null);
  assert.deepEqual(nextDay(done, TODAY), { day: TODAY + 1, count: 1 });
});

test("adding exercises again keeps their days and their set", () => {
  const tasks = learned("red", LINE);
  let practice = practised(tasks);
  practice = withAnswer(practice, keyOf(practice.exercises[0]), true, TODAY);
  const again = withTasks(practice, LINES, learned("red", LINE, "h2e2 b9c7 h0g2"), TODAY + 1);
  assert.deepEqual([again.added, again.existing, again.refused], [1, 3, 0]);
  assert.equal(again.practice.sets.length, 1);
  assert.equal(again.practice.exercises[0].card.asked, 1);
  assert.deepEqual(setStates(again.practice, TODAY + 1)[0].count, 4);
});

test("removing a set keeps exercises of other sets, and can be undone", () => {
  const both = practised(
    learned("red", LINE),
    { ...LINES, name: "B" },
    practised(learned("red", "h2e2 h9g7 b0c2")),
  );
  assert.equal(both.exercises.length, 3);
  const [b, a] = setStates(both, TODAY);
  assert.deepEqual([a.count, b.count], [2, 3]);
  const { practice, removed } = withoutSet(both, b.set.id);
  assert.equal(practice.exercises.length, 2);
  const shared = practice.exercises.find(({ before }) => before.length === 2)!;
  assert.ok(isAnswer(shared, "b0c2") && !isAnswer(shared, "h0g2"));
  const sorted = (all: Practice) => all.exercises.map(keyOf).toSorted();
  assert.deepEqual(sorted(withRestored(practice, removed)), sorted(both));
  assert.deepEqual(
    setStates(withRestored(practice, removed), TODAY).map(({ count }) => count),
    [3, 2],
  );
  const key = keyOf(both.exercises[0]);
  const one = withoutExercise(both, key);
  assert.equal(one.practice.exercises.length, 2);
  assert.deepEqual(sorted(withRestored(one.practice, one.removed)), sorted(both));
});

test("a restored set whose id was reused gets another id", () => {
  const first = practised(learned("red", LINE));
  const { practice: none, removed } = withoutSet(first, first.sets[0].id);
  const black = { ...LINES, side: "black", name: "B" } as const;
  const other = practised(learned("black", LINE), black, none);
  assert.equal(other.sets[0].id, first.sets[0].id);
  const back = withRestored(other, removed);
  assert.deepEqual(
    setStates(back, TODAY).map(({ set, count }) => [set.name, count]),
    [
      ["A", 3],
      ["B", 2],
    ],
  );
  // A set of the same name was made meanwhile: both become one set.
  const again = withRestored(practised(learned("red", "h2e2"), LINES, other), removed);
  assert.deepEqual(setStates(again, TODAY).length, 2);
  assert.equal(again.exercises.length, 5);
});

test("tasks beyond the largest number of exercises are refused and counted", () => {
  const [task] = learned("red", "h2e2");
  const many = Array.from({ length: MAX_EXERCISES + 5 }, (_, at) => ({
    ...task,
    position: `${at} w`,
  }));
  const { practice, added, refused } = withTasks(noPractice(), LINES, many, TODAY);
  assert.deepEqual([practice.exercises.length, added, refused], [MAX_EXERCISES, MAX_EXERCISES, 5]);
});

// ---- mistakes of a review

test("a blunder becomes an exercise with the position before it, the better move and the loss", () => {
  const [task, ...others] = tasksOfMistakes(Game, BLUNDER, null);
  assert.equal(others.length, 0);
  const mistake = task.mistake!;
  assert.deepEqual(
    [task.before, task.moves, mistake.played, mistake.fact!.name, mistake.fact!.piece],
    [["h2e2", "h9g7"], ["h0g2"], "e2e6", "lose-exchange-now", "C"],
  );
  assert.deepEqual(tasksOfMistakes(Game, BLUNDER, "black"), []);
});

test("exercises have the round of their game, whichever side began", () => {
  const rounds = (side: Side) =>
    [0, 1, 2, 3, 4].map((at) => roundOf({ side, before: Array(at).fill("") }));
  // Red began if it is Red's turn after an even number of moves, else Black.
  assert.deepEqual(rounds("red"), [1, 2, 2, 3, 3]);
  assert.deepEqual(rounds("black"), [1, 1, 2, 2, 3]);
});

// ---- the profile

test("an opening is ten moves of each side, an ending has at most four rooks, horses and cannons", () => {
  const start = new Game().placement();
  const few = new Game("3ak4/4a4/9/9/4c4/4P4/9/4R4/4A4/R3KA3 w").placement();
  assert.deepEqual(
    [
      phaseOf(start, 0, true),
      phaseOf(start, 19, true),
      phaseOf(start, 20, true),
      phaseOf(start, 0, false),
      phaseOf(few, 8, true),
    ],
    ["opening", "opening", "middle", "middle", "ending"],
  );
});

test("a summary counts the mistakes of the person's side", () => {
  const game = summaryOf(Game, BLUNDER, "red", TODAY);
  assert.deepEqual([game.moves, game.lapses], [2, [{ phase: "opening", loss: 0.3, kind: "lose" }]]);
  assert.deepEqual(summaryOf(Game, BLUNDER, "black", TODAY).lapses, []);
  assert.notEqual(game.name, nameOf({ startFen: null, moves: BLUNDER.moves.slice(1) }));
});

test("the profile ranks phases and kinds by loss, and needs enough games", () => {
  const profile = profileOf(summaries(5, { opening: 1, middle: 3, ending: 1 }));
  assert.ok(profile.isEnough);
  assert.deepEqual(
    profile.phases.map(({ phase, share, count }) => [phase, Math.round(share * 100), count]),
    [
      ["middle", 60, 15],
      ["opening", 20, 5],
      ["ending", 20, 5],
    ],
  );
  assert.deepEqual(profile.kinds, [
    { kind: "lose", count: 20 },
    { kind: "missed-mate", count: 5 },
  ]);
  assert.equal(profile.perGame, 5);
  assert.equal(profileOf(summaries(4, { opening: 1, middle: 3, ending: 1 })).isEnough, false);
  assert.equal(profileOf(summaries(7, { opening: 1, middle: 0, ending: 0 })).isEnough, false);
  assert.equal(profileOf([]).isEnough, false);
});

test("time trouble begins below a tenth of the most time on either clock", () => {
  const clocks: (number | null)[] = [600_000, 700_000, 1000, 1000, 1000];
  const mistake = BLUNDER.judged.findIndex((judged) => judged?.finding);
  const hurriedAt = (ms: number | null) => {
    const game: ReviewedGame = { ...BLUNDER, clocks: clocks.with(mistake - 2, ms) };
    return summaryOf(Game, game, "red", TODAY).lapses[0].hurried;
  };
  assert.deepEqual(
    [hurriedAt(69_999), hurriedAt(70_001), hurriedAt(null)],
    [true, false, undefined],
  );
  assert.equal(summaryOf(Game, BLUNDER, "red", TODAY).lapses[0].hurried, undefined);
});

test("the profile counts time trouble only with enough mistakes with known times", () => {
  const games = summaries(5, { opening: 1, middle: 3, ending: 1 });
  assert.equal(profileOf(games).timed, null);
  const timedAs = (hurried: boolean) => (game: GameSummary) => ({
    ...game,
    lapses: game.lapses.map((lapse) => ({ ...lapse, hurried })),
  });
  const [first, ...others] = games;
  assert.equal(profileOf([timedAs(true)(first), ...others]).timed, null);
  const timed = [timedAs(true)(first), ...others.map(timedAs(false)), ...games];
  assert.deepEqual(profileOf(timed).timed, { hurried: 5, count: 25 });
  const reviewed: ReviewedGames = { whose: "red", games: timed };
  assert.deepEqual(decodeReviewed(encodeReviewed(reviewed)), reviewed);
});

test("a game reviewed again replaces its summary, and the oldest summaries are dropped", () => {
  let stored: ReviewedGames = { whose: "red", games: [] };
  for (const game of summaries(MAX_GAMES + 3, { opening: 1, middle: 0, ending: 0 }))
    stored = withGame(stored, game);
  assert.equal(stored.games.length, MAX_GAMES);
  const again = withGame(stored, { ...stored.games[5], lapses: [] });
  assert.equal(again.games.length, MAX_GAMES);
  assert.deepEqual(again.games[0].lapses, []);
  assert.deepEqual(decodeReviewed(encodeReviewed(again)), again);
  assert.deepEqual(decodeReviewed('{"version":2}'), { whose: "red", games: [] });
});

// ---- on the puzzles' page

test("removing a set that is not on the board, and undoing it, refreshes the page", () => {
  let practice = practised(learned("red", LINE));
  const shown: unknown[] = [];
  const undo: (() => void)[] = [];
  const section = createPracticeSection({
    i18n: fake<I18n>({ t: (key) => key }),
    storage: {
      load: () => practice,
      change: (change) => ({ practice: (practice = change(practice)), isStored: true }),
    },
    page: fake<Parameters<typeof createPracticeSection>[0]["page"]>({
      Game,
      changed: () => shown.push(practice.sets.length),
    }),
    today: () => TODAY - 1, // nothing is due, nothing is on the board
    notify: (_words, options) => undo.push(options!.onAction!),
  });
  section.removeSet(practice.sets[0], () => shown.push("the sheet"));
  assert.deepEqual(shown, [0]);
  undo[0]();
  assert.deepEqual(shown.slice(-2), [1, "the sheet"]);
});

test("after a missed mate another move is right only if it mates too", async () => {
  const [exercise] = practised(tasksOfMistakes(Game, BLUNDER, null), {
    ...LINES,
    kind: "mistake",
  }).exercises;
  const missed = { ...exercise, mistake: { ...exercise.mistake!, fact: { name: "missed-mate" } } };
  /** Judges another move, after which the side to move has this score; the review's move mates. */
  const judged = (judgedExercise: Exercise, score: Score) =>
    isRightMove(
      fake<EngineClient>({
        newGame() {},
        getBestMove: (_, options) =>
          Promise.resolve(
            fake<Answer>({
              score: options!.moves!.at(-1) === "h0g2" ? { mate: -3 } : score,
              pv: [],
              depth: 9,
              move: null,
            }),
          ),
      }),
      reviewing,
      judgedExercise,
      "b0c2",
    );
  assert.equal(await judged(exercise, { cp: -2000 }), true, "the position is still won");
  assert.equal(await judged(missed, { cp: -2000 }), false);
  assert.equal(await judged(missed, { mate: -5 }), true);
  assert.equal(await judged(missed, { mate: 5 }), false);
});
