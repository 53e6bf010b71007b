/** Storage of exercises, without a browser: reading back, failing writes, and other tabs. */
import assert from "node:assert/strict";
import test from "node:test";
import { createExerciseAdder } from "../../www/js/analysis/add-exercises.ts";
import type { I18n } from "../../www/js/core/i18n.ts";
import {
  MAX_PLIES,
  MAX_NAME,
  countDue,
  keyOf,
  noPractice,
  withTasks,
} from "../../www/js/practice/exercises.ts";
import type { Task } from "../../www/js/practice/exercises.ts";
import { tasksOfMistakes } from "../../www/js/practice/mistakes.ts";
import { withAnswer } from "../../www/js/practice/schedule.ts";
import {
  PRACTICE_KEY,
  UNREAD_PRACTICE_KEY,
  createPracticeStorage,
  decodePractice,
  encodePractice,
} from "../../www/js/practice/practice-storage.ts";
import { REVIEWED_KEY } from "../../www/js/practice/reviewed-games.ts";
import { fake } from "./fake.ts";
import { BLUNDER, Game, LINE, LINES, TODAY, learned, practised } from "./practice-helpers.ts";

/** Returns a store like localStorage over an object; `refuse` throws where it is full. */
const storeOf = (stored: Record<string, string>, refuse: (key: string) => void = () => {}) =>
  fake<Storage>({
    getItem: (key) => stored[key] ?? null,
    setItem(key, text) {
      refuse(key);
      stored[key] = text;
    },
  });

test("stored exercises are read back unchanged", () => {
  const practice = withAnswer(
    practised(
      tasksOfMistakes(Game, BLUNDER, null),
      { ...LINES, kind: "mistake" },
      practised(learned("black", LINE)),
    ),
    keyOf(learned("black", LINE)[0]),
    true,
    TODAY,
  );
  const { practice: read, isWhole } = decodePractice(encodePractice(practice));
  assert.ok(isWhole);
  assert.deepEqual(read, practice);
});

test("sets with long names, control characters and long lines can be read back", () => {
  const tasks = learned("red", LINE);
  const names = [
    "n".repeat(500),
    "\u{1F3A0}".repeat(121),
    "a\n\tb\u0085c",
    "\u0000",
    "",
    "\ud800x",
  ];
  let practice = noPractice();
  for (const name of names) practice = practised(tasks, { ...LINES, name }, practice);
  for (const name of names) practice = practised(tasks, { ...LINES, name }, practice);
  assert.deepEqual(
    practice.sets.map(({ name }) => name).slice(2, 4),
    ["a b c", "…"],
    "and the same name is the same set",
  );
  assert.equal(practice.sets.length, names.length - 1, "two of them have nothing to show");
  for (const { name } of practice.sets) assert.ok([...name].length <= MAX_NAME);
  const [mistake] = tasksOfMistakes(Game, BLUNDER, null);
  const plies = (count: number) =>
    Array.from({ length: count }, (_, at) => (at % 2 ? "e0e1" : "e1e0"));
  const long = { ...mistake.mistake!, better: plies(MAX_PLIES + 1) };
  const all = [
    { ...mistake, before: plies(MAX_PLIES) },
    { ...mistake, position: tasks[0].position, before: plies(MAX_PLIES + 1) },
    { ...mistake, position: tasks[2].position, mistake: long },
  ];
  const next = withTasks(practice, { ...LINES, kind: "mistake" }, all, TODAY);
  assert.deepEqual([next.added, next.existing, next.refused], [1, 0, 2]);
  const { practice: read, isWhole } = decodePractice(encodePractice(next.practice));
  assert.ok(isWhole);
  assert.deepEqual(read, next.practice);
});

test("an unreadable exercise is put aside and reported, and the others are stored", () => {
  const practice = practised(learned("red", LINE));
  const raw = JSON.parse(encodePractice(practice));
  raw.exercises[1].answers = [{ move: "<b>", set: 1 }];
  const cases: [string, number][] = [
    [JSON.stringify(raw), 2],
    ["{", 0],
    [JSON.stringify({ ...raw, version: 99 }), 0],
    [JSON.stringify({ ...raw, exercises: [[raw.exercises]] }), 0],
    [JSON.stringify({ ...raw, exercises: [] }), 0],
  ];
  for (const [text, remaining] of cases) {
    const stored: Record<string, string> = { [PRACTICE_KEY]: text };
    const problems: string[] = [];
    const storage = createPracticeStorage(
      () => storeOf(stored),
      (code) => problems.push(code),
    );
    assert.equal(storage.load().exercises.length, remaining);
    assert.equal(storage.load().exercises.length, remaining, "and once more");
    assert.deepEqual([problems, stored[UNREAD_PRACTICE_KEY]], [["unread"], text]);
    storage.change((now) => practised(learned("red", "a0a1"), { ...LINES, name: "Z" }, now));
    assert.equal(
      decodePractice(stored[PRACTICE_KEY]).practice.exercises.length,
      Math.max(remaining, 1),
    );
  }
});

