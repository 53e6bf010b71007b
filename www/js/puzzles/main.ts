// Wiring of the puzzles' page: makes the parts, tells each about the others, and starts.

import { pointOf } from "../board/grid.ts";
import { createBoard } from "../board/index.ts";
import { notationOf } from "../core/languages.ts";
import { gameHash } from "../rules/link.ts";
import { playLook } from "../shell/appearance.ts";
import { createPage } from "../shell/create-page.ts";
import { createGridWords, describePoint } from "../shell/grid-words.ts";
import { showSiteNav } from "../shell/site-nav.ts";
import { byId, setText } from "../ui/dom.ts";
import { bindKeys } from "../ui/shortcuts.ts";
import { describeReason } from "../core/reason.ts";
import { otherSide, splitMove, squareIndex } from "../core/xiangqi.ts";
import { describeMove, describeMoveWithSquares } from "../core/words.ts";
import { createChooser } from "./puzzle-chooser.ts";
import { Course } from "./puzzle-course.ts";
import { EndingRoom } from "./ending-room.ts";
import { createEndingsList } from "./endings-list.ts";
import { ENDINGS } from "./endings.ts";
import { createPracticeStorage, PRACTICE_KEY } from "../practice/practice-storage.ts";
import { dayNumber } from "../practice/calendar-days.ts";
import { createPracticeSection } from "./practice-section.ts";
import { createPanel, sayScore, showDue } from "./puzzle-panel.ts";
import { engineLoader, judgeBy } from "./puzzle-engine.ts";
import { createPuzzleStorage, noted, solvedPuzzles, tally } from "./puzzle-progress.ts";
import { ratedAfter, sayRating } from "./puzzle-rating.ts";
import { PuzzleRoom } from "./puzzle-room.ts";

const page = createPage({
  words: (lang) => new URL(`../../locales/puzzles/${lang}.json`, import.meta.url),
  title: "puzzles.title",
  sheet: { switches: ["sound", "showDests"] },
  show: render,
  onTranslated() {
    chooser.retell();
    endings.retell();
    overview.part?.retell();
  },
});
const { i18n, t, notify, announce, toast, preferences, sound, lazily } = page;
const { has } = i18n;
const storage = createPuzzleStorage(
  () => localStorage,
  () => notify(t("puzzle.notKept")),
);
let progress = storage.load();
const practised = createPracticeStorage(
  () => localStorage,
  (code) => notify(t(`practice.store.${code}`), { ms: 0 }),
);

/** @type {Course|null} */
let course = null;
/** Counts what was opened: a puzzle that comes later than something else was asked for is not opened any more. */
let turn = 0;
/** @type {import("./puzzle-rating.ts").Measure|null} */
let measure = null;
/** By how much the puzzle on the board has moved the person's rating. */
let moved = 0;
/** @type {PuzzleRoom|null} */
let room = null;
/** @type {EndingRoom|null} */
let endgame = null;
/** @type {import("./practice-section.ts").PracticeSection|null} */
let practice = null;
/** @type {import("./puzzle-panel.ts").Shown["section"]} */
let section = "puzzles";

const board = createBoard(byId("board"), {
  ...playLook(preferences),
  placement: ".".repeat(90),
  onMove: (/** @type {string} */ from, /** @type {string} */ to) => void active()?.move(from + to),
  onRefused: (/** @type {string} */ from, /** @type {string} */ to) => refuse(from, to),
  onSelect: (/** @type {string|null} */ square) => square && sound.play("pick"),
  onOutOfTurn: page.notifyTurn,
});

const gridWords = createGridWords(i18n, announce, ["grid.help", "grid.help.type"]);
/** @type {import("../rules/rules.ts").GameClass|null} */
let Game = null;
const typing = lazily(async () => {
  const { createMoveEntry } = await import("../shell/move-entry.ts");
  return createMoveEntry(i18n, {
    Game: /** @type {import("../rules/rules.ts").GameClass} */ (Game),
    board,
    after: byId("line"),
    announce,
    position: () => active()?.position ?? { startFen: null, moves: [] },
    refusal: (move) => active()?.refusal(move),
    play: (move) => void active()?.move(move),
  });
});
const picturing = lazily(async () => {
  const { createPictureSheet } = await import("../share/picture-sheet.ts");
  return createPictureSheet(i18n);
});
const helping = lazily(async () => {
  const { createHelp } = await import("../shell/help.ts");
  return createHelp(i18n, "puzzles");
});

const overview = lazily(async () => {
  const { createPracticeSheet } = await import("./practice-sheet.ts");
  return createPracticeSheet(
    i18n,
    /** @type {import("./practice-section.ts").PracticeSection} */ (practice),
  );
});

