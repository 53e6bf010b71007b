// The analysis page: creates its parts and starts it.

import { notationOf } from "../core/languages.ts";
import { nextTask } from "../core/scheduling.ts";
import { createPage } from "../shell/create-page.ts";
import { createStorage } from "../shell/storage.ts";
import { byId } from "../ui/dom.ts";
import { createAnalysisBoard } from "./analysis-board.ts";
import { bindInputs } from "./analysis-inputs.ts";
import { createModel } from "./analysis-model.ts";
import { createSession } from "./analysis-session.ts";
import { createView } from "./analysis-view.ts";
import { announceSteps } from "./announcements.ts";
import { bindReferee } from "./repetition-button.ts";
import { openStudyStorage } from "./store-studies.ts";
import { createStudy } from "./study.ts";
import { BOARD_SWITCHES } from "../shell/settings.ts";

const pageStorage = createStorage(() => localStorage);
const page = createPage({
  words: (lang) => new URL(`../../locales/analysis/${lang}.json`, import.meta.url),
  title: "analysis.title",
  sheet: { switches: BOARD_SWITCHES, engine: true },
  storage: pageStorage,
  show() {
    model.study?.write(notationOf(preferences.settings));
    model.settingsChanges.update((count) => count + 1);
  },
});
const { i18n, notify, announce, preferences } = page;

const storage = openStudyStorage(notify, page.t, () => {
  if (!model.session) throw new Error("the rules are not loaded");
  return model.session.rules;
});
const model = createModel(storage);
const board = createAnalysisBoard(page, model);

/** Creates the elements around the board in a separate task, which lets the browser paint first. */
async function createViewNext() {
  await nextTask();
  const view = createView(page, model, board);
  model.settingsChanges.subscribe(view.refresh);
  return view;
}

async function start() {
  const [rules, view] = await Promise.all([page.begin(), createViewNext()]);
  // The start is split into tasks, to avoid blocking the browser for long.
  await nextTask();
  const stored = await storage.load();
  const study = createStudy(rules, notationOf(preferences.settings));
  await nextTask();
  const parts = { page, model, board, view };
  const session = createSession({ ...parts, pageStorage, storage, rules, study });
  model.begin(session);
  study.write(notationOf(preferences.settings)); // another tab may have changed the notation
  model.subscribe(view.update);
  announceSteps(study, i18n, announce);
  bindReferee(byId("tree-area"), {
    i18n,
    study,
    Game: rules.Game,
    look: () => ({ ...preferences, bottom: board.board.state.orientation }),
    notify,
  });
  bindInputs(session, parts);
  void view.showPart("tree");
  const { opener, commands, lines } = session;
  const resuming = opener.resume(stored);
  model.endRestoring();
  await resuming;
  if (opener.isAskedToOpen()) void commands.openRecord();
  void lines(() => {});
  void commands.preparePrint();
}

const ready = page.run(start, "analysis.loadFailed");

/** A handle for tests and the console. */
Object.assign(globalThis, {
  chuheAnalysis: {
    ready,
    board: board.board,
    get study() {
      return model.study;
    },
    get lines() {
      return model.session?.lines.part ?? null;
    },
    get review() {
      return model.session?.review.panel;
    },
  },
});
