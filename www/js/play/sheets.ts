// The parts of the page that are fetched when they are first used.

import type { BoardTurning } from "../core/game-record.ts";
import { notationOf } from "../core/languages.ts";
import { boardLook } from "../shell/appearance.ts";
import { lazily } from "../shell/lazily.ts";
import type { createPointer } from "./board-marks.ts";
import type { FirstBoard } from "./first-board.ts";
import type { WarnedEvent } from "./game-events.ts";
import type { MenuCommands } from "./panels/menu.ts";
import type { NewGameCommands } from "./panels/new-game.ts";
import type { Model } from "./play-model.ts";

export interface SheetCommands extends Omit<MenuCommands, "setup">, NewGameCommands {
  setup(fen?: string): void;
  /** Starts a game of two people. */
  sit(turning: BoardTurning): void;
  /** Opens the new-game sheet with a position. */
  newGame(fen: string): void;
  /** Plays the move of a warning, or puts the piece back. */
  decide(warned: WarnedEvent, plays: boolean): void;
}

interface SheetParts {
  pointer: ReturnType<typeof createPointer>;
  commands: () => SheetCommands;
}

export function createSheets(
  { page, games, refereeing }: Model,
  { board, theme }: FirstBoard,
  { pointer, commands }: SheetParts,
) {
  const { store, i18n } = page;
  return {
    hint: lazily(page, async () => {
      const { createHint } = await import("./hint.ts");
      return createHint(page);
    }),
    menu: lazily(page, async () => {
      const { createMenu } = await import("./panels/menu.ts");
      return createMenu(i18n, commands(), refereeing.isRepeated);
    }),
    confirmUndo: lazily(page, async () => {
      const { createConfirmUndo } = await import("./panels/confirm-undo.ts");
      return createConfirmUndo(i18n, () => page.controller.undo());
    }),
    speech: lazily(page, async () => {
      const { createSpeech } = await import("./speech.ts");
      return createSpeech(page);
    }),
    seating: lazily(page, async () => {
      const { createSeating } = await import("./panels/seating.ts");
      return createSeating(i18n, commands().sit);
    }),
    help: lazily(page, async () => {
      const { createHelp } = await import("../shell/help.ts");
      return createHelp(i18n);
    }),
    typing: lazily(page, async () => {
      const { createTyping } = await import("./typing.ts");
      return createTyping(page, board, (squares) => squares.length > 0 && pointer.point(squares));
    }),
    editor: lazily(page, async () => {
      const { createEditor } = await import("../editor/editor-sheet.ts");
      return createEditor(page, {
        look: () => boardLook(store.get().settings, theme()),
        play: (fen) => commands().newGame(fen),
      });
    }),
    newGame: lazily(page, async () => {
      const { createNewGameDialog } = await import("./panels/new-game.ts");
      return createNewGameDialog(i18n, commands());
    }),
    open: lazily(page, async () => {
      const { createOpenDialog } = await import("../shell/open-record.ts");
      const { take, goBack, describeBefore } = games;
      return createOpenDialog(i18n, { open: take, goBack, before: describeBefore });
    }),
    export: lazily(page, async () => {
      const { createExportDialog } = await import("../share/export-record.ts");
      return createExportDialog(i18n, {
        write: games.write,
        shared: () => games.shared(board.state),
        notation: () => notationOf(store.get().settings),
      });
    }),
    warning: lazily(page, async () => {
      const { createWarning } = await import("./panels/warning.ts");
      return createWarning(i18n, {
        decide: commands().decide,
        showReferee: refereeing.showWarned,
      });
    }),
  };
}

export type Sheets = ReturnType<typeof createSheets>;