/** Where a person is: at a puzzle, at an ending, or at an exercise. */
function active() {
  if (section === "practice") return practice?.room ?? null;
  return section === "puzzles" ? room : endgame;
}

/** Where hints are given. */
const helper = () => (section === "practice" ? practice?.room : room);

const panel = createPanel(i18n, {
  previous: () => step(-1),
  next: () => step(1),
  hint: () => helper()?.hint(),
  show: () => void helper()?.show(),
  again: () => (section === "puzzles" ? room : endgame)?.again(),
  back: () => endgame?.back(),
  remove: () => practice?.remove(),
  analyse: () => analyse(),
});
const chooser = createChooser(i18n, {
  open: openPuzzle,
  openDaily: () => course && void openWhenLoaded(course.ofDay(new Date())),
  onFilter: () => render(),
  outcomeOf: ({ key }) => progress.done[key],
  strength: () => progress.rating?.level ?? null,
});
const endings = createEndingsList(i18n, {
  open: openEnding,
  outcomeOf: ({ id }) => progress.done[`e:${id}`],
});

/** What is on the board, as a picture: the puzzle at its start is a task for a worksheet. */
function takePicture() {
  const names = {
    puzzles: `puzzle-${room?.puzzle?.number}`,
    endings: `ending-${endgame?.ending?.id}`,
    practice: "practice",
  };
  const name = names[section];
  void picturing((sheet) => sheet.show({ board: board.state, shapes: [], name }));
}

/** What is on the board, with the moves so far, in the analysis. */
function analyse() {
  const { startFen = null, moves = [] } = active()?.position ?? {};
  const isThere = startFen !== null || moves.length > 0;
  const hash = isThere ? gameHash({ startFen, moves, ply: moves.length }) : "";
  location.href = `./analysis.html${hash}`;
}

/** The board would not have a move: say why. @param {string} from @param {string} to */
function refuse(from, to) {
  page.refuse(active()?.refusal(from + to), board.state.placement[squareIndex(from)]);
}

/** @param {string} key @param {import("./puzzle-progress.ts").Outcome} outcome @param {{ clean: boolean }} [how] */
function note(key, outcome, how) {
  const puzzle = room?.puzzle?.key === key ? room.puzzle : null;
  const isFirst = progress.done[key] === undefined;
  if (puzzle && isFirst && measure) {
    const before = progress.rating?.level;
    const rating = ratedAfter(progress.rating, puzzle, outcome, how?.clean === false, measure);
    progress = { ...progress, rating };
    moved = before === undefined ? 0 : (rating?.level ?? 0) - before;
  }
  progress = noted(progress, key, outcome, how);
  storage.save(progress);
}

/** To the next or the one before: of the puzzles that match, or of the endings. @param {1|-1} away */
function step(away) {
  toast.clear();
  if (section === "practice") return away > 0 ? practice?.next() : undefined;
  if (section === "endings") {
    const index = ENDINGS.findIndex((ending) => ending === endgame?.ending);
    return openEnding(ENDINGS[(index + away + ENDINGS.length) % ENDINGS.length]);
  }
  if (course && room?.puzzle)
    void openWhenLoaded(course.neighbour(room.puzzle, away, chooser.matches), () =>
      notify(t("choose.none")),
    );
}

/**
 * Opens a puzzle once it is there, unless something else is on the board by then.
 * @param {Promise<import("./puzzle-set.ts").Puzzle|null>} wanted @param {() => void} [otherwise] there is no such puzzle
 * @returns {Promise<boolean>} whether something is on the board
 */
async function openWhenLoaded(wanted, otherwise) {
  const mine = ++turn;
  try {
    const puzzle = await wanted;
    if (mine !== turn) return true;
    if (puzzle) openPuzzle(puzzle);
    else otherwise?.();
    return puzzle !== null;
  } catch (error) {
    if (mine === turn) notLoaded(error);
    return mine !== turn;
  }
}

/** @param {unknown} error */
function notLoaded(error) {
  reportError(error);
  notify(t("puzzle.loadFailed"));
}

/** @param {import("./puzzle-set.ts").Puzzle} puzzle */
function openPuzzle(puzzle) {
  endgame?.leave();
  practice?.room.leave();
  section = "puzzles";
  turn++;
  moved = 0;
  progress = { ...progress, place: puzzle.number };
  address(`p=${puzzle.number}`, `p=${puzzle.key}`);
  room?.open(puzzle);
}

