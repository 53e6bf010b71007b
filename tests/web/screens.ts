/** The screens of the pages, the sizes of windows, and a check that nothing is cut or covered. */
import type { Page } from "playwright-core";
import { answerAsRelay } from "./friend-helpers.ts";
import { whenReady as whenAnalysisReady } from "./analysis-helpers.ts";
import { drawn } from "./helpers.ts";
import { BROKEN, TWO, hand, whenReady as libraryReady } from "./library-helpers.ts";
import { MATE_IN_ONE, whenReady, whenUsable } from "./page-helpers.ts";
import { dueExercises, summaries } from "./practice-helpers.ts";
import type { GameRecord } from "../../www/js/core/game-record.ts";
import { PRACTICE_KEY, encodePractice } from "../../www/js/practice/practice-storage.ts";
import { REVIEWED_KEY, encodeReviewed } from "../../www/js/practice/reviewed-games.ts";

/** Width and height of windows, in CSS pixels: phones, a tablet at 200 %, tablets, desktops. */
export const SIZES = [
  [320, 568],
  [360, 640],
  [390, 844],
  [568, 320],
  [844, 390],
  [932, 430],
  [512, 384],
  [768, 1024],
  [1024, 768],
  [1366, 768],
  [2560, 1440],
].map(([width, height]) => ({ width, height }));

/** A game with captures on both sides, long enough to scroll the list of moves. */
const MOVES =
  `h2e2 h9g7 h0g2 i9h9 i0h0 h7h1 b0c2 h1h5 g0i2 h9h6 h0h5 h6h5 d0e1 h5d5 b2b4 g9i7 b4a4 f9e8 a0b0 b7f7
  a4a9 b9c7 g3g4 i6i5 e3e4 e8f9 b0b4 c6c5 c3c4 f9e8 a3a4 d5d1 c4c5 d1a1 c2a1 f7f6 b4b7 f6f2 e1f2 g7i8`.split(
    /\s+/,
  );
const COMMENT =
  "A long remark on this game, such as old manuals have before the first move: who played, where, and what is worth seeing in it. ".repeat(
    3,
  );

/** Opens a game, by default one that Red has lost, on the game's page. */
async function openGame(page: Page, choices: Partial<GameRecord>) {
  await whenReady(page);
  await page.evaluate(
    ({ moves, ...rest }) => {
      const { game } = chuhe.state;
      chuhe.game.open({ ...game, moves, ply: moves.length, side: "red", ...rest });
    },
    { moves: MOVES, ...choices },
  );
  await page.waitForFunction(() => !document.querySelector("[data-screen=start]"));
}

async function openTree(page: Page) {
  await whenAnalysisReady(page);
  await page.evaluate(
    ({ moves, remark }) => {
      const { study } = chuheAnalysis;
      study.go(study.addLine(0, moves));
      study.addLine(0, ["c3c4", "g6g5"]);
      study.comment(0, remark);
    },
    { moves: MOVES, remark: COMMENT },
  );
  await drawn(page);
}

const settled = (page: Page) => page.waitForLoadState("networkidle");

/** Waits until the Lab has solved its ending and shows a position. */
const whenSolved = (page: Page) =>
  page.locator("#panel-solve[aria-busy=false] .solve-stage:not([hidden])").waitFor();

const REVIEWED = {
  whose: "red",
  games: summaries(6, { opening: 1, middle: 3, ending: 1 }),
} as const;

/** Opens the practice with due exercises and reviewed games. */
async function openPractice(page: Page) {
  await page.evaluate(
    (records) => {
      for (const [key, text] of Object.entries(records)) localStorage.setItem(key, text);
      location.hash = "practice";
      location.reload();
    },
    { [PRACTICE_KEY]: encodePractice(dueExercises()), [REVIEWED_KEY]: encodeReviewed(REVIEWED) },
  );
  await page.waitForSelector("#due:visible");
  // The longest task.
  while (!/Hu – Xu/.test((await page.textContent("#title")) ?? ""))
    await page.click("#control-next");
}

const friendReady = (page: Page) => page.locator("#friend[data-ready]").waitFor();

/** Begins a game with a friend, and plays in it. */
async function openFriendGame(page: Page, ...actions: string[]) {
  await friendReady(page);
  // The form begins with a live game if the host offers a relay.
  await page.check("#friend-new [name=how][value=link]", { force: true });
  await page.click("#friend-new [type=submit]");
  await page.locator("#friend-send").waitFor();
  for (const action of actions) await page.evaluate((text) => chuheFriend.room.play(text), action);
  await drawn(page);
}

