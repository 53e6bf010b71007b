/** The practice on its page: due exercises, lines, mistakes of the person, deleting and restoring. */
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { noPractice, withTasks } from "../../www/js/practice/exercises.ts";
import type { Practice } from "../../www/js/practice/exercises.ts";
import type { GameSummary, Lapse } from "../../www/js/practice/profile.ts";
import { PRACTICE_KEY } from "../../www/js/practice/practice-storage.ts";
import { REVIEWED_KEY, encodeReviewed } from "../../www/js/practice/reviewed-games.ts";
import { newPage, pressMove, startServer } from "./helpers.ts";
import type { AppOptions } from "./helpers.ts";
import { hand as analysisHand, openAnalysis } from "./analysis-helpers.ts";
import { keyboard } from "./listen-helpers.ts";
import {
  BLUNDER,
  NOON,
  TODAY,
  dueExercises,
  keep,
  learned,
  summaries,
} from "./practice-helpers.ts";

/** Opens the page on the day of the tests. */
async function openPractice(
  t: TestContext,
  practice: Practice | null,
  { context, ...serving }: AppOptions = {},
) {
  const server = await startServer(t, serving);
  const viewport = { width: 1100, height: 760 };
  const opened = await newPage(t, { locale: "en", viewport, reducedMotion: "reduce", ...context });
  const { page } = opened;
  await page.clock.setFixedTime(NOON);
  if (practice) await keep(page, practice);
  await page.goto(`${server.url}puzzles.html#practice`);
  await whenReady(page);
  return { ...opened, server, hand: hand(page) };
}

async function whenReady(page: Page) {
  await page.waitForFunction(() => "chuhePuzzles" in globalThis);
  await page.evaluate(() => chuhePuzzles.ready);
  await page.waitForSelector("canvas[data-ready=true]");
}

/** Skips the exercises of lines. */
async function toMistake(page: Page) {
  const isLine = () => page.evaluate(() => chuhePuzzles.practice.room.exercise.kind === "line");
  while (await isLine()) await page.click("#control-next");
  await page.locator("#title", { hasText: "Hu – Xu, move 2" }).waitFor();
}

function hand(page: Page) {
  return {
    move: (move: string) => pressMove(page, move),
    /** Waits for the exercise in the position after these moves. */
    asked: (...moves: string[]) =>
      page.waitForFunction((line) => {
        const { room } = chuhePuzzles.practice;
        return room.status === "play" && room.moves.join(" ") === line;
      }, moves.join(" ")),
    words: (text: string) =>
      page.waitForFunction(
        (part) => document.querySelector("#words")!.textContent.includes(part),
        text,
      ),
    /** Opens the page again, so many days later. */
    async day(days: number) {
      await page.clock.setFixedTime(new Date(NOON.getTime() + days * 86_400_000));
      await page.reload();
      await whenReady(page);
    },
    due: () => page.evaluate(() => chuhePuzzles.practice.due),
    announced: (text: string) =>
      page.locator("#announcer p", { hasText: text }).first().waitFor({ state: "attached" }),
  };
}

test("a person without exercises reads where they come from, and is led there", async (t) => {
  const { page, errors, hand: person } = await openPractice(t, null);
  await person.words("Practise these mistakes");
  assert.equal(await page.locator("#due").isVisible(), false);
  await page.click("#choose");
  await page.locator("#practice-dialog[open]", { hasText: "Learn this line" }).waitFor();
  await page.keyboard.press("Escape");
  await page.click("#to-analysis");
  await page.waitForURL(/analysis\.html$/);
  assert.deepEqual(errors, []);
});

