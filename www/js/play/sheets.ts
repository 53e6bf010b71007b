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
  /** Plays the move that was warned of, or puts the piece back. */
  decide(warned: WarnedEvent, plays: boolean): void;
}

export function createSheets(
  { page, games, refereeing }: Model,
  { board, theme }: FirstBoard,
  pointer: ReturnType<typeof createPointer>,
  commands: () => SheetCommands,
) {
  const { store, i18n } = page;
  return {
    hint: lazily(page, () => import("./hint.ts").then((part) => part.createHint(page))),
    menu: lazily(page, async () => {
      const part = await import("./panels/menu.ts");
      return part.createMenu(i18n, commands(), refereeing.isRepeated);
    }),
    confirmUndo: lazily(page, async () => {
      const part = await import("./panels/confirm-undo.ts");
      return part.createConfirmUndo(i18n, () => page.controller.undo());
    }),
    speech: lazily(page, () => import("./speech.ts").then((part) => part.createSpeech(page))),
    seating: lazily(page, async () => {
      const part = await import("./panels/seating.ts");
      return part.createSeating(i18n, commands().sit);
    }),
    help: lazily(page, () => import("../shell/help.ts").then((part) => part.createHelp(i18n))),
    typing: lazily(page, async () => {
      const part = await import("./typing.ts");
      const point = (squares: string[]) => squares.length > 0 && pointer.point(squares);
      return part.createTyping(page, board, point);
    }),
    editor: lazily(page, async () => {
      const part = await import("../editor/editor-sheet.ts");
      return part.createEditor(page, {
        look: () => boardLook(store.get().settings, theme()),
        play: (fen) => commands().newGame(fen),
      });
    }),
    newGame: lazily(page, async () => {
      const part = await import("./panels/new-game.ts");
      return part.createNewGameDialog(i18n, commands());
    }),
    open: lazily(page, async () => {
      const part = await import("../shell/open-record.ts");
      const { take, goBack, describeBefore } = games;
      return part.createOpenDialog(i18n, { open: take, goBack, before: describeBefore });
    }),
    export: lazily(page, async () => {
      const part = await import("../share/export-record.ts");
      return part.createExportDialog(i18n, {
        write: games.write,
        shared: () => games.shared(board.state),
        notation: () => notationOf(store.get().settings),
      });
    }),
    warning: lazily(page, async () => {
      const part = await import("./panels/warning.ts");
      return part.createWarning(i18n, {
        decide: commands().decide,
        showReferee: refereeing.showWarned,
      });
    }),
  };
}

export type Sheets = ReturnType<typeof createSheets>;
