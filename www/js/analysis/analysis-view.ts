// The elements of the analysis page around the board, and how they show the state. They are created before the rules
// are loaded, because the first paint should contain them.

import { notationOf } from "../core/languages.ts";
import { oncePerFrame } from "../core/scheduling.ts";
import { playLook } from "../shell/appearance.ts";
import type { PageShell } from "../shell/create-page.ts";
import { byId, setText } from "../ui/dom.ts";
import type { AnalysisBoard } from "./analysis-board.ts";
import type { Model } from "./analysis-model.ts";
import { describeNode } from "./announcements.ts";
import { createCommentField } from "./comment-field.ts";
import { createExplorer } from "./explorer.ts";
import { createFileList } from "./file-list.ts";
import { createGameHeading } from "./game-heading.ts";
import { createLibraryAccess } from "./library-access.ts";
import { createListedGamesBar } from "./listed-games-bar.ts";
import { createMarkings } from "./markings.ts";
import { createNavigation } from "./navigation.ts";
import { createOwnBookBox } from "./book-box.ts";
import { createOpeningName } from "./opening-name.ts";
import { showOpened } from "./scroll-into-view.ts";
import { createSolvedBox } from "./solved-box.ts";
import { createStatusLine } from "./status-line.ts";
import { createToolbar } from "./toolbar.ts";
import { createTreePanel } from "./tree-panel.ts";
import { createTreeSelection, describeSelection } from "./tree-selection.ts";
import { createUndoButtons } from "./undo-buttons.ts";

export type View = ReturnType<typeof createView>;

/** The parts that exist before the rules are loaded. */
export interface PageParts {
  page: PageShell;
  model: Model;
  board: AnalysisBoard;
  view: View;
}

/** Returns the tabs that choose the one part that a narrow window shows. */
export const partTabs = () => byId("parts").querySelectorAll("button");

/** Matches a window without room for the explorer beside the moves; they are shown one by one. As in explorer.css. */
const narrow = matchMedia(
  "not ((min-aspect-ratio: 7/5) and (min-width: 1180px) and (min-height: 560px))",
);
const isOneByOne = () => narrow.matches;

