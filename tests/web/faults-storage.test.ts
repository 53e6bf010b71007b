// Broken records under each key of the browser's stores: each page starts nevertheless, and no game is lost.
import assert from "node:assert/strict";
import test from "node:test";
import { LIST_KEY, encodeList } from "../../www/js/database/listed-games.ts";
import { SPELLINGS_KEY, encodeSpellings } from "../../www/js/database/spellings.ts";
import type { Page } from "playwright-core";
import { LINES_KEY } from "../../www/js/analysis/lines/lines-setting.ts";
import { REVIEWS_KEY } from "../../www/js/analysis/review/review-storage.ts";
import {
  STUDY_KEY,
  UNREAD_KEY as UNREAD_STUDY_KEY,
  encodeStudy,
} from "../../www/js/analysis/study-storage.ts";
import { defaultGame } from "../../www/js/core/game-record.ts";
import { defaultSettings, encodeSettings } from "../../www/js/shell/settings.ts";
import { START_PLACEMENT } from "../../www/js/core/xiangqi.ts";
import { LAB_KEY, defaultChoices } from "../../www/js/lab/compare/compare-storage.ts";
import { ROUTE_KEY } from "../../www/js/lab/route/route-grid.ts";
import { PROGRESS_KEY as LESSONS_KEY } from "../../www/js/learn/lesson-progress.ts";
import {
  PRACTICE_KEY,
  UNREAD_PRACTICE_KEY,
  encodePractice,
} from "../../www/js/practice/practice-storage.ts";
import { REVIEWED_KEY, encodeReviewed } from "../../www/js/practice/reviewed-games.ts";
import { PROGRESS_KEY as PUZZLES_KEY } from "../../www/js/puzzles/puzzle-progress.ts";
import {
  BEFORE_KEY,
  CHOICES_KEY,
  GAME_KEY,
  RATING_KEY,
  SETTINGS_KEY,
  UNREAD_KEY,
  UNREAD_RATING_KEY,
  encodeGame,
} from "../../www/js/shell/storage.ts";
import { FRIENDS_KEY, UNREAD_FRIENDS_KEY } from "../../www/js/friend/friend-storage.ts";
import {
  TRANSFER_KEY,
  type TransferredGame,
  encodeTransfer,
} from "../../www/js/study/session-transfer.ts";
import {
  UNREAD_WORKSHEET_KEY,
  WORKSHEET_KEY,
  emptyWorksheet,
  encodeWorksheet,
  sheetPosition,
} from "../../www/js/share/worksheet-storage.ts";
import { fake } from "./fake.ts";
import { FRIEND_GAMES } from "./friend-helpers.ts";
import { dueExercises, summaries } from "./practice-helpers.ts";
import {
  NO_RECORDS,
  PAGES,
  newerOf,
  openNothing,
  some,
  spoiled,
  whenStarted,
} from "./faults-helpers.ts";

/** Red is to move, so that no engine thinks. */
const MOVES = ["h2e2", "h9g7"];
const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const GAME = encodeGame(
  {
    ...defaultGame(),
    moves: MOVES,
    ply: 2,
    record: "1. h2e2 h9g7 {so} *",
    clock: { base: 600_000, increment: 0, times: [599_000], spent: 10, thought: [0] },
  },
  START_PLACEMENT,
  { turn: "w", dests: new Map([["h0", ["g2"]]]), lastMove: ["h9", "g7"], check: null },
);
const ILLEGAL = {
  "illegal moves": GAME.replace('"h9g7"', '"a0a9"'),
  "a position that is none": GAME.replace('"startFen":null', '"startFen":"4k4/9 w"'),
  "another position": GAME.replace('"startFen":null', '"startFen":"4k4/9/9/9/9/9/9/9/9/3K5 w"'),
};
const node = { comment: "", evaluation: null, signs: [], shapes: [], clock: null };
const STUDY = encodeStudy(
  {
    data: {
      startFen: null,
      nodes: [
        { ...node, move: null, parent: -1, children: [1], ply: 0 },
        { ...node, move: "h2e2", parent: 0, children: [2], ply: 1, signs: [1], shapes: ["Gh2e2"] },
        { ...node, move: "h9g7", parent: 1, children: [], ply: 2, comment: "so", evaluation: 30 },
      ],
      at: 2,
      tags: { Red: "甲" },
      result: "ongoing",
    },
    flipped: false,
  },
  1,
);
const ILLEGAL_STUDY = {
  "illegal moves": STUDY.replace('"h9g7"', '"a0a9"'),
  "a position that is none": STUDY.replace('"startFen":null', '"startFen":"4k4/9 w"'),
};
const RATING =
  '{"version":2,"inUse":true,"experience":"rules","rating":{"level":3,"step":1,"run":0},"history":' +
  '[{"day":"2026-11-22","points":1,"opponent":3,"level":3,"seed":5}],"losses":{"level":3,"times":1}}';
