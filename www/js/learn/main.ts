// The page of the rules: wiring only.

import { createPage } from "../shell/create-page.js";
import { byId, el, setText } from "../ui/dom.ts";
import { bindKeys } from "../ui/shortcuts.ts";
import { token } from "../ui/token.ts";
import { CHAPTERS, STEP_IDS, stepId } from "./chapters.ts";
import { createContents } from "./contents.ts";
import { fillGlance } from "./moves-overview.ts";
import { Lesson } from "./lesson.ts";
import { PROGRESS_KEY, createLessonStorage } from "./lesson-progress.ts";
import { after, hashOf, placeOf } from "./lesson-address.ts";
import { tableOf } from "./tables.ts";

/** One that the learner can win: against the weakest opponent, with warnings before losses. */
const FIRST_GAME = "./#strength=0&help=on";

const page = createPage({
  words: (lang) => new URL(`../../locales/learn/${lang}.json`, import.meta.url),
  sheet: { switches: ["sound", "showDests"] },
  show,
});
const { i18n, t, preferences, sound } = page;
const helping = page.lazily(async () => {
  const { createHelp } = await import("../shell/help.js");
  return createHelp(i18n, "learn");
});
const progress = createLessonStorage(() => localStorage, STEP_IDS);
const contents = createContents(
  {
    fold: byId("chapters"),
    summary: byId("chapters-summary"),
    list: byId("chapter-list"),
    words: byId("progress-words"),
    bar: byId("progress"),
  },
  i18n,
  progress,
);

/** @type {Lesson|null} Here once the rules are loaded. */
let lesson = null;
let place = placeOf(location.hash, progress.has);

/** Nothing was read here before. */
let isFirst = true;

function show() {
  sure = false;
  showChapter();
  showSteps();
  contents.update(place.chapter);
  lesson?.show();
  showWayOut();
}

/** Who has seen every way to move may play, too. */
function showWayOut() {
  const { id, glance } = CHAPTERS[place.chapter];
  byId("first-game").hidden = !(glance && progress.has(stepId(id, place.step)));
}

function showChapter() {
  const { id, piece, table, glance } = CHAPTERS[place.chapter];
  const number = { number: place.chapter + 1, total: CHAPTERS.length };
  const title = t(`learn.${id}.title`);
  document.title = `${title} · ${t("learn.page.title")}`;
  byId("lesson").dataset.step = String(place.step);
  setText(byId("lesson-number"), t("learn.chapter.number", number));
  setText(byId("lesson-title"), title);
  setText(byId("lesson-lead"), t(`learn.${id}.lead`));
  const pictures = piece ? [piece.toUpperCase(), piece.toLowerCase()].map(token) : [];
  byId("lesson-pieces").replaceChildren(...pictures);
  byId("glance").hidden = !glance;
  byId("table").hidden = !table;
  byId("table").replaceChildren(...(table ? [tableOf(table, i18n)] : []));
}

function showSteps() {
  const { id, steps } = CHAPTERS[place.chapter];
  byId("steps").replaceChildren(
    ...steps.map((_, step) => {
      const done = progress.has(stepId(id, step));
      const link = el("a", done ? "step is-done" : "step", String(step + 1));
      link.href = hashOf({ chapter: place.chapter, step });
      link.setAttribute(
        "aria-label",
        t(done ? "learn.step.done" : "learn.step", { number: step + 1 }),
      );
      if (step === place.step) link.setAttribute("aria-current", "step");
      return el("li", "", link);
    }),
  );
}

function openStep() {
  const { id, steps } = CHAPTERS[place.chapter];
  const next = after(place);
  const key = next === null ? "play" : next.chapter === place.chapter ? "next" : "nextChapter";
  lesson?.open(
    steps[place.step],
    `learn.${stepId(id, place.step).replace("/", ".")}`,
    place.step,
    `learn.action.${key}`,
  );
}

/** The address names another exercise. */
function follow() {
  place = placeOf(location.hash, progress.has);
  contents.close();
  openStep();
  show();
  arrive();
  byId("step-title").focus({ preventScroll: true });
}

/** An exercise is read from its beginning: the page's own, unless the window is too small for what is above the exercise. */
function arrive() {
  const isSmall = !getComputedStyle(byId("lesson")).gridTemplateColumns.includes(" ");
  if (isSmall && !isFirst) byId("lesson").scrollIntoView({ block: "start" });
  else scrollTo({ top: 0, behavior: "instant" });
  isFirst = false;
}

/** @returns {string[]} what is to be said when a chapter, or all, has just been completed, and at the end */
function onDone() {
  const { id, steps } = CHAPTERS[place.chapter];
  const step = stepId(id, place.step);
  const isNew = !progress.has(step);
  progress.add(step);
  contents.update(place.chapter);
  showSteps();
  showWayOut();
  const isComplete = isNew && steps.every((_, index) => progress.has(stepId(id, index)));
  const praise = praiseOf(place.chapter);
  return [...(isComplete ? [praise] : []), ...(after(place) ? [] : ["learn.praise.play"])];
}

/** What is said when a chapter is complete. @param {number} chapter */
function praiseOf(chapter) {
  if (progress.count === STEP_IDS.length) return "learn.praise.all";
  return CHAPTERS[chapter].glance ? "learn.praise.seven" : "learn.praise.chapter";
}

function onNext() {
  const next = after(place);
  if (next) location.hash = hashOf(next);
  else location.href = FIRST_GAME;
}

/** The second press forgets, when nothing else happened in between. */
let sure = false;
function forget() {
  const forgets = sure;
  if (forgets) progress.clear();
  show();
  setText(byId("progress-words"), t(forgets ? "learn.forgotten" : "learn.forget.sure"));
  sure = !forgets;
}

function listen() {
  addEventListener("hashchange", follow);
  addEventListener("storage", ({ key }) => {
    if (key !== PROGRESS_KEY) return;
    progress.reread();
    show();
  });
  byId("forget").addEventListener("click", forget);
  const help = () => helping((sheet) => sheet.show());
  byId("help").addEventListener("click", help);
  bindKeys({
    b: () => lesson?.board.focus(),
    h: () => !byId("hint").hidden && byId("hint").click(),
    s: page.toggleSound,
    "?": help,
  });
}

async function start() {
  history.scrollRestoration = "manual"; // the exercise may be another one
  /** @type {HTMLAnchorElement} */ (byId("first-game")).href = FIRST_GAME;
  listen();
  const { Game } = await page.begin();
  fillGlance(byId("glance"), Game);
  lesson = new Lesson({ i18n, Game, preferences, sound, onDone, onNext });
  openStep();
  show();
  arrive();
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