/** Opens the invitation of a friend, whose device this is not. */
async function openInvitation(page: Page) {
  await openFriendGame(page, "h2e2");
  const link = await page.inputValue("#friend-link");
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await page.locator("#friend-accept").waitFor();
}

/** Makes a live game, and waits for the friend. */
async function openLiveGame(page: Page) {
  await answerAsRelay(page);
  await page.reload();
  await friendReady(page);
  await page.selectOption("#friend-clock", "5+3");
  await page.click("#friend-new [type=submit]");
  await page.locator("#friend-presence[data-connection=open]").waitFor();
}

/** Opens all folded parts beside the board of a friend's game. */
async function unfold(page: Page) {
  for (const summary of await page.locator("#friend-panel summary").all())
    if (!(await summary.evaluate((each) => (each.parentElement as HTMLDetailsElement).open)))
      await summary.click();
}

interface Screen {
  path: string;
  prepare: (page: Page) => Promise<unknown>;
  isSheet?: boolean;
}

/** Returns the screen with a sheet that a button opens. */
const sheetOver = (path: string, before: Screen["prepare"], button: string): Screen => ({
  path,
  isSheet: true,
  async prepare(page) {
    await before(page);
    await page.locator(button).evaluate((element: HTMLElement) => element.click());
    await page.locator("dialog:modal").waitFor();
    await page.waitForLoadState("networkidle");
  },
});

/** Opens a lost game with its turning point. */
async function lost(page: Page) {
  await openGame(page, { mode: "engine", level: 3, ended: { reason: "resignation", side: "red" } });
  await page.waitForFunction(() => {
    const turning = document.getElementById("turning");
    const again = document.getElementById("turning-again");
    return turning && again && (turning.hidden || again.style.visibility === "");
  });
}

