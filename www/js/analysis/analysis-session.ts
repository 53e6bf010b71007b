// The parts of the analysis page that need the rules: the study, its commands, the engines, the review.

import { notationOf } from "../core/languages.ts";
import { rulesetOf } from "../rules/records.ts";
import { withDefaultRuleset } from "../rules/rules.ts";
import type { loadRules } from "../rules/rules.ts";
import { boardLook } from "../shell/appearance.ts";
import type { PageShell } from "../shell/create-page.ts";
import type { PageStorage } from "../shell/storage.ts";
import { byId } from "../ui/dom.ts";
import { createExerciseAdder } from "./add-exercises.ts";
import type { AnalysisBoard } from "./analysis-board.ts";
import type { Model, Session } from "./analysis-model.ts";
import type { View } from "./analysis-view.ts";
import { createCommands } from "./commands.ts";
import { createSecondQueue, engineLoader } from "./engine-loader.ts";
import { createEngineQueue } from "./engine-queue.ts";
import type { EngineQueue } from "./engine-queue.ts";
import { createMoveScores } from "./explorer-scores.ts";
import { createStudyOpener } from "./open-study.ts";
import { createOpeningFinder } from "./opening-name.ts";
import { createReviewMount } from "./review/mount.js";
import type { StudyStorage } from "./study-storage.ts";
import type { Study } from "./study.ts";

type LoadedRules = Awaited<ReturnType<typeof loadRules>>;

interface SessionParts {
  page: PageShell;
  model: Model;
  board: AnalysisBoard;
  view: View;
  /** The storage that the pages share. */
  pageStorage: PageStorage;
  storage: StudyStorage;
  rules: LoadedRules;
  study: Study;
}

export function createSession(parts: SessionParts): Session {
  const { page, model, board, view, pageStorage, storage, rules, study } = parts;
  const { i18n, t, notify, announce, preferences, sound } = page;
  const { Game } = rules;
  const { owner, bottom } = model;
  const notation = () => notationOf(preferences.settings);
  const ruleset = () => rulesetOf(study.get().tags);

  const openingOf = createOpeningFinder(Game);
  const exercises = createExerciseAdder(i18n, { notify, data: study.data, openingOf });
  const commands = createCommands({
    ...view,
    page,
    rules,
    study,
    opener: () => opener,
    exercises,
    board,
    owner,
    bottom,
  });
  const opener = createStudyOpener({
    rules,
    study,
    storage,
    i18n,
    notify,
    turn: model.turn,
    onOpened: commands.closeOpenSheet,
    onRefused: (data, fault) => void commands.refuseRecord(data, fault),
  });

  const queue = createEngineQueue(
    engineLoader(rules.module, notify, t, {
      preferences,
      onNetwork: model.network.set,
      onRenewed: () => lines.part?.renew(),
    }),
    ruleset,
  );
  const second = createSecondQueue(rules.module, t, ruleset);
  const review = createReviewMount(
    {
      i18n,
      study,
      queue,
      second,
      exercising: exercises,
      Game: withDefaultRuleset(Game, ruleset),
      owner,
      notation,
      play: sound.play,
      settle: () => board.board.flushAnimation(),
      announce,
      toBoard: () => board.board.focus(),
    },
    {
      game: () => pageStorage.loadGame()?.game,
      mounted: view.update,
      failed: () => notify(t("notice.partFailed"), { ms: 8000 }),
    },
  );
  const lines = loadLines(parts, queue);
  const scores = createMoveScores(queue, second);
  return { rules, study, opener, commands, exercises, scores, openingOf, review, lines };
}

/** The engine's lines are fetched when the page is there. */
function loadLines({ page, model, rules, study }: SessionParts, queue: EngineQueue) {
  const { i18n, preferences } = page;
  const lines = page.lazily(async () => {
    const { createLines } = await import("./lines/index.js");
    return createLines(byId("lines"), {
      i18n,
      study,
      queue,
      Game: rules.Game,
      notation: () => notationOf(preferences.settings),
      look: () => ({
        ...boardLook(preferences.settings, preferences.theme),
        orientation: model.bottom(),
      }),
      bar: byId("balance"),
      network: model.network.get(),
      onArrows: model.engineArrows.set,
      announce: page.announce,
    });
  });
  model.network.subscribe((state) => {
    if (state !== "none") lines.part?.judge(state);
  });
  return lines;
}