export function createView(page: PageShell, model: Model, { board, show }: AnalysisBoard) {
  const { i18n, notify, announce, preferences } = page;
  const { owner } = model;
  const treeArea = byId("tree-area");
  const navigation = createNavigation(byId("steps"), i18n, {
    state: () => model.study?.get() ?? null,
    mode: () => owner.mode,
    go: (node) => model.study?.go(node),
    flip: model.flip,
  });
  const statusLine = createStatusLine(byId("standing"), i18n);
  const hosts = { board: byId("board"), bar: byId("steps"), comment: byId("comment") };
  const markings = createMarkings(hosts, {
    i18n,
    board,
    study: () => model.study,
    isInMode: () => owner.mode !== null,
    drawBoard,
    announce,
    steps: navigation.steps,
  });
  const tree = createTreePanel(byId("tree"), i18n, {
    go: (node) => model.study?.go(node),
    menu: (node) => model.session?.commands.openMenu(node),
    select: (node) => selection.select(node),
    order: (node, place) => model.session?.commands.moveTo(node, place),
    edit: () => comment.focus(),
  });
  const selection = createTreeSelection(byId("tree"), {
    state: () => model.study?.get() ?? null,
    onSelect: (range, state) => announce(describeSelection(range, state, i18n)),
  });
  const openingName = createOpeningName(byId("tree"), i18n, () =>
    model.session?.commands.findOpening(),
  );
  const heading = createGameHeading(treeArea, i18n);
  const files = createFileList(treeArea, i18n, {
    take: async (file, first) => (await model.session?.opener.take(file, first)) ?? null,
    openGame: async (pgn) => (await model.session?.opener.openGame(pgn)) ?? null,
    opened: () => model.study?.get().study ?? 0,
    notify: (words) => notify(words, { ms: 12_000 }),
  });
  const library = createLibraryAccess();
  const listed = createListedGamesBar(treeArea, i18n, {
    library,
    openGame: model.libraryGame,
    open: async (...game) => model.session?.opener.openLibraryGame(...game, ""),
    notify,
    announce,
  });
  const write = (fen: string, move: string) => model.session?.commands.write(fen, [move])[0] ?? "";
  const notation = () => notationOf(preferences.settings);
  const play = (move: string) => model.study?.play(move);
  const solved = createSolvedBox(byId("tree"), i18n, { notation, write, play });
  const explorer = createExplorer(treeArea, i18n, {
    library,
    notation,
    write,
    play,
    open: async (...game) => model.session?.opener.openLibraryGame(...game),
    scores: () => model.session?.scores ?? null,
    announce,
    hold() {
      const queue = model.session?.queue;
      return queue?.owner === null ? queue.claim("explorer") : () => {};
    },
    learn: (client) => model.session?.commands.learnMainLines(client),
    toggled: showTabs,
  });
  const ownBook = createOwnBookBox(treeArea, {
    page,
    Game: () => model.session?.rules.Game ?? null,
    study: () => model.study,
    notation,
    write,
  });
  const comment = createCommentField(byId("comment"), i18n, {
    now: () => model.study?.get() ?? null,
    describe: ({ at }) => (model.study ? describeNode(model.study, at, i18n) : ""),
    write: (node, text) => model.study?.comment(node, text),
    end: () => model.study?.endComment(),
  });
  const undoButtons = createUndoButtons(byId("comment"), i18n, {
    next: () => model.study?.nextEdits() ?? { undo: null, redo: null },
    undo: () => model.session?.commands.undo(),
    redo: () => model.session?.commands.redo(),
  });
  const toolbar = createToolbar(byId("controls"), i18n, {
    new: () => model.session?.opener.begin(null),
    open: () => model.session?.commands.openRecord(),
    mine: () => model.session?.commands.showStudies(),
    setup: () => model.session?.commands.setUp(),
    export: () => model.session?.commands.exportStudy(),
    learn: () => model.session?.commands.learn(),
    play: () => model.session?.commands.playOn(),
  });

  /** Marks the tab of the part that is shown. */
  function showTabs() {
    const { part } = byId("page").dataset;
    const current = part === "tree" && isOneByOne() && explorer.isOpen() ? "explorer" : part;
    for (const tab of partTabs()) tab.ariaCurrent = tab.dataset.part === current ? "true" : null;
  }

  /** Focuses the field for a comment. Closes an explorer that has taken its place. */
  function focusComment() {
    if (isOneByOne()) explorer.show(false);
    comment.focus();
  }

  narrow.addEventListener("change", showTabs);

  function drawBoard() {
    show(markings.overlay());
  }

  let shownStudy: number | null = null;

  function render() {
    const { session } = model;
    if (!session || !i18n.ready) return;
    const state = session.study.get();
    navigation.update(state);
    statusLine.update(state);
    if (owner.mode) setText(byId("standing"), owner.mode.status());
    byId("page").toggleAttribute("data-mode", owner.mode !== null);
    heading.update(state);
    files.update();
    listed.update();
    selection.update();
    session.review.update();
    openingName.update(session.openingOf(state.startFen, state.position.moves));
    comment.update(state);
    void solved.update(state.position);
    undoButtons.update();
    ownBook.update(state);
    markings.update(state);
    toolbar.update(state);
    session.lines.part?.update();
    board.set(playLook(preferences));
    tree.update(state); // measures the page, so it comes after all changes
    if (state.study === shownStudy) return;
    // An opened game is shown in the place of the explorer.
    if (shownStudy !== null && isOneByOne()) explorer.show(false);
    shownStudy = state.study;
    explorer.stayInPlace();
    showOpened(treeArea);
  }

  const renderSoon = oncePerFrame(render);

  /**
   * Shows the state. Updates the board at once, because it must not lag behind the input. Updates everything else in
   * the next frame.
   */
  function update() {
    // The explorer asks before the engine's lines begin their search.
    if (model.study && i18n.ready) explorer.update(model.study.get().position.fen);
    drawBoard();
    model.save();
    renderSoon();
  }

  return {
    steps: navigation.steps,
    markings,
    selection,
    showFiles: files.show,
    showGames: files.showGames,
    /** Opens the previous or the next game of the library's list, or of the opened files. */
    stepGame: (direction: "back" | "on") =>
      listed.isShown() ? void listed.step(direction) : files.step(direction),
    update,
    /** Shows new evaluations of moves. */
    showValues: explorer.showValues,
    /** Updates everything after a change of the language or the settings. */
    refresh() {
      explorer.redraw();
      ownBook.redraw();
      void solved.redraw();
      update();
    },
    focusComment,
    /** Shows the current state at once instead of in the next frame, and focuses the comment field. */
    editComment() {
      render();
      focusComment();
    },
    /** Selects the part that a narrow window shows. A wide window shows all parts. */
    async showPart(part: string) {
      const isTree = part === "tree" || part === "explorer";
      byId("page").dataset.part = isTree ? "tree" : part;
      if (isTree && isOneByOne()) explorer.show(part === "explorer");
      showTabs();
      if (part === "review") await model.session?.review.turnTo();
    },
  };
}