const CHOICES =
  '{"version":3,"mode":"engine","side":"black","level":5,"handicap":"none","giver":"opponent","clock":"none",' +
  '"minutes":10,"seconds":0,"turning":"none"}';
const ROW =
  '"leaves":44,"nodes":45,"cutoffs":0,"researches":0,"known":0,"millis":5,"value":0,"line":["h2e2"]}';
const COMPARISON =
  `{"version":2,"choices":${JSON.stringify(defaultChoices())},"result":{"subject":{"startFen":null,` +
  `"moves":["h2e2"],"fen":"${START}","judge":"a"},"rows":[{"method":"minimax","depth":1,${ROW},` +
  `{"method":"pvs","depth":1,${ROW}]}}`;
const POSITION = '{"score":{"cp":30},"best":"h2e2"}';
const REVIEWS =
  `{"version":1,"reviews":[{"name":"|h2e2h9g7","positions":[${POSITION},${POSITION},${POSITION}],"moves":[` +
  '{"ply":0,"side":"red","loss":0.3,"label":"blunder","finding":{"played":"h2e2","best":"b2e2","punishment":["h9g7"],' +
  '"better":["b2e2"],"scores":{"played":{"cp":30},"best":{"cp":60}}}},' +
  '{"ply":1,"side":"black","loss":0,"label":null}]}]}';
const QUIET = JSON.stringify({ version: 1, on: false, count: 3 });
/** A key of the tab's own store. */
const TAB_KEY = "chuhe:analysis";

/** Restores the previous game, if the page offers it. */
async function goBack(page: Page) {
  await page.keyboard.press("o");
  await page.locator("#open-dialog").waitFor();
  const back = page.locator("#open-back-button");
  if (await back.isVisible()) await back.click();
}

async function openOwnBook(page: Page) {
  await page.click("#own-book summary");
  await page.locator("#own-book-size").waitFor();
}

/** Returns a value for IndexedDB: parsed JSON, or the text itself. */
const parsed = (text: string) => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const transferOf = (pgn: string) =>
  encodeTransfer(fake<TransferredGame>({ pgn, ply: 2, flipped: false }));

/** A record in a store of the browser, and the pages that read it. */
interface Place {
  key: string;
  right: string;
  pages: string[];
  /** Makes the page read the record. */
  use?: (page: Page) => Promise<unknown>;
  /** The key under which an unreadable record is kept. */
  aside?: string;
  /** Runs in the page. Returns true if the page has read the record. */
  has?: () => boolean;
  /** More records that cannot be read. */
  bad?: Record<string, string>;
  /** The code that reads another place reads this one too: no values are spoiled one by one. */
  alike?: boolean;
  area?: string;
  /** The place of the record in IndexedDB, if it is stored there. */
  indexed?: {
    database: string;
    store: string;
    indices?: string[];
    value: (text: string) => unknown;
  };
}

