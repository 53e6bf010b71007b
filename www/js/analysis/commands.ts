// The person's commands on the study: commands that change its tree, and commands that open a sheet. The code of a
// sheet is loaded when the sheet is first opened.

import type { LibraryClient } from "../database/library-client.ts";
import type { ReadFault } from "../rules/record-words.ts";
import { withGame } from "../rules/records.ts";
import type { Rules } from "../rules/records.ts";
import { boardLook } from "../shell/appearance.ts";
import { isMoreThanALine } from "../study/study-link.ts";
import { DIAGRAM, toggleSign } from "../study/signs.ts";
import {
  adjacentVariation,
  branchOf,
  inOrder,
  nodeAt,
  placeOf,
  siblingsOf,
} from "../study/tree.ts";
import { byId } from "../ui/dom.ts";
import type { ExerciseAdder } from "./add-exercises.ts";
import type { PageParts } from "./analysis-view.ts";
import { describeNode } from "./announcements.ts";
import { createLineClipboard, rangeBetween, rangeFrom } from "./line-clipboard.ts";
import type { NodeCommand } from "./node-menu.ts";
import type { StudyOpener } from "./open-study.ts";
import type { OpeningFinder } from "./opening-name.ts";
import { createStudySender, playAddress } from "./send-study.ts";
import type { StudyStorage } from "./study-storage.ts";
import type { EditKind } from "./study-history.ts";
import type { Study } from "./study.ts";

export interface CommandParts extends PageParts {
  rules: Rules;
  study: Study;
  storage: StudyStorage;
  openingOf: OpeningFinder;
  exercises: ExerciseAdder;
  opener: () => StudyOpener;
}

export type Commands = ReturnType<typeof createCommands>;