/** @param {import("./endings.ts").Ending} ending */
function openEnding(ending) {
  room?.leave();
  practice?.room.leave();
  section = "endings";
  turn++;
  address(`e=${ending.id}`, `e=${ending.id}`);
  endgame?.open(ending);
}

function openPractice() {
  room?.leave();
  endgame?.leave();
  section = "practice";
  turn++;
  address("practice", "practice");
  practice?.enter();
}

/** Where we are, for the address and for the next visit. @param {string} hash @param {string} last */
function address(hash, last) {
  history.replaceState(null, "", `${location.pathname}${location.search}#${hash}`);
  progress = { ...progress, last };
  storage.save(progress);
}

/** What an address asks for is opened; whether it asked for something there is. @param {string|null} hash */
async function follow(hash) {
  const [kind, name = ""] = (hash ?? "").replace(/^#/, "").split("=");
  const ending = ENDINGS.find(({ id }) => id === name);
  if (kind === "e" && ending) openEnding(ending);
  else if (kind === "practice") openPractice();
  else if (kind === "p" && course) return openWhenLoaded(course.named(name, progress.place));
  else return false;
  return true;
}

/** The other section, where one left it. @param {string} wanted */
function turnTo(wanted) {
  if (wanted === section) return;
  if (wanted === "practice") openPractice();
  else if (wanted === "endings") openEnding(endgame?.ending ?? ENDINGS[0]);
  else if (room?.puzzle) openPuzzle(room.puzzle);
  else if (course) void openWhenLoaded(firstOpen(course));
}

/** The first that is not solved yet. @param {Course} all */
async function firstOpen(all) {
  return (await all.find(({ key }) => progress.done[key] !== "solved")) ?? all.numbered(1);
}

let frame = 0;
let said = "";
let asked = "";

/** At most once per frame, however much happened; the board at once, so that it is never behind. */
function changed() {
  const now = active();
  if (now) board.set({ ...now.board, label: t("board.label"), words: gridWords() });
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    render();
  });
}

function render() {
  const now = active();
  if (!i18n.ready || !now) return;
  const shown = shownNow();
  panel.update(shown);
  showDue(practice?.due ?? 0, i18n);
  byId("to-analysis").hidden = section !== "practice" || practice?.isEmpty !== true;
  setText(byId("choose-name"), t(section === "practice" ? "practice.overview" : "choose"));
  byId("page").dataset.part = section;
  showSiteNav(section !== "endings"); // which are played out against the engine
  board.set({ ...playLook(preferences), label: t("board.label"), words: gridWords() });
  announceChange(shown);
}

/** Announces the goal when it changes, else the words when they change, unless they change with each move. @param {import("./puzzle-panel.ts").Shown} shown */
function announceChange({ words, isPassing }) {
  const goal = sayGoal();
  if (goal !== asked) announce(`${goal} ${words}`);
  else if (words !== said && !isPassing)
    announce(active()?.words.told ? say(active()?.words, true) : words);
  asked = goal;
  said = words;
}

/** What stands around the board. */
function shownNow() {
  if (section === "practice" && practice)
    return practice.shown(say, notationOf(preferences.settings));
  return section === "puzzles" ? shownPuzzle() : shownEnding();
}

/** What is asked, by whom, and whose move it is. */
function sayGoal() {
  const { title, task } = shownNow();
  // A question ends as one.
  return t("puzzle.goal", { title, task }).replace(/([?？])[.。]/u, "$1");
}

/**
 * @param {import("./puzzle-room.ts").Words} [words] @param {boolean} [aloud] moves in the words that they are told in
 */
function say({ key, params, told, verdict } = { key: "ending.begin" }, aloud = false) {
  const reason = verdict ? describeReason(verdict, i18n) : "";
  const { side = "red" } = room?.puzzle ?? {};
  if (!told) return t(key, { ...params, reason });
  const notation = notationOf(preferences.settings);
  const move = aloud
    ? describeMoveWithSquares(told, notation, i18n)
    : i18n.move(told.texts[notation]);
  const [from] = splitMove(told.move);
  const point = describePoint(pointOf(board.state, squareIndex(from)), i18n);
  return t(key, { ...params, reason, move, point, other: t(`side.${otherSide(side)}`) });
}

/** A move, for those who do not see it. @param {import("../core/move-facts.ts").MoveFacts} told @param {boolean} check */
function announceMove(told, check) {
  const words = describeMove(told, notationOf(preferences.settings), i18n);
  announce(words + (check ? t("say.check") : ""));
}

