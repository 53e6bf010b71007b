// The lessons page: chapters, exercises and the learner's progress.

import type { MessageKey } from "../core/message-keys.ts";
import { createPage } from "../shell/create-page.ts";
import { byId, el, setText } from "../ui/dom.ts";
import { bindKeys } from "../ui/shortcuts.ts";
import { token } from "../ui/token.ts";
import { CHAPTERS, STEP_IDS, chapterAt, stepId } from "./chapters.ts";
import { createContents } from "./contents.ts";
import { hashOf, placeAfter, placeOf } from "./lesson-address.ts";
import { PROGRESS_KEY, createLessonStorage } from "./lesson-progress.ts";
import { Lesson } from "./lesson.ts";
import { fillOverview } from "./moves-overview.ts";
import { makeTable } from "./tables.ts";
import { BOARD_SWITCHES } from "../shell/settings.ts";

/** The address of a game that a beginner can win: against the weakest opponent, with warnings before losing moves. */
const FIRST_GAME = "./#strength=0&help=on";

const page = createPage({
  words: (lang) => new URL(`../../locales/learn/${lang}.json`, import.meta.url),
  sheet: { switches: BOARD_SWITCHES },
  show,
});
const { i18n, t, preferences, sound } = page;
const openHelp = page.lazily(async () => {
  const { createHelp } = await import("../shell/help.ts");
  return createHelp(i18n, "learn");
});
const progress = createLessonStorage(() => localStorage, STEP_IDS);
const contents = createContents(i18n, progress);

/** Null until the rules are loaded. */
let lesson: Lesson | null = null;
let place = placeOf(location.hash, progress.has);
/** True until the first exercise after loading has been shown. */
let isFirst = true;
/** True if the next press of the button "forget" deletes the progress. */
let isForgetConfirmed = false;

const isStepDone = (chapter: string, step: number) => progress.has(stepId(chapter, step));

function show() {
  isForgetConfirmed = false;
  showChapter();
  showSteps();
  contents.update(place.chapter);
  lesson?.show();
  showFirstGame();
}

/**
 * Shows the link to a first game if the exercise is in the chapter with the overview and is done; otherwise hides the
 * link.
 */
function showFirstGame() {
  const { id, hasOverview } = chapterAt(place.chapter);
  byId("first-game").hidden = !(hasOverview && isStepDone(id, place.step));
}

function showChapter() {
  const { id, piece, table, hasOverview } = chapterAt(place.chapter);
  const number = { number: place.chapter + 1, total: CHAPTERS.length };
  const title = t(`learn.${id}.title`);
  document.title = `${title} · ${t("learn.page.title")}`;
  byId("lesson").dataset.step = String(place.step);
  setText(byId("lesson-number"), t("learn.chapter.number", number));
  setText(byId("lesson-title"), title);
  setText(byId("lesson-lead"), t(`learn.${id}.lead`));
  const pieces = piece ? [piece.toUpperCase(), piece.toLowerCase()] : [];
  byId("lesson-pieces").replaceChildren(...pieces.map(token));
  byId("glance").hidden = !hasOverview;
  byId("table").hidden = !table;
  byId("table").replaceChildren(...(table ? [makeTable(table, i18n)] : []));
}

function showSteps() {
  const { id, steps } = chapterAt(place.chapter);
  byId("steps").replaceChildren(
    ...steps.map((_, step) => {
      const isDone = isStepDone(id, step);
      const number = step + 1;
      const link = el("a", isDone ? "step is-done" : "step", String(number));
      link.href = hashOf({ chapter: place.chapter, step });
      link.setAttribute("aria-label", t(isDone ? "learn.step.done" : "learn.step", { number }));
      if (step === place.step) link.setAttribute("aria-current", "step");
      return el("li", "", link);
    }),
  );
}

function openStep() {
  const { id, steps } = chapterAt(place.chapter);
  const step = steps[place.step];
  if (!step) return;
  const next = placeAfter(place);
  const action = next === null ? "play" : next.chapter === place.chapter ? "next" : "nextChapter";
  lesson?.open({
    step,
    key: `learn.${stepId(id, place.step).replace("/", ".")}`,
    index: place.step,
    nextKey: `learn.action.${action}`,
  });
}

function followAddress() {
  place = placeOf(location.hash, progress.has);
  contents.close();
  openStep();
  show();
  scrollToLesson();
  byId("step-title").focus({ preventScroll: true });
}

/**
 * Scrolls to the top of the page. In small windows, scrolls to the exercise instead, except to the first exercise after
 * loading.
 */
function scrollToLesson() {
  const isSmall = !getComputedStyle(byId("lesson")).gridTemplateColumns.includes(" ");
  if (isSmall && !isFirst) byId("lesson").scrollIntoView({ block: "start" });
  else scrollTo({ top: 0, behavior: "instant" });
  isFirst = false;
}

/**
 * Stores that the exercise is done. Returns the locale keys of praise for a complete chapter and for the last exercise.
 */
function onDone(): MessageKey[] {
  const { id, steps } = chapterAt(place.chapter);
  const isNew = !isStepDone(id, place.step);
  progress.add(stepId(id, place.step));
  contents.update(place.chapter);
  showSteps();
  showFirstGame();
  const isComplete = isNew && steps.every((_, step) => isStepDone(id, step));
  const praise = isComplete ? [praiseOfChapter()] : [];
  return placeAfter(place) ? praise : [...praise, "learn.praise.play"];
}

function praiseOfChapter(): MessageKey {
  if (progress.count === STEP_IDS.length) return "learn.praise.all";
  return chapterAt(place.chapter).hasOverview ? "learn.praise.seven" : "learn.praise.chapter";
}

function onNext() {
  const next = placeAfter(place);
  if (next) location.hash = hashOf(next);
  else location.href = FIRST_GAME;
}

/**
 * Asks for confirmation at the first press of the button. Deletes the progress at a second press directly after the
 * first.
 */
function forget() {
  const forgets = isForgetConfirmed;
  if (forgets) progress.clear();
  show();
  setText(byId("progress-words"), t(forgets ? "learn.forgotten" : "learn.forget.sure"));
  isForgetConfirmed = !forgets;
}

function listen() {
  addEventListener("hashchange", followAddress);
  addEventListener("storage", ({ key }) => {
    if (key !== PROGRESS_KEY) return;
    progress.reload();
    show();
  });
  byId("forget").addEventListener("click", forget);
  const help = () => void openHelp((sheet) => sheet.show());
  byId("help").addEventListener("click", help);
  bindKeys({
    b: () => lesson?.board.focus(),
    h: () => {
      if (!byId("hint").hidden) byId("hint").click();
    },
    s: page.toggleSound,
    "?": help,
  });
}

async function start() {
  history.scrollRestoration = "manual"; // a restored scroll position may be that of another exercise
  byId("first-game", HTMLAnchorElement).href = FIRST_GAME;
  listen();
  const { Game } = await page.begin();
  fillOverview(byId("glance"), Game);
  lesson = new Lesson({ i18n, Game, preferences, sound, onDone, onNext });
  openStep();
  show();
  scrollToLesson();
  byId("lesson").dataset.ready = "";
}

const ready = page.run(start, "learn.wordless");

/** A handle for scripts and the console: `await chuhe.ready`, then `chuhe.board.centerOf("e2")`. */
Object.defineProperty(window, "chuhe", {
  value: {
    ready,
    get board() {
      return lesson?.board;
    },
    get runner() {
      return lesson?.runner;
    },
  },
});
