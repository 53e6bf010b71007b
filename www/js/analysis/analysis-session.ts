// The parts of the analysis page that need the rules: the study, its commands, the engines, the review.

import { rulesetOf } from "../rules/records.ts";
import { withDefaultRuleset } from "../rules/rules.ts";
import type { loadRules } from "../rules/rules.ts";
import { boardLook } from "../shell/appearance.ts";
import type { PageStorage } from "../shell/storage.ts";
import { byId } from "../ui/dom.ts";
import { createExerciseAdder } from "./add-exercises.ts";
import type { Session } from "./analysis-model.ts";
import type { PageParts } from "./analysis-view.ts";
import { createCommands } from "./commands.ts";
import { createSecondQueue, engineLoader } from "./engine-loader.ts";
import { createEngineQueue } from "./engine-queue.ts";
import { createMoveScores } from "./explorer-scores.ts";
import { createMoveValues } from "./move-values.ts";
import { createStudyOpener } from "./open-study.ts";
import { createOpeningFinder } from "./opening-name.ts";
import { createReviewMount } from "./review/mount.ts";
import type { StudyStorage } from "./study-storage.ts";
import type { Study } from "./study.ts";

type LoadedRules = Awaited<ReturnType<typeof loadRules>>;

interface SessionParts extends PageParts {
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
  const notation = () => study.get().notation;
  const ruleset = () => rulesetOf(study.get().tags);

  const openingOf = createOpeningFinder(Game);
  const exercises = createExerciseAdder(i18n, { notify, data: study.data, openingOf });
  const commands = createCommands({ ...parts, exercises, openingOf, opener: () => opener });
  const opener = createStudyOpener({
    rules,
    study,
    storage,
    i18n,
    notify,
    turn: model.turn,
    onOpened: commands.closeOpenSheet,
    onSeveral: view.showGames,
    onRefused: (data, fault) => void commands.refuseRecord(data, fault),
  });

  const values = createMoveValues();
  const queue = createEngineQueue(
    engineLoader(rules.module, notify, t, {
      preferences,
      onNetwork(state) {
        values.clear();
        model.network.set(state);
      },
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
      owner: model.owner,
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
  const lines = page.lazily(async () => {
    const { createLines } = await import("./lines/index.ts");
    return createLines(byId("lines"), {
      i18n,
      study,
      queue,
      Game,
      notation,
      look: () => ({
        ...boardLook(preferences.settings, preferences.theme),
        orientation: model.bottom(),
      }),
      bar: byId("balance"),
      network: model.network.get(),
      onArrows: model.engineArrows.set,
      announce,
      values,
      onValues: () => view.showValues(),
    });
  });
  model.network.subscribe((state) => {
    if (state !== "none") lines.part?.judge(state);
  });
  const scores = createMoveScores(queue, second, values);
  return {
    rules,
    study,
    opener,
    commands,
    exercises,
    queue,
    scores,
    openingOf,
    review,
    lines,
  };
}