/** @returns {import("./puzzle-panel.ts").Shown} */
function shownPuzzle() {
  const { puzzle, words, mood, isDone, status, ply } = /** @type {PuzzleRoom} */ (room);
  const { number = 0, kind = "mate", length = 1, grade = 1, themes = [] } = puzzle ?? {};
  const { side = "red", stage = 1 } = puzzle ?? {};
  const all = course?.size ?? 0;
  const score = { solved: Math.min(solvedPuzzles(progress), all), all };
  const mayPlay = status === "play";
  const rating = progress.rating ? sayRating(progress.rating, moved, i18n) : "";
  return {
    section,
    title: t("puzzle.title", { number }),
    task: t(`puzzle.task.${kind}.${side}`, { length }),
    grade,
    level: puzzle?.level ?? null,
    themes: isDone ? themes.filter((it) => has(`theme.${it}`)).map((it) => t(`theme.${it}`)) : [],
    words: say(words),
    mood,
    written: room?.written(notationOf(preferences.settings)) ?? [],
    notation: notationOf(preferences.settings),
    score: sayScore({ ...score, stage, streak: progress.streak, rating }, i18n),
    enabled: {
      previous: true,
      next: true,
      hint: mayPlay,
      show: mayPlay,
      again: ply > 0,
      analyse: true,
      back: false,
      remove: false,
    },
  };
}

/** @returns {import("./puzzle-panel.ts").Shown} */
function shownEnding() {
  const { ending, words, mood, status, mayGoBack, moves } = /** @type {EndingRoom} */ (endgame);
  const { id = "", goal = "win", side = "red" } = ending ?? {};
  const thinks = status === "thinking" && moves.length > 1;
  const score = tally(
    progress,
    ENDINGS.map((it) => `e:${it.id}`),
  );
  return {
    section,
    title: t(`ending.${id}.name`),
    task: t(`ending.goal.${goal}`, { side: t(`side.${side}`) }),
    grade: null,
    themes: [],
    words: thinks ? t("engine.thinking") : say(words),
    isPassing: thinks || words.params !== undefined,
    mood: thinks ? "plain" : mood,
    written: endgame?.written(notationOf(preferences.settings)) ?? [],
    notation: notationOf(preferences.settings),
    score: sayScore({ ...score, stage: null, streak: null }, i18n),
    enabled: {
      previous: true,
      next: true,
      hint: false,
      show: false,
      again: moves.length > 0,
      analyse: true,
      back: mayGoBack,
      remove: false,
    },
  };
}

function listen() {
  byId("picture").addEventListener("click", takePicture);
  byId("choose").addEventListener("click", () => {
    if (section === "practice") void overview((sheet) => sheet.show());
    else if (section === "puzzles" && course)
      void chooser.show(course, room?.puzzle ?? null).catch(notLoaded);
    else endings.show(endgame?.ending ?? null);
  });
  for (const tab of document.querySelectorAll("[data-section]"))
    tab.addEventListener("click", () =>
      turnTo(/** @type {HTMLElement} */ (tab).dataset.section ?? ""),
    );
  addEventListener("hashchange", () => void follow(location.hash));
  // Another tab has added exercises, or was practised in.
  addEventListener("storage", ({ key }) => key === PRACTICE_KEY && changed());
  bindKeys({
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    h: () => section !== "endings" && helper()?.hint(),
    g: () => announce(`${sayGoal()} ${said}`),
    b: () => board.focus(),
    "/": () => Game && typing((field) => field.show()),
    "?": () => helping((help) => help.show()),
  });
}

async function start() {
  const [rules, puzzles] = await Promise.all([page.begin(), Course.begin()]);
  course = puzzles;
  practised.load(); // what cannot be read is said at once
  const settle = () => board.flushAnimation();
  const loadEngine = engineLoader(rules.module);
  ({ Game, measure } = rules);
  const around = { Game, changed, settle, note, play: sound.play, announceMove, loadEngine };
  room = new PuzzleRoom(around);
  endgame = new EndingRoom(around);
  practice = createPracticeSection({
    i18n,
    storage: practised,
    page: { ...around, judge: judgeBy(rules.Game, loadEngine) },
    today: () => dayNumber(new Date()),
    notify,
  });
  listen();
  if ((await follow(location.hash)) || (await follow(progress.last))) return;
  const before = turn;
  const first = await firstOpen(puzzles);
  if (first && before === turn) openPuzzle(first);
}

const ready = page.run(start, "puzzle.loadFailed");

// For scripts that look from outside.
Object.assign(globalThis, {
  chuhePuzzles: {
    ready,
    board,
    get course() {
      return course;
    },
    get room() {
      return room;
    },
    get endgame() {
      return endgame;
    },
    get practice() {
      return practice;
    },
    get progress() {
      return progress;
    },
    get spoken() {
      return page.language.current;
    },
  },
});