test("a line asks for each of the person's moves, plays the others, and comes again tomorrow", async (t) => {
  const {
    page,
    errors,
    hand: person,
  } = await openPractice(
    t,
    withTasks(
      noPractice(),
      { kind: "line", side: "red", name: "Central cannon" },
      learned("red", "h2e2 h9g7 h0g2 i9h9 i0h0"),
      TODAY,
    ).practice,
  );
  assert.equal(await page.locator("#due").textContent(), "3");
  assert.match((await page.locator("#title").textContent())!, /Central cannon/);
  await person.announced("What do you play here?");
  await keyboard(page);
  await person.move("h2e2");
  await person.asked("h2e2", "h9g7");
  await person.words("Right! You are asked again tomorrow.");
  await person.move("h0g2");
  await person.asked("h2e2", "h9g7", "h0g2", "i9h9");
  await person.move("i0h0");
  await person.words("Right! You are asked again tomorrow.");
  await page.waitForFunction(
    () => globalThis.heard.filter((words) => words?.startsWith("Right!")).length === 3,
  );
  await page.click("#control-next");
  await person.words("Next: tomorrow, 3 exercises.");
  assert.equal(await page.locator("#due").isVisible(), false);
  await person.day(1);
  assert.equal(await page.locator("#due").textContent(), "3");
  await person.asked();
  await person.move("h2e2");
  await person.asked("h2e2", "h9g7");
  assert.equal(await person.due(), 2);
  assert.deepEqual(errors, []);
});

test("a wrong move in a line is taken back and asked again tomorrow; a hint is no success", async (t) => {
  const { page, hand: person } = await openPractice(t, dueExercises());
  await person.asked();
  await person.move("b2e2");
  await person.words("Your line has another move");
  await person.asked();
  await page.click("#control-hint");
  await person.words("Look at the");
  assert.deepEqual(await page.evaluate(() => chuhePuzzles.board.state.markers), { h2: "ring" });
  await person.move("h2e2");
  await person.asked("h2e2", "b9c7");
  const card = await page.evaluate(
    (key) =>
      JSON.parse(localStorage.getItem(key)!).exercises.find(
        ({ before }: { before: string }) => before === "",
      ).card,
    PRACTICE_KEY,
  );
  assert.deepEqual([card.due, card.asked, card.missed], [TODAY + 1, 1, 1]);
});

test("in a mistake the played move is wrong, another good move is right, and the better line is shown", async (t) => {
  const { page, errors, hand: person } = await openPractice(t, dueExercises());
  const before = ["h2e2", "h9g7"];
  await toMistake(page);
  await person.asked(...before);
  assert.equal(
    await page.locator("#task").textContent(),
    "Here a cannon was lost for only a soldier: what was better?",
  );
  assert.equal(await page.locator("#line .step").count(), 0, "the answer is hidden");
  await page.keyboard.press("g");
  await person.announced("for only a soldier: what was better? You are Red.");
  await person.move("e2e6");
  await person.words("That is what was played then");
  await person.asked(...before);
  // Another move as good as that of the review.
  await person.move("b0c2");
  await page.waitForSelector("#words[data-mood=good]");
  await person.words("That is it. You are asked again tomorrow.");
  assert.match((await page.locator("#line").textContent())!, /^2\.\s*H2\+3\s*\S+\s*3\./);
  assert.deepEqual(errors, []);
});

test("without the engine another move counts neither as right nor as wrong", async (t) => {
  const { page, hand: person } = await openPractice(t, dueExercises(), { root: "www" });
  await page.route("**/engine/worker.*", (route) => route.abort());
  await toMistake(page);
  await person.asked("h2e2", "h9g7");
  await person.move("b0c2");
  await person.words("Without the engine");
  await person.asked("h2e2", "h9g7");
  await person.move("h0g2");
  await person.words("Right!");
});

test("an exercise and a set are deleted and restored", async (t) => {
  const { page, hand: person } = await openPractice(t, dueExercises());
  assert.equal(await person.due(), 5);
  await page.click("#control-remove");
  assert.equal(await person.due(), 4);
  await page.locator("#toast button", { hasText: "Undo" }).click();
  assert.equal(await person.due(), 5);
  await page.click("#choose");
  await page.getByRole("button", { name: "Delete “Central cannon”" }).click();
  assert.equal(await page.locator(".set-row").count(), 1);
  assert.equal(await person.due(), 1);
  await page.keyboard.press("Escape");
  await page.locator("#title", { hasText: "Hu – Xu" }).waitFor();
  await page.locator("#toast button", { hasText: "Undo" }).click();
  assert.equal(await person.due(), 5);
});