const PLACES: Record<string, Place> = {
  "the game": {
    key: GAME_KEY,
    right: GAME,
    pages: ["index.html"],
    aside: UNREAD_KEY,
    has: () => chuhe.state.game.moves.join(" ") === "h2e2 h9g7",
    bad: ILLEGAL,
  },
  "the game, read by the Lab": {
    key: GAME_KEY,
    right: GAME,
    pages: ["lab.html"],
    alike: true,
    use: (page: Page) => page.locator("#position input[value=game]").check({ force: true }),
    bad: ILLEGAL,
  },
  "the game before": {
    key: BEFORE_KEY,
    right: GAME,
    pages: ["index.html"],
    use: goBack,
    alike: true,
    bad: ILLEGAL,
  },
  settings: {
    key: SETTINGS_KEY,
    right: encodeSettings(defaultSettings()),
    pages: PAGES,
  },
  "what was chosen for a new game": {
    key: CHOICES_KEY,
    right: CHOICES,
    pages: ["index.html"],
    use: async (page: Page) => {
      await page.keyboard.press("n");
      await page.locator("#new-dialog").waitFor();
    },
  },
  "the rating": {
    key: RATING_KEY,
    right: RATING,
    pages: ["index.html"],
    aside: UNREAD_RATING_KEY,
    has: () => (chuhe.state.rating.rating?.level ?? 3) === 3,
    bad: { "a level that is none": RATING.replace('"level":3', '"level":99') },
  },
  "solved puzzles": {
    key: PUZZLES_KEY,
    right: JSON.stringify({ version: 1, streak: 1, best: 2, last: "p=1", done: { x: "s" } }),
    pages: ["puzzles.html"],
    has: () => chuhePuzzles.progress.done.x === "solved",
  },
  exercises: {
    key: PRACTICE_KEY,
    right: encodePractice(dueExercises()),
    pages: ["puzzles.html", "puzzles.html#practice"],
    aside: UNREAD_PRACTICE_KEY,
    has: () => chuhePuzzles.practice.load().exercises.length === 5,
  },
  "reviewed games": {
    key: REVIEWED_KEY,
    right: encodeReviewed({
      whose: "black",
      games: summaries(5, { opening: 1, middle: 1, ending: 1 }),
    }),
    pages: ["puzzles.html"],
    async use(page: Page) {
      await page.evaluate(() => (location.hash = "practice"));
      await page.waitForFunction(
        () => document.querySelector<HTMLElement>("#page")!.dataset.part === "practice",
      );
      await page.click("#choose");
      await page.locator("#practice-dialog[open]").waitFor();
    },
    has: () => document.querySelectorAll(".share-row").length === 3,
  },
  "done lessons": {
    key: LESSONS_KEY,
    right: JSON.stringify({ version: 1, done: ["board/1"] }),
    pages: ["learn.html"],
  },
  "the worksheet": {
    key: WORKSHEET_KEY,
    right: encodeWorksheet({ ...emptyWorksheet(), positions: [sheetPosition(START)] }),
    pages: ["worksheet.html"],
    aside: UNREAD_WORKSHEET_KEY,
    has: () => document.querySelectorAll(".worksheet-item").length === 1,
  },
  "games with friends": {
    key: FRIENDS_KEY,
    right: FRIEND_GAMES,
    pages: ["friend.html"],
    aside: UNREAD_FRIENDS_KEY,
    has: () => document.querySelectorAll(".friend-item").length === 1,
    bad: { "a move that is not allowed": FRIEND_GAMES.replace('"h9g7"', '"h9h8"') },
  },
  "the comparison": {
    key: LAB_KEY,
    right: COMPARISON,
    pages: ["lab.html"],
    has: () => document.querySelectorAll("#panel-compare tbody tr").length > 0,
  },
  "the route": {
    key: ROUTE_KEY,
    right: JSON.stringify({
      version: 1,
      rows: 5,
      columns: 5,
      stamina: 5,
      cells: `3${"0".repeat(23)}4`,
    }),
    pages: ["lab.html#route"],
  },
  "the engine's lines": { key: LINES_KEY, right: QUIET, pages: ["analysis.html"] },
  "a study": {
    key: `${STUDY_KEY}own`,
    right: STUDY,
    pages: ["analysis.html"],
    aside: UNREAD_STUDY_KEY,
    has: () =>
      chuheAnalysis.study
        .get()
        .nodes.map(({ move }) => move)
        .join(" ") === " h2e2 h9g7",
    bad: ILLEGAL_STUDY,
  },
  "another study": {
    key: `${STUDY_KEY}other`,
    right: STUDY,
    pages: ["analysis.html"],
    use: goBack,
    alike: true,
    bad: ILLEGAL_STUDY,
  },
  "a study in the archive": {
    key: `${STUDY_KEY}own`,
    right: STUDY,
    indexed: {
      database: "chuhe-studies",
      store: "studies",
      indices: ["time", "source", "content"],
      value: (text: string) => ({ text, time: 1, source: "", content: "" }),
    },
    pages: ["analysis.html"],
    aside: UNREAD_STUDY_KEY,
    has: () =>
      chuheAnalysis.study
        .get()
        .nodes.map(({ move }) => move)
        .join(" ") === " h2e2 h9g7",
    alike: true,
    bad: ILLEGAL_STUDY,
  },
  "what became of a game of the library": {
    key: "edited:own:1",
    right: JSON.stringify({ study: "own", id: 0, base: "0", pgn: "1. h2e2 {so} h9g7 *" }),
    indexed: { database: "chuhe-library", store: "blocks", value: parsed },
    pages: ["library.html"],
    has: () => document.querySelectorAll(".library-rows .library-noted").length === 1,
    bad: { "what is no game": '{"study":"own","id":0,"base":"0","pgn":"nonsense"}' },
  },
  "how far an import is": {
    key: "importing",
    right: JSON.stringify({ file: "two.pgn", added: 1 }),
    indexed: { database: "chuhe-library", store: "blocks", value: parsed },
    pages: ["library.html"],
    has: () =>
      document.querySelector("#library-import-words")!.checkVisibility() &&
      document.querySelector("#library-import-words")!.textContent.includes("two.pgn"),
  },
  "where the game of a study is": {
    key: "owner:own",
    right: JSON.stringify({ id: 0, digest: "0" }),
    indexed: { database: "chuhe-library", store: "blocks", value: parsed },
    pages: ["library.html"],
  },
  "one's own opening book": {
    key: "text",
    right: `chuhe-book 1\n${START.split(" ")[0]} w h2e2=10\n`,
    indexed: { database: "chuhe-book", store: "book", value: (text) => text },
    pages: ["analysis.html"],
    use: openOwnBook,
    has: () => document.querySelector("#own-book-size")!.textContent.includes("1"),
    bad: { "no legal line": "chuhe-book 1\nnonsense\n" },
  },
  "the book that the engine plays from": {
    key: "use",
    right: "none",
    indexed: { database: "chuhe-book", store: "book", value: parsed },
    pages: ["analysis.html"],
    use: openOwnBook,
    has: () => document.querySelector<HTMLSelectElement>("#settings-book")!.value === "none",
  },
  "the list of the library": {
    key: LIST_KEY,
    area: "sessionStorage",
    right: encodeList({
      query: { player: "Hu", column: "date", descending: true },
      position: { search: "material", text: "4k4/9/9/9/9/9/9/9/9/4K4 w" },
      first: 3,
      game: { id: 1, index: 1, count: 5 },
    }),
    pages: ["library.html", "analysis.html"],
  },
  "the spellings of names that are split off": {
    key: SPELLINGS_KEY,
    right: encodeSpellings(["吕钦"]),
    pages: ["library.html"],
  },
  "the name of the tab's study": {
    key: TAB_KEY,
    area: "sessionStorage",
    right: "own",
    pages: ["analysis.html"],
  },
  "a study that is handed over": {
    key: TRANSFER_KEY,
    right: transferOf("1. h2e2 h9g7 *"),
    pages: ["analysis.html"],
    bad: { "what is no game": transferOf("nonsense") },
  },
  reviews: {
    key: REVIEWS_KEY,
    right: REVIEWS,
    pages: ["analysis.html"],
    use: async (page: Page) => {
      await page.click(".section-tab[data-part=review]");
      await page.waitForFunction(() => chuheAnalysis.review);
    },
    has: () => chuheAnalysis.review.run.status === "done",
  },
};