export const SCREENS: Record<string, Screen> = {
  start: { path: "", prepare: whenUsable },
  "start again": {
    path: "",
    async prepare(page) {
      await openGame(page, { mode: "engine", level: 4 });
      await page.reload();
      await whenUsable(page);
    },
  },
  game: {
    path: "",
    prepare: (page) =>
      openGame(page, {
        mode: "engine",
        level: 1.4,
        clock: { base: 900_000, increment: 10_000, times: [], spent: 0 },
      }),
  },
  "two people": { path: "", prepare: (page) => openGame(page, { mode: "local" }) },
  seating: {
    path: "",
    async prepare(page) {
      await whenUsable(page);
      await page.click("#start-local");
      await page.locator("#seating-dialog").waitFor();
    },
  },
  "two people, over": {
    path: "",
    prepare: (page) =>
      openGame(page, { mode: "local", ended: { reason: "resignation", side: "red" } }),
  },
  result: {
    path: "",
    prepare: lost,
  },
  "won game": {
    path: "",
    prepare: (page) =>
      openGame(page, { startFen: MATE_IN_ONE, moves: ["b0b9"], mode: "engine", level: 3 }),
  },
  "empty analysis": { path: "analysis.html", prepare: whenAnalysisReady },
  analysis: { path: "analysis.html", prepare: openTree },
  review: {
    path: "analysis.html",
    async prepare(page) {
      await openTree(page);
      await page.click(".section-tab[data-part=review]");
      await page.waitForSelector("#review-start");
    },
  },
  puzzle: { path: "puzzles.html", prepare: settled },
  ending: {
    path: "puzzles.html",
    async prepare(page) {
      await settled(page);
      await page.click(".section-tab[data-section=endings]");
    },
  },
  "nothing to practise": { path: "puzzles.html#practice", prepare: settled },
  practice: { path: "puzzles.html", prepare: openPractice },
  "what is practised": sheetOver("puzzles.html", openPractice, "#choose"),
  "a line to learn": sheetOver("analysis.html", openTree, "#control-learn"),
  "my analyses": {
    path: "analysis.html",
    isSheet: true,
    async prepare(page) {
      await openTree(page);
      await page.click("#control-mine");
      await page.locator(".mine-more").first().click();
      await page.locator(".mine-commands").waitFor();
    },
  },
  learn: { path: "learn.html", prepare: settled },
  lesson: { path: "learn.html#horse/1", prepare: settled },
  "empty library": {
    path: "library.html",
    async prepare(page) {
      await libraryReady(page);
      // The list of packs comes later, and makes the page longer.
      await page.locator("#library-packs .packs-item").first().waitFor();
    },
  },
  library: {
    path: "library.html",
    async prepare(page) {
      await libraryReady(page);
      await hand(page).add(["two.pgn", TWO], ["broken.pgn", BROKEN]);
      await page.click("#library-more summary");
      await page.locator(".library-mark").first().click();
      await page.locator("#library-remove").waitFor();
    },
  },
  labels: {
    path: "library.html",
    async prepare(page) {
      await libraryReady(page);
      await hand(page).add(["two.pgn", TWO]);
      await hand(page).label([0], "club, to learn");
      await page.locator(".library-mark").nth(1).click();
      await page.click("#library-label-selected");
      await page.locator("#library-labels-dialog[open]").waitFor();
    },
  },
  explorer: {
    path: "library.html",
    async prepare(page) {
      await libraryReady(page);
      await hand(page).add(["two.pgn", TWO]);
      await page.goto(new URL("analysis.html", page.url()).href);
      await whenAnalysisReady(page);
      await page.click("#explorer summary");
      await page.locator("#explorer-moves button").first().waitFor();
    },
  },
  "no friends": { path: "friend.html", prepare: friendReady },
  friends: {
    path: "friend.html",
    async prepare(page) {
      for (let count = 0; count < 3; count++) {
        await openFriendGame(page, ...["h2e2", "red resign"].slice(0, count));
        await page.click("#friend-back");
      }
      await page.click("#friend-new summary");
    },
  },
  invitation: { path: "friend.html", prepare: openInvitation },
  "a friend's game": {
    path: "friend.html",
    async prepare(page) {
      await openInvitation(page);
      await page.click("#friend-accept");
      await page.evaluate(() => chuheFriend.room.play("h9g7"));
      await page.locator("#friend-send").waitFor();
      await unfold(page);
    },
  },
  "a live game without the friend": {
    path: "friend.html",
    async prepare(page) {
      await openLiveGame(page);
      await unfold(page);
    },
  },
  "a live game": {
    path: "friend.html",
    async prepare(page) {
      await openLiveGame(page);
      await page.evaluate(() => {
        chuheFriend.room.play("h2e2");
        const stored = JSON.parse(localStorage.getItem("chuhe:friends")!);
        stored.games[0].keys.black = "0".repeat(64);
        stored.games[0].name = "Anna";
        localStorage.setItem("chuhe:friends", JSON.stringify(stored));
      });
      await page.reload();
      await page.locator("#friend-phrases").waitFor();
      await unfold(page);
      await page.locator(".friend-reaction").first().click();
      await page.locator(".friend-said").waitFor();
    },
  },
  "a friend's game, over": {
    path: "friend.html",
    async prepare(page) {
      await openFriendGame(page, "h2e2", "red resign");
      await page.locator("#friend-result .link").waitFor();
    },
  },
  worksheet: {
    path: "worksheet.html",
    async prepare(page) {
      await page.locator("#worksheet[data-ready]").waitFor();
      await page.click("#worksheet-add-puzzles");
      await page.locator(".paper-cell").nth(5).waitFor();
    },
  },
  compare: { path: "lab.html", prepare: settled },
  tree: { path: "lab.html#tree", prepare: settled },
  solve: { path: "lab.html#solve", prepare: whenSolved },
  "solve, half way": {
    path: "lab.html#solve=9/3Ra4/3ak4/9/2b6/9/9/9/9/3K5_b",
    async prepare(page) {
      await whenSolved(page);
      await page.locator("#solve-layers input[type=range]").fill("16");
      await page.locator(".solve-bar.is-now").waitFor();
    },
  },
  route: { path: "lab.html#route", prepare: settled },
  "new game": sheetOver("", lost, "#control-new"),
  settings: sheetOver("", lost, "#settings"),
  save: sheetOver("", lost, "#control-export"),
  menu: sheetOver("", lost, "#control-more"),
  "set up": sheetOver("analysis.html", whenAnalysisReady, "#control-setup"),
  choose: sheetOver("puzzles.html", settled, "#choose"),
  picture: sheetOver("puzzles.html", settled, "#picture"),
  frame: { path: "embed.html#game=NvweEKwy", prepare: settled },
};

/**
 * Returns the faults of a page's layout, one line each: the page is wider than the window; its navigation or its board
 * is not wholly visible; a control is out of reach, cut, or under something else; words are cut.
 */
export async function layoutFaults(page: Page): Promise<string[]> {
  // Waits until the new size of the window is drawn, and ends all animations.
  await page.evaluate(async () => {
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 }));
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    scrollTo(0, 0);
  });
  return page.evaluate(lookAtLayout);
}

