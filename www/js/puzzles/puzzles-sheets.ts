// The sheets of the puzzles' page, and the field for typed moves. Most are loaded when they are first used.

import type { Board } from "../board/index.ts";
import type { PageShell } from "../shell/create-page.ts";
import { byId } from "../ui/dom.ts";
import { createEndingsList } from "./endings-list.ts";
import { createChooser } from "./puzzle-chooser.ts";
import type { Commands } from "./puzzles-commands.ts";
import type { Model } from "./puzzles-model.ts";

export function createSheets(
  { i18n, lazily, announce }: PageShell,
  board: Board,
  model: Model,
  commands: Commands,
) {
  const loaded = () => {
    const parts = model.get().loaded;
    if (!parts) throw new Error("the puzzles are not loaded");
    return parts;
  };

  const chooser = createChooser(i18n, model, commands);
  const endings = createEndingsList(i18n, model, commands.openEnding);
  const useOverview = lazily(async () => {
    const { createPracticeSheet } = await import("./practice-sheet.ts");
    return createPracticeSheet(i18n, loaded().practice);
  });
  const usePicture = lazily(async () => {
    const { createPictureSheet } = await import("../share/picture-sheet.ts");
    return createPictureSheet(i18n);
  });
  const useHelp = lazily(async () => {
    const { createHelp } = await import("../shell/help.ts");
    return createHelp(i18n, "puzzles");
  });
  const useMoveEntry = lazily(async () => {
    const { createMoveEntry } = await import("../shell/move-entry.ts");
    return createMoveEntry(i18n, {
      Game: loaded().Game,
      board,
      after: byId("line"),
      announce,
      position: () => model.room?.position ?? { startFen: null, moves: [] },
      refusal: (move) => model.room?.refusal(move),
      play: (move) => void model.room?.move(move),
    });
  });

  return {
    /** Opens the sheet of the section: the list of puzzles, the list of endings, or the sets of the practice. */
    choose() {
      const { section } = model.get();
      const { course, puzzles } = loaded();
      if (section === "practice") void useOverview((sheet) => sheet.show());
      else if (section === "endings") endings.show();
      else void chooser.show(course, puzzles.puzzle).catch(commands.reportNotLoaded);
    },
    /** Opens the sheet with a picture of the board, such as a puzzle for a worksheet. */
    takePicture() {
      const { section } = model.get();
      const { puzzles, endings: game } = loaded();
      const names = {
        puzzles: `puzzle-${puzzles.puzzle?.number}`,
        endings: `ending-${game.ending?.id}`,
        practice: "practice",
      };
      const name = names[section];
      void usePicture((sheet) => sheet.show({ board: board.state, shapes: [], name }));
    },
    help: () => useHelp((sheet) => sheet.show()),
    typeMove: () => useMoveEntry((field) => field.show()),
    /** Updates open sheets after a change of the language. */
    update() {
      chooser.update();
      endings.update();
      useOverview.part?.update();
    },
  };
}