test("an unreadable text that cannot be put aside is not overwritten", () => {
  const stored: Record<string, string> = { [PRACTICE_KEY]: "{" };
  const problems: string[] = [];
  const refuse = (key: string) => {
    if (key === UNREAD_PRACTICE_KEY) throw new DOMException("full", "QuotaExceededError");
  };
  const storage = createPracticeStorage(
    () => storeOf(stored, refuse),
    (code) => problems.push(code),
  );
  storage.change((now) => practised(learned("red", LINE), LINES, now));
  assert.equal(stored[PRACTICE_KEY], "{");
  assert.deepEqual(problems, ["full"]);
  assert.equal(
    storage.load().exercises.length,
    3,
    "and what is practised lasts as long as the page",
  );
});

test("a full storage is reported, and two tabs do not overwrite each other", () => {
  const stored: Record<string, string> = {};
  let isFull = true;
  const problems: string[] = [];
  const refuse = () => {
    if (isFull) throw new DOMException("full", "QuotaExceededError");
  };
  const open = () =>
    createPracticeStorage(
      () => storeOf(stored, refuse),
      (code) => problems.push(code),
    );
  const [one, other] = [open(), open()];
  one.change((now) => practised(learned("red", LINE), LINES, now));
  assert.deepEqual([problems, stored], [["full"], {}]);
  isFull = false;
  one.change((now) => withAnswer(now, keyOf(now.exercises[0]), true, TODAY));
  other.change((now) => practised(learned("black", LINE), { ...LINES, side: "black" }, now));
  one.change((now) => withAnswer(now, keyOf(now.exercises[1]), true, TODAY));
  const { practice } = decodePractice(stored[PRACTICE_KEY]);
  assert.equal(practice.exercises.length, 5);
  assert.equal(countDue(practice, TODAY), 3);
});

test("a change that could not be written is applied to what another tab stores later", () => {
  const stored: Record<string, string> = {};
  let isFull = false;
  const refuse = () => {
    if (isFull) throw new DOMException("full", "QuotaExceededError");
  };
  const [one, other] = [refuse, undefined].map((refusing) =>
    createPracticeStorage(
      () => storeOf(stored, refusing),
      () => {},
    ),
  );
  const first = keyOf(learned("red", LINE)[0]);
  one.change((now) => practised(learned("red", LINE), LINES, now));
  isFull = true;
  one.change((now) => withAnswer(now, first, true, TODAY));
  one.change((now) => practised(learned("red", "a0a1"), { ...LINES, name: "B" }, now));
  other.change((now) => practised(learned("black", LINE), { ...LINES, side: "black" }, now));
  assert.deepEqual(
    [one, other].map((store) => store.load().sets.length),
    [3, 2],
  );
  isFull = false;
  one.change((now) => withAnswer(now, keyOf(now.exercises[1]), true, TODAY));
  const { practice, isWhole } = decodePractice(stored[PRACTICE_KEY]);
  assert.ok(isWhole);
  assert.equal(practice.sets.length, 3);
  assert.equal(countDue(practice, TODAY), practice.exercises.length - 2);
  assert.deepEqual(other.load(), practice);
  assert.deepEqual(one.load(), practice);
});

test("an unreadable text is put aside as soon as there is room", () => {
  const stored: Record<string, string> = { [PRACTICE_KEY]: "{" };
  let isFull = true;
  const refuse = () => {
    if (isFull) throw new DOMException("full", "QuotaExceededError");
  };
  const storage = createPracticeStorage(
    () => storeOf(stored, refuse),
    () => {},
  );
  storage.change((now) => practised(learned("red", "a0a1"), { ...LINES, name: "B" }, now));
  isFull = false;
  storage.change((now) => practised(learned("black", LINE), { ...LINES, side: "black" }, now));
  assert.equal(stored[UNREAD_PRACTICE_KEY], "{");
  assert.equal(decodePractice(stored[PRACTICE_KEY]).practice.sets.length, 2);
});

test("each failure to store is reported, without a notice of success", (t) => {
  const stored: Record<string, string> = {};
  let full = [PRACTICE_KEY, REVIEWED_KEY];
  const refuse = (key: string) => {
    if (full.includes(key)) throw new DOMException("full", "QuotaExceededError");
  };
  Object.assign(globalThis, { localStorage: storeOf(stored, refuse) });
  t.after(() => Reflect.deleteProperty(globalThis, "localStorage"));
  let notices: string[] = [];
  const i18n = fake<I18n>({ t: (key: string) => key, htmlLang: "en", lang: "en" });
  const exercising = createExerciseAdder(
    i18n,
    fake<Parameters<typeof createExerciseAdder>[1]>({ notify: (words) => notices.push(words) }),
  );
  const press = (tasks: Task[]) => {
    notices = [];
    const isSaved = exercising.reviewed.save({ whose: "red", games: [] });
    exercising.add(LINES, tasks, isSaved);
    return notices;
  };
  const why = "analysis.practice.store.full";
  assert.deepEqual(press(learned("red", LINE)), [why, why]);
  assert.deepEqual(press(learned("red", LINE)), [why, why], "once more");
  full = [REVIEWED_KEY];
  assert.deepEqual(press(learned("red", LINE)), [why]);
  full = [];
  assert.deepEqual(press(learned("red", LINE)), ["analysis.practice.known"]);
  assert.deepEqual(press(learned("black", LINE)), ["analysis.practice.added"]);
});
