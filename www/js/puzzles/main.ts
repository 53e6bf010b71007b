// The page of puzzles, endings and exercises.

import { createBoard } from "../board/index.ts";
import { squareIndex } from "../core/xiangqi.ts";
import { dayNumber } from "../practice/calendar-days.ts";
import { PRACTICE_KEY, createPracticeStorage } from "../practice/practice-storage.ts";
import { playLook } from "../shell/appearance.ts";
import { createPage } from "../shell/create-page.ts";
import { byId } from "../ui/dom.ts";
import { bindKeys } from "../ui/shortcuts.ts";
import { SolvedEndings } from "../endings/solved-endings.ts";
import { EndingRoom } from "./ending-room.ts";
import { createPracticeSection } from "./practice-section.ts";
import { Course } from "../practice/puzzle-course.ts";
import { engineLoader, judgeBy } from "./puzzle-engine.ts";
import { createPuzzleStorage } from "./puzzle-progress.ts";
import { PuzzleRoom } from "./puzzle-room.ts";
import { createCommands } from "./puzzles-commands.ts";
import { createModel } from "./puzzles-model.ts";
import { createSheets } from "./puzzles-sheets.ts";
import { createView } from "./puzzles-view.ts";
import { BOARD_SWITCHES } from "../shell/settings.ts";

const page = createPage({
  words: (lang) => new URL(`../../locales/puzzles/${lang}.json`, import.meta.url),
  title: "puzzles.title",
  sheet: { switches: BOARD_SWITCHES },
  show: () => view.render(),
  onTranslated: () => sheets.update(),
});
const { i18n, t, notify, preferences, sound } = page;
const storage = createPuzzleStorage(
  () => localStorage,
  () => notify(t("puzzle.notKept")),
);
const model = createModel(storage);
const practiceStorage = createPracticeStorage(
  () => localStorage,
  (code) => notify(t(`practice.store.${code}`), { ms: 0 }),
);
const board = createBoard(byId("board"), {
  ...playLook(preferences),
  placement: ".".repeat(90),
  onMove: (from, to) => void model.room?.move(from + to),
  onRefused: (from, to) =>
    page.refuse(model.room?.refusal(from + to), board.state.placement.charAt(squareIndex(from))),
  onSelect: (square) => square && sound.play("pick"),
  onOutOfTurn: page.notifyTurn,
});
const commands = createCommands(page, model);
const view = createView(page, board, model, {
  ...commands,
  previous: () => commands.step(-1),
  next: () => commands.step(1),
});
const sheets = createSheets(page, board, model, commands);

function listen() {
  byId("picture").addEventListener("click", sheets.takePicture);
  byId("choose").addEventListener("click", sheets.choose);
  for (const tab of document.querySelectorAll<HTMLElement>("[data-section]"))
    tab.addEventListener("click", () => commands.turnTo(tab.dataset.section));
  addEventListener("hashchange", () => void commands.follow(location.hash));
  // Another tab has stored new exercises or answers.
  addEventListener("storage", ({ key }) => key === PRACTICE_KEY && view.changed());
  bindKeys({
    ArrowLeft: () => commands.step(-1),
    ArrowRight: () => commands.step(1),
    h: () => model.get().section !== "endings" && commands.hint(),
    g: view.announceGoal,
    b: () => board.focus(),
    "/": () => void sheets.typeMove(),
    "?": () => void sheets.help(),
  });
}

async function start() {
  const [rules, course] = await Promise.all([page.begin(), Course.begin()]);
  practiceStorage.load(); // reports unreadable data at once
  const loadEngine = engineLoader(rules.module);
  const { Game, measure } = rules;
  const context = {
    Game,
    loadEngine,
    solved: new SolvedEndings(),
    changed: view.changed,
    settle: () => board.flushAnimation(),
    note: model.note,
    playSound: sound.play,
    announceMove: view.announceMove,
  };
  const practice = createPracticeSection({
    i18n,
    storage: practiceStorage,
    page: { ...context, judge: judgeBy(loadEngine) },
    today: () => dayNumber(new Date()),
    notify,
  });
  const [puzzles, endings] = [new PuzzleRoom(context), new EndingRoom(context)];
  model.change({ loaded: { Game, measure, course, puzzles, endings, practice } });
  listen();
  await commands.begin(course);
}

const ready = page.run(start, "puzzle.loadFailed");

const loaded = () => model.get().loaded;
/** A handle for scripts and the console. */
Object.assign(globalThis, {
  chuhePuzzles: Object.defineProperties(
    { ready, board },
    {
      course: { get: () => loaded()?.course ?? null },
      room: { get: () => loaded()?.puzzles ?? null },
      endgame: { get: () => loaded()?.endings ?? null },
      practice: { get: () => loaded()?.practice ?? null },
      progress: { get: () => model.get().progress },
      spoken: { get: () => page.language.current },
    },
  ),
});