test("the practice works by keyboard alone, with exercises that another tab adds", async (t) => {
  const { page, context, server, hand: person } = await openPractice(t, null);
  const other = await context.newPage();
  await other.goto(`${server.url}manifest.webmanifest`);
  await keep(other, dueExercises());
  await other.reload();
  await page.waitForSelector("#due:visible");
  await page.locator("[data-section=endings]").focus();
  await page.keyboard.press("Enter");
  await page.locator("[data-section=practice]").focus();
  await page.keyboard.press("Enter");
  await person.asked();
  await page.keyboard.press("/");
  await page.locator("#typed-move:focus").waitFor();
  await page.keyboard.type("h2e2");
  await page.keyboard.press("Enter");
  await person.asked("h2e2", "b9c7");
  await page.keyboard.press("Escape");
  await page.locator("[data-section=practice]").focus();
  await page.keyboard.press("ArrowRight");
  await person.asked("h2e2", "h9g7");
});

test("the profile shows where chances are lost from five games on", async (t) => {
  const { page } = await openPractice(t, dueExercises());
  const put = (games: GameSummary[]) =>
    page.evaluate(
      ([key, text]) => localStorage.setItem(key, text),
      [REVIEWED_KEY, encodeReviewed({ whose: "red", games })],
    );
  const sheet = page.locator("#practice-dialog");
  await put(summaries(4, { opening: 1, middle: 3, ending: 1 }));
  await page.click("#choose");
  await sheet.filter({ hasText: "So far: 4 games." }).waitFor();
  assert.equal(await page.locator(".share-row").count(), 0);
  await page.keyboard.press("Escape");
  await put(summaries(5, { opening: 1, middle: 3, ending: 1 }));
  await page.click("#choose");
  await sheet.filter({ hasText: "Most is lost in the middle game." }).waitFor();
  assert.deepEqual(await page.locator(".share-row").allTextContents(), [
    "Middle game60 %, 15 mistakes",
    "Opening20 %, 5 mistakes",
    "Ending20 %, 5 mistakes",
  ]);
  assert.deepEqual(await page.locator(".kind-row").allTextContents(), [
    "Pieces lost20",
    "Mates missed5",
  ]);
});

// ---- where exercises come from

/** Opens the analysis on the day of the tests, with lines in its tree. */
async function openLines(t: TestContext, ...lines: string[]) {
  const { page, server, errors } = await openAnalysis(t, { context: { locale: "en" } });
  await page.clock.setFixedTime(NOON);
  await analysisHand(page).lines(...lines);
  return { page, server, errors };
}