/** Puts records into the stores, and keeps the page from writing when it is left. */
const put = (
  page: Page,
  records: Record<string, string>,
  [ownKey, own]: [key: string, text: string],
) =>
  page.evaluate(
    ([all, key, text]) => {
      localStorage.clear();
      for (const [name, record] of Object.entries(all)) localStorage.setItem(name, record);
      sessionStorage.setItem(key, text);
      Storage.prototype.setItem = () => {};
      Storage.prototype.removeItem = () => {};
    },
    [records, ownKey, own] as const,
  );

/** Replaces all records of a store of IndexedDB by one. */
const putIndexed = (
  page: Page,
  { database, store, indices = [], value }: NonNullable<Place["indexed"]>,
  key: string,
  text: string,
) =>
  page.evaluate(
    async ([[name, storeName, names], at, record]) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => {
        const made = request.result.createObjectStore(storeName);
        for (const one of names) made.createIndex(one, one);
      };
      await new Promise((resolve, reject) => {
        request.addEventListener("success", resolve);
        request.addEventListener("error", () => reject(request.error));
      });
      const transaction = request.result.transaction(storeName, "readwrite");
      const objects = transaction.objectStore(storeName);
      objects.clear();
      objects.put(record, at);
      await new Promise((resolve) => (transaction.oncomplete = resolve));
      request.result.close();
    },
    [[database, store, indices], key, value(text)] as const,
  );