export function createCommands(parts: CommandParts) {
  const { page, model, board, view, rules, study, exercises, opener } = parts;
  const { storage, openingOf } = parts;
  const { i18n, t, notify, preferences, lazily } = page;
  const { owner } = model;
  const { markings } = view;
  const { Game } = rules;
  const notation = () => study.get().notation;
  const sender = createStudySender(
    { rules, study, i18n },
    () => board.board.state,
    () => exportSheet.part?.line() ?? "whole",
  );

  const clipboard = createLineClipboard(i18n, { rules, study, notify });

  const openSheet = lazily(async () => {
    const { createOpenDialog } = await import("../shell/open-record.ts");
    return createOpenDialog(i18n, {
      open: (data) => opener().take(data),
      openAll: view.showFiles,
      goBack: () => opener().goBack(),
      before: () => opener().describeBefore(),
    });
  });
  const studiesSheet = lazily(async () => {
    const { createMyStudies } = await import("./my-studies.ts");
    const beside = { rules, study, storage, openingOf, notify };
    return createMyStudies(i18n, { ...beside, opener: opener() });
  });
  const exportSheet = lazily(async () => {
    const { createStudyExport } = await import("./export-study.ts");
    return createStudyExport(i18n, sender, {
      notation,
      Game,
      data: study.data,
      board: () => board.board.state,
      toLibrary: () => studiesSheet((studies) => studies.openToLibrary()),
      print: () => void printing((printer) => void printer.print()),
    });
  });
  /** Prints the study. The part also listens to the browser's own commands to print. */
  const printing = lazily(async () => {
    const { createStudyPrint } = await import("./print-study.ts");
    const { data } = study;
    return createStudyPrint({ i18n, Game, preferences, data, notation, bottom: model.bottom });
  });
  const moveField = lazily(async () => {
    const { createMoveEntry } = await import("../shell/move-entry.ts");
    return createMoveEntry(i18n, {
      Game,
      board: board.board,
      after: byId("tree"),
      announce: page.announce,
      position: () => owner.mode?.position?.() ?? study.get().position,
      refusal: board.refusal,
      play: board.play,
    });
  });
  const nodeMenu = lazily(async () => {
    const { createNodeMenu } = await import("./node-menu.ts");
    return createNodeMenu(i18n, run, markings.toggle);
  });
  const playSheet = lazily(async () => {
    const { createPlayOn } = await import("./play-on.ts");
    return createPlayOn(i18n, ({ mode, side }) => {
      location.href = playAddress(study.data(), mode, side);
    });
  });
  const editor = lazily(async () => {
    const { createEditor } = await import("../editor/editor-sheet.ts");
    const look = () => boardLook(preferences.settings, preferences.theme);
    const play = (fen: string) => void opener().begin(fen || null);
    const command = "analysis.do.setup.command";
    return createEditor({ i18n, rules, store: study }, { look, play, command });
  });
  const openingsSheet = lazily(async () => {
    const { createOpeningsSheet } = await import("./openings-sheet.ts");
    return createOpeningsSheet(i18n, {
      openings: () => Game.openings(),
      write: (moves) => write(null, moves),
      notation,
      choose(moves) {
        playLine(moves);
        afterOpening?.();
        afterOpening = null;
      },
    });
  });
  /** Called after the person has chosen an opening. */
  let afterOpening: (() => void) | null = null;
  const learnSheet = lazily(async () => {
    const { createLearnSheet } = await import("./learn-line.ts");
    return createLearnSheet(i18n, { ...exercises, Game, data: study.data });
  });
  const mainLinesSheet = lazily(async () => {
    const { createMainLines } = await import("./main-lines.ts");
    return createMainLines({ ...parts, write, findOpening });
  });

  /**
   * Formats moves in the chosen notation. `fen` is the position before them; null for the standard starting position.
   */
  const write = (fen: string | null, moves: string[]): string[] =>
    withGame(new Game(fen, moves), (game) => game.notation(notation()));

  /**
   * Adds a line from the standard starting position, and goes to its end. If the open study starts from another
   * position, begins a new study.
   */
  function playLine(moves: string[]) {
    if (study.get().startFen !== null) opener().begin(null);
    study.go(study.addLine(0, moves));
  }

  /** Opens the sheet that finds an opening. `then` is called after the person has chosen one. */
  function findOpening(then: (() => void) | null = null) {
    afterOpening = then;
    return openingsSheet((sheet) => sheet.show());
  }

  /** Opens the sheet that turns the line of a node into exercises. */
  const learn = (node: number) => learnSheet((sheet) => sheet.show(node, model.bottom()));

  function run(command: NodeCommand, node: number) {
    if (command === "remove") return remove(node);
    if (command === "wipe") return markings.wipe(node);
    if (command === "learn") return void learn(node);
    if (command === "diagram")
      return study.mark(node, {
        signs: toggleSign(nodeAt(study.get().nodes, node).signs, DIAGRAM),
      });
    if (command === "copy") return void clipboard.copyToSystem({ first: node, last: null });
    if (command === "copyTo") {
      const { nodes, at } = study.get();
      return void clipboard.copyToSystem(rangeBetween(nodes, at, node));
    }
    if (command === "paste") return void clipboard.pasteFromSystem(node);
    if (command !== "comment") return study[command](node);
    study.go(node);
    view.editComment();
  }

  /** Reports what was undone or redone; `kind` is null if there was nothing. */
  function reportHistory(kind: EditKind | null, direction: "undo" | "redo") {
    if (kind) notify(t(`analysis.${direction}.done`, { what: t(`analysis.edit.${kind}`) }));
    else page.announce(t(`analysis.${direction}.none`));
  }

  /** Moves the variation of a node one place up (-1) or down (1). */
  function order(node: number, direction: 1 | -1) {
    const { nodes } = study.get();
    const moved = branchOf(nodes, node) ?? node;
    const place = placeOf(nodes, moved) + direction;
    if (moved === 0 || place < 0 || place >= siblingsOf(nodes, moved).length)
      return page.announce(t("analysis.order.none"));
    moveTo(moved, place);
  }

  /** Moves a node to a place among its siblings. */
  function moveTo(node: number, place: number) {
    study.moveTo(node, place);
    const { nodes } = study.get();
    const count = siblingsOf(nodes, node).length;
    const move = describeNode(study, node, i18n);
    page.announce(t("analysis.order.said", { move, place: placeOf(nodes, node) + 1, count }));
  }

  function remove(node: number) {
    const { nodes, texts } = study.get();
    const before = inOrder(nodes).length;
    const name = describeNode(study, node, i18n);
    const onAction = study.remove(node);
    const count = before - inOrder(study.get().nodes).length;
    const describe = (move: string) => t("analysis.removed", { move, count });
    notify(describe(i18n.move(texts[node] ?? "")), {
      spoken: describe(name),
      ms: 20_000,
      label: t("analysis.undo"),
      onAction,
    });
  }

  return {
    write,
    /** Loads what prints the study, so that the browser's own commands to print find it ready. */
    preparePrint: () =>
      import("./print-study.ts").then(
        () => printing(() => {}),
        () => {}, // the button to print tries again, and reports a failure
      ),
    undo: () => reportHistory(study.undo(), "undo"),
    redo: () => reportHistory(study.redo(), "redo"),
    /** Returns the selected moves as text, or the current move with all after it; null if there are none. */
    copy() {
      const { nodes, at } = study.get();
      return clipboard.copy(view.selection.range() ?? rangeFrom(nodes, at));
    },
    /** Adds a copied line after the current move. */
    paste: (text: string) => clipboard.paste(text),
    order: (direction: 1 | -1) => order(study.get().at, direction),
    moveTo,
    learn: () => learn(study.get().at),
    openMenu: (node: number) =>
      nodeMenu((sheet) => sheet.show(study.get(), node, describeNode(study, node, i18n))),
    findOpening: () => findOpening(),
    /** Opens the sheet with the main lines of the position on the board. */
    learnMainLines: (library: LibraryClient) =>
      mainLinesSheet((sheet) => sheet.show(library, model.bottom())),
    setUp: () => editor((sheet) => sheet.show("")),
    async playOn() {
      if (study.get().position.verdict.result === "ongoing")
        await playSheet((sheet) => sheet.show());
    },
    openRecord: () => openSheet((sheet) => sheet.show()),
    showStudies: () => studiesSheet((sheet) => void sheet.show()),
    closeOpenSheet: () => openSheet.part?.done(),
    /** Opens the sheet for opening a game, and shows in it why dropped or pasted data cannot be read. */
    refuseRecord: (data: string | File, fault: ReadFault) =>
      openSheet((sheet) => sheet.refuse(data, fault)),
    exportStudy() {
      const data = study.data();
      const isVariation = branchOf(data.nodes, data.at) !== null;
      return exportSheet((sheet) => sheet.show(isMoreThanALine(data), isVariation));
    },
    /**
     * Opens the field for typed moves. The field is inserted after the mode's `typingAnchor` if there is one, else
     * after the tree.
     */
    async typeMove() {
      const anchor = owner.mode?.typingAnchor?.();
      if (!anchor) await view.showPart("tree");
      await moveField((field) => field.show(anchor));
    },
    /** Goes to the previous (-1) or the next (1) variation. */
    goAside(direction: 1 | -1) {
      const { nodes, at } = study.get();
      const node = adjacentVariation(nodes, at, direction);
      if (node !== null) study.go(node);
    },
  };
}