test("a line of the tree becomes exercises for the chosen side on the puzzles' page", async (t) => {
  const { page, errors } = await openLines(t, "h2e2 h9g7 h0g2 i9h9 i0h0", "h2e2 b9c7 h0g2");
  await page.click("#control-learn");
  const count = page.locator("#learn-dialog [role=status]");
  await count.filter({ hasText: "3 exercises" }).waitFor();
  await page.locator("#learn-dialog label", { hasText: "All variations" }).click();
  await count.filter({ hasText: "4 exercises" }).waitFor();
  await page.locator("#learn-dialog label", { hasText: "Black" }).click();
  await count.filter({ hasText: "2 exercises" }).waitFor();
  await page.click("#learn-press");
  await page.locator("#toast", { hasText: "2 exercises added" }).waitFor();
  // Adding the same lines again adds nothing.
  await page.click("#control-learn");
  await page.locator("#learn-dialog label", { hasText: "All variations" }).click();
  await page.locator("#learn-dialog label", { hasText: "Black" }).click();
  await page.click("#learn-press");
  await page.locator("#toast", { hasText: "already" }).waitFor();
  // The menu of a move offers its line.
  await page.evaluate(() => chuheAnalysis.study.go(7));
  await page.locator(".node", { hasText: "H8+7" }).first().click({ button: "right" });
  await page.click("#node-learn");
  await page.locator("#learn-dialog label", { hasText: "Red" }).click();
  await page.locator("#learn-dialog label", { hasText: "This line" }).click();
  await count.filter({ hasText: "3 exercises" }).waitFor();
  await page.click("#learn-press");
  await page.locator("#toast button", { hasText: "Practise now" }).click();
  await page.waitForURL(/puzzles\.html#practice$/);
  await whenReady(page);
  assert.equal(await page.evaluate(() => chuhePuzzles.practice.load().exercises.length), 5);
  assert.match((await page.locator("#title").textContent())!, /[A-Z]/);
  assert.deepEqual(errors, []);
});

test("one press turns the mistakes of a review into exercises; the chosen side is stored", async (t) => {
  const { page, errors } = await openLines(t, BLUNDER.moves.join(" "));
  await page.click(".section-tab[data-part=review]");
  await page.waitForFunction(() => chuheAnalysis.review);
  await page.evaluate(() => {
    chuheAnalysis.review.run.nodes = { position: 6000, comparison: 15_000 };
  });
  await page.click("#review-start");
  await page.locator("#review-practise", { hasText: "Practise this mistake (1)" }).click();
  await page.locator("#toast", { hasText: "1 exercise added" }).waitFor();
  await page.locator(".practise-side label", { hasText: "Black" }).click();
  await page.locator("#review-practise", { hasText: "Count this game" }).waitFor();
  await page.locator(".practise-side label", { hasText: "Both" }).click();
  await page.locator("#review-practise", { hasText: "(1)" }).click();
  await page.locator("#toast", { hasText: "already" }).waitFor();
  const stored = () => page.evaluate((key) => JSON.parse(localStorage.getItem(key)!), REVIEWED_KEY);
  const { whose, games } = await stored();
  assert.deepEqual([whose, games.length, games[0].side, games[0].moves], ["both", 1, "red", 3]);
  assert.deepEqual(
    games[0].lapses.map(({ phase, kind }: Lapse) => [phase, kind]),
    [["opening", "lose"]],
  );
  await page.goto(new URL("puzzles.html#practice", page.url()).href);
  await whenReady(page);
  assert.match((await page.locator("#title").textContent())!, /^Game of .*2026, move 2$/);
  assert.match((await page.locator("#task").textContent())!, /a cannon was lost/);
  assert.deepEqual(errors, []);
});

test("with due exercises the tabs stay in one line, and the score stays above the controls", async (t) => {
  const { page } = await openPractice(t, dueExercises());
  await page.waitForSelector("#due:visible");
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [844, 390],
    [360, 640],
  ]) {
    await page.setViewportSize({ width, height });
    for (const section of ["puzzles", "endings", "practice"])
      for (const due of ["5", "128"]) {
        await page.click(`.section-tab[data-section=${section}]`);
        const lines = await page.evaluate((count) => {
          document.querySelector("#due")!.textContent = count;
          const tops = [...document.querySelectorAll(".sections > *")].map((element) => {
            const { top, bottom } = element.getBoundingClientRect();
            return (top + bottom) / 2;
          });
          return Math.max(...tops) - Math.min(...tops) < 8;
        }, due);
        assert.ok(lines, `${width} x ${height}, ${section}, ${due}`);
      }
    if (width < height) continue;
    const room = await page.evaluate(() => {
      // A title as long as names of openings.
      document.querySelector("#title")!.textContent = "Central Cannon ".repeat(6);
      const edge = document.querySelector("#controls")!.getBoundingClientRect().top;
      return edge - document.querySelector("#score")!.getBoundingClientRect().bottom;
    });
    assert.ok(room >= 4, `${width} x ${height}: ${room} px`);
  }
});