const RIGHT = "the right record";

for (const [name, place] of Object.entries(PLACES))
  test(`each page works with a broken record: ${name}`, async (t) => {
    const { key, right, pages, use, aside, has, bad = {}, alike, area, indexed } = place;
    const none = { ...bad, ...NO_RECORDS };
    const unread = [...Object.entries(none), ...newerOf(right)];
    const wrong = some([...unread, ...(alike ? [] : spoiled(right))], 2);
    // The trials prove something only if the right record is read.
    const trials = has ? [[RIGHT, right], ...wrong] : wrong;
    const lost = new Set(unread.map(([what]) => what));
    const { server, page, errors } = await openNothing(t);
    await page.goto(`${server.url}manifest.webmanifest`);
    for (const [at, [what, text]] of trials.entries()) {
      const path = pages[at % pages.length];
      const about = `${path}, ${what.slice(0, 100)}`;
      const isOwn = area === "sessionStorage";
      const whole: Record<string, string> = {
        [GAME_KEY]: GAME,
        [LINES_KEY]: QUIET,
        [`${STUDY_KEY}own`]: STUDY,
      };
      const isElsewhere = isOwn || indexed;
      if (indexed) delete whole[key];
      await put(page, { ...whole, ...(!isElsewhere && { [key]: text }) }, [
        isOwn ? key : TAB_KEY,
        isOwn ? text : "own",
      ]);
      if (indexed) await putIndexed(page, indexed, key, text);
      await page.goto("about:blank");
      await page.goto(server.url + path);
      await whenStarted(page, path);
      await use?.(page);
      assert.deepEqual(errors.splice(0), [], about);
      const [game, unreadable] = await page.evaluate(
        (keys) => keys.map((one) => localStorage.getItem(one)),
        [GAME_KEY, aside ?? ""],
      );
      if (key !== GAME_KEY) assert.deepEqual(JSON.parse(game!).moves, MOVES, about);
      if (what === RIGHT) await page.waitForFunction(has!);
      else if (aside && (lost.has(what) || !(await page.evaluate(has!))))
        assert.equal(unreadable, text, `${about}: put aside`);
    }
  });