/** Runs in the page. */
function lookAtLayout() {
  const faults: string[] = [];
  const { innerWidth: width, innerHeight: height } = globalThis;
  const root = document.documentElement;
  const name = (element: Element) => {
    const text = (element.getAttribute("aria-label") ?? element.textContent ?? "")
      .trim()
      .slice(0, 28);
    const classes = [...element.classList].map((one) => `.${one}`).join("");
    return `${element.tagName.toLowerCase()}${element.id && `#${element.id}`}${classes} “${text}”`;
  };
  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 1;

  if (root.scrollWidth > width) faults.push(`the page is ${root.scrollWidth} wide`);
  const nav = document.querySelector(".site-nav");
  if (nav && nav.scrollWidth > nav.clientWidth)
    faults.push(`the navigation lacks ${nav.scrollWidth - nav.clientWidth} px`);
  const boardOf = document.querySelector(".app:not(.is-read *) .board");
  if (boardOf && isSeen(boardOf)) {
    const { top, bottom, left, right } = boardOf.getBoundingClientRect();
    if (top < 0 || left < 0 || bottom > height + 1 || right > width + 1)
      faults.push(`the board is not in sight: ${[left, top, right, bottom].map(Math.round)}`);
  }

  const places = [...document.querySelectorAll("*")].map((element) => {
    const { scrollTop, scrollLeft } = element;
    return { element, scrollTop, scrollLeft };
  });
  const top = document.querySelector("dialog:modal") ?? document;
  /** Returns the boxes that clip an element, from the inside out. */
  const clips = (element: Element) => {
    const boxes: Element[] = [];
    for (let at = element.parentElement; at && at !== root; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      if (overflowX !== "visible" || overflowY !== "visible") boxes.push(at);
    }
    return boxes;
  };

  for (const element of top.querySelectorAll("button, a[href], select, input, textarea, summary")) {
    if (!isSeen(element) || element.closest("[inert], .unseen, [aria-hidden=true]")) continue;
    // A label is pressed in place of its input.
    const target = element.matches("input[type=radio], input[type=checkbox]")
      ? (element.closest("label") ?? element)
      : element;
    target.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    const box = target.getBoundingClientRect();
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    if (
      box.left < -1 ||
      box.right > width + 1 ||
      box.top < -1 ||
      (box.bottom > height + 1 && box.height < height)
    ) {
      faults.push(
        `out of reach: ${name(target)} at ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`,
      );
      continue;
    }
    const hit = document.elementFromPoint(x, y);
    const isHit =
      hit &&
      (target.contains(hit) || hit.contains(element) || hit.closest("label")?.contains(element));
    if (!isHit) faults.push(`covered: ${name(target)} by ${hit ? name(hit) : "nothing"}`);
    for (const clip of clips(target)) {
      const edge = clip.getBoundingClientRect();
      if (box.left < edge.left - 2 || box.right > edge.right + 2)
        faults.push(`cut: ${name(target)} by ${name(clip)}`);
    }
  }

  // No words reach out of their own box or of a box that clips them.
  const walker = document.createTreeWalker(
    top === document ? document.body : top,
    NodeFilter.SHOW_TEXT,
  );
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement!;
    if (!node.textContent?.trim() || !isSeen(parent)) continue;
    if (parent.closest(".unseen, script, style, select, .sprite, [aria-hidden=true], textarea"))
      continue;
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    for (const clip of [parent, ...clips(parent)]) {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(clip);
      const edge = clip.getBoundingClientRect();
      if (getComputedStyle(clip).webkitLineClamp !== "none") break; // shortened on purpose
      const hides = (how: string) => how === "hidden" || how === "clip";
      const hasBar = /^(auto|scroll)$/;
      if (
        (hides(overflowX) || textOverflow === "ellipsis") &&
        (text.right > edge.right + 2 || text.left < edge.left - 2)
      )
        faults.push(`cut: ${name(parent)} in ${name(clip)}`);
      else if (hides(overflowY) && (text.bottom > edge.bottom + 4 || text.top < edge.top - 4))
        faults.push(`cut below: ${name(parent)} in ${name(clip)}`);
      if (hasBar.test(overflowX) || hasBar.test(overflowY)) break; // it can be scrolled into view
    }
  }
  for (const { element, scrollTop, scrollLeft } of places)
    if (element.scrollTop !== scrollTop || element.scrollLeft !== scrollLeft)
      element.scrollTo({ top: scrollTop, left: scrollLeft, behavior: "instant" });
  return [...new Set(faults)];
}
