// Wiring of the analysis page: makes the parts, tells each about the others, and starts.

import { createBoard } from "../board/index.ts";
import { notationOf } from "../core/languages.ts";
import { boardLook, playLook } from "../shell/appearance.ts";
import { bindDropAndPaste } from "../shell/drop-and-paste.ts";
import { createPage } from "../shell/create-page.ts";
import { rulesetOf } from "../rules/records.ts";
import { withDefaultRuleset } from "../rules/rules.ts";
import { createGridWords } from "../shell/grid-words.ts";
import { nextTask } from "../core/scheduling.ts";
import { byId, setText } from "../ui/dom.ts";
import { bindKeys } from "../ui/shortcuts.ts";
import { squareIndex } from "../core/xiangqi.ts";
import { createStorage } from "../shell/storage.ts";
import { isMoreThanALine } from "../study/study-link.ts";
import { createAbout } from "./about.js";
import { createCommands } from "./commands.js";
import { createComment } from "./comment.js";
import { createToolbar } from "./toolbar.js";
import { createExercising } from "./exercising.js";
import { createExplorer } from "./explorer.js";
import { createMoveScores } from "./explorer-scores.js";
import { createEngineQueue } from "./engine-queue.js";
import { engineLoader, secondEngine } from "./engine-loader.js";
import { createFiles } from "./file-list.js";
import { keepStudies } from "./keeping.js";
import { createMarkings } from "./markings.js";
import { bindReferee } from "./repetition-button.js";
import { createNamer, createOpeningName } from "./opening-name.js";
import { createReviewMount } from "./review/mount.ts";
import { reveal, showOpened } from "./scroll-into-view.js";
import { createBoardOwner } from "./board-owner.js";
import { createStatusLine } from "./status-line.js";
import { createNavigation } from "./navigation.js";
import { createStudy } from "./study.js";
import { createAnnouncements } from "./announcements.js";
import { besides, createTreePanel } from "./tree-panel.js";
import { branchOf } from "../study/tree.ts";
import { createStudyOpener } from "./open-study.js";
import { createStudySender } from "./send-study.js";

/** @typedef {import("./study.js").Study} Study */

const storage = createStorage(() => localStorage);
const page = createPage({
  words: (lang) => new URL(`../../locales/analysis/${lang}.json`, import.meta.url),
  title: "analysis.title",
  sheet: { switches: ["sound", "showDests"], engine: true },
  storage,
  show() {
    study?.write(notation());
    explorer.redraw();
    changed();
  },
});
const { i18n, t, notify, announce, toast, preferences, sound, lazily } = page;
const gridWords = createGridWords(i18n, announce, ["grid.help", "grid.help.type"]);

const keep = keepStudies(notify, t, () => rules);

/** @type {Study|null} there when the rules are */
let study = null;
/** @type {ReturnType<typeof createStudyOpener>|null} */
let studyOpener = null;
/** @type {ReturnType<typeof createStudySender>|null} */
let studySender = null;
/** @type {import("../rules/records.ts").Rules|null} */
let rules = null;
/** @type {import("./exercising.js").Exercising|null} */
let exercising = null;
let flipped = false;
/** @type {ReturnType<typeof createReviewMount>|null} */
let review = null;
/** What others draw on the board. @type {import("../board/arrows.ts").Arrow[]} */
let arrows = [];
/** @type {"none"|"loaded"|"failed"} */
let network = "none";
/** The engine's lines, when they are there. @type {ReturnType<typeof import("./lines/index.ts").createLines>|null} */
let lines = null;

const board = createBoard(byId("board"), {
  ...playLook(preferences),
  placement: ".".repeat(90),
  movable: "both",
  onMove: (/** @type {string} */ from, /** @type {string} */ to) => play(from + to),
  onRefused: (/** @type {string} */ from, /** @type {string} */ to) => refuse(from, to),
  onSelect: (/** @type {string|null} */ square) => square && sound.play("pick"),
  onOutOfTurn: page.notifyTurn,
});

/** A person plays on the board: along the tree, or a new branch of it. @param {string} move */
function play(move) {
  if (!study) return;
  if (owner.mode) return owner.mode.move?.(move);
  const { placement } = study.get().position;
  study.play(move);
  const now = study.get().position;
  const took = placement.replaceAll(".", "").length > now.placement.replaceAll(".", "").length;
  const over = now.verdict.result !== "ongoing";
  sound.play(over ? "end" : now.check ? "check" : took ? "capture" : "move");
}

/** The board would not have a move: say why. @param {string} from @param {string} to */
function refuse(from, to) {
  const { mode } = owner;
  const reason = mode ? mode.refusal?.(from + to) : study?.refusal(from + to)?.reason;
  page.refuse(reason, board.state.placement[squareIndex(from)]);
}

const notation = () => notationOf(preferences.settings);
/** Who has the board. */
const owner = createBoardOwner(() => changed());
const steps = createNavigation(byId("steps"), i18n, {
  state: () => study?.get() ?? null,
  mode: () => owner.mode,
  go: (node) => study?.go(node),
  flip: () => turnBoard(!flipped),
});
const statusLine = createStatusLine(byId("standing"), i18n);
const markings = createMarkings(
  { board: byId("board"), bar: byId("steps"), said: byId("comment") },
  {
    i18n,
    board,
    study: () => study,
    inMode: () => owner.mode !== null,
    changed: () => showBoard(),
    announce,
  },
  steps.does,
);
const treePanel = createTreePanel(byId("tree"), i18n, {
  go: (node) => study?.go(node),
  menu: (node) => void commands.menu(node),
  settings: () => preferences.settings,
});
const openingName = createOpeningName(byId("tree"), i18n, () => void commands.openings());
/** What the engine thinks of the explorer's moves. @type {import("./explorer-scores.js").MoveScores|null} */
let moveScores = null;
/** @type {ReturnType<typeof createNamer>} */
let nameOf = () => null;
const about = createAbout(byId("tree-area"), i18n);
const files = createFiles(byId("tree-area"), i18n, {
  take: async (file, first) => (await studyOpener?.take(file, first)) ?? null,
  opened: () => study?.get().study ?? 0,
  notify: (words) => notify(words, { ms: 12_000 }),
});
const explorer = createExplorer(byId("tree-area"), i18n, {
  notation,
  write,
  play: (move) => study?.play(move),
  open: async (...game) => studyOpener?.takeGame(...game),
  scores: () => moveScores,
});
const comment = createComment(byId("comment"), i18n, (node, text) => study?.comment(node, text));
const toolbar = createToolbar(byId("controls"), i18n, {
  new: () => studyOpener?.begin(null),
  open: () => openRecord(),
  setup: () => void commands.setup(),
  export: () => openExport(),
  learn: () => void commands.learn(),
  play: () => void commands.playOn(),
});
const opening = lazily(async () => {
  const { createOpenDialog } = await import("../shell/open-record.ts");
  return createOpenDialog(i18n, {
    open: async (data) => (await studyOpener?.take(data)) ?? null,
    openAll: files.show,
    goBack: () => studyOpener?.goBack(),
    before: () => studyOpener?.sayTheOneBefore() ?? null,
  });
});
const exporting = lazily(async () => {
  const { createExport } = await import("./export-study.js");
  const ways = () => /** @type {ReturnType<typeof createStudySender>} */ (studySender);
  return createExport(i18n, ways, () => notationOf(preferences.settings));
});

const typing = lazily(async () => {
  const { createMoveEntry } = await import("../shell/move-entry.ts");
  return createMoveEntry(i18n, {
    Game: /** @type {import("../rules/records.ts").Rules} */ (rules).Game,
    board,
    after: byId("tree"),
    announce,
    position: () => owner.mode?.position?.() ?? /** @type {Study} */ (study).get().position,
    refusal: (move) => (owner.mode ? owner.mode.refusal?.(move) : study?.refusal(move).reason),
    play,
  });
});

/** Moves are typed beside the list of moves, or where the mode shows its own. */
async function type() {
  if (!rules) return;
  const beside = owner.mode?.typingAnchor?.();
  if (!beside) await turnTo("tree");
  await typing((field) => field.show(beside));
}

const commands = createCommands({
  i18n,
  notify,
  rules: () => rules,
  study: () => study,
  look: () => boardLook(preferences.settings, preferences.theme),
  begin: (fen) => studyOpener?.begin(fen),
  settings: () => preferences.settings,
  markings,
  exercising: () => exercising,
  bottom: () => side(),
  comment() {
    render();
    comment.focus();
  },
});

const openRecord = () => studyOpener && opening((sheet) => sheet.show());

/** With a choice of what a link holds, where there is one. */
function openExport() {
  const data = study?.data();
  if (data)
    void exporting((sheet) =>
      sheet.show(isMoreThanALine(data), branchOf(data.nodes, data.at) !== null),
    );
}

/** At the bottom of the board. @returns {import("../core/xiangqi.ts").Side} */
const side = () => (flipped ? "black" : "red");

const flip = () => turnBoard(!flipped);

/** @param {boolean} next Black at the bottom */
function turnBoard(next) {
  flipped = next;
  changed();
}

/** To the variation before or after. @param {1|-1} away */
function aside(away) {
  if (!study) return;
  const { nodes, at } = study.get();
  const node = besides(nodes, at, away);
  if (node !== null) study.go(node);
}

let frame = 0;
let resumed = false;
/** The study that was shown last. @type {unknown} */
let shownStudy = null;

/** At most once per frame, however much happened; the board at once, so that it is never behind. */
function changed() {
  showBoard();
  save();
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    render();
  });
}

/** With every change, so that nothing is ever lost. Not before it is known what there was. */
function save() {
  if (study && resumed) keep.save({ data: study.data(), flipped });
}

function showBoard() {
  if (!study) return;
  const { placement, turn, dests, lastMove, check } = study.get().position;
  board.set({
    placement,
    turn,
    dests,
    lastMove,
    check,
    movable: "both",
    orientation: side(),
    arrows: ownArrows(),
    overlay: owner.mode ? null : markings.overlay(),
    ...owner.mode?.board(),
    label: t("board.label"),
    words: gridWords(),
  });
}

function render() {
  if (!study || !i18n.ready) return;
  const state = study.get();
  steps.update(state);
  statusLine.update(state);
  if (owner.mode) setText(byId("standing"), owner.mode.status());
  byId("page").toggleAttribute("data-mode", owner.mode !== null);
  about.update(state);
  files.update();
  treePanel.update(state);
  review?.update();
  openingName.update(nameOf(state.startFen, state.position.moves));
  comment.update(state);
  explorer.update(state.position.fen);
  markings.update(state);
  toolbar.update(state);
  lines?.update();
  board.set(playLook(preferences));
  if (state.study === shownStudy) return;
  shownStudy = state.study;
  explorer.stayInPlace();
  showOpened(byId("tree-area"));
}

/** Moves or review, where there is not room for both. @param {string} part */
async function turnTo(part) {
  byId("page").dataset.part = part;
  for (const tab of byId("parts").querySelectorAll("button"))
    tab.ariaCurrent = tab.dataset.part === part ? "true" : null;
  if (part === "review") await review?.turnTo();
}

/** Into the page or into the sheet that is for it, beside no other sheet. */
function mayTakeIn() {
  const open = document.querySelector("dialog:modal");
  return studyOpener !== null && (!open || open.id === "open-dialog");
}

function listen() {
  for (const tab of byId("parts").querySelectorAll("button"))
    tab.addEventListener("click", async () => {
      const { part = "tree" } = tab.dataset;
      await turnTo(part);
      requestAnimationFrame(() => reveal(byId(part === "review" ? "review" : "tree-area")));
    });
  bindDropAndPaste({
    ready: mayTakeIn,
    take: (data) => void studyOpener?.takeIn(data),
    takeAll: files.show,
    hover: (over) => (byId("drop").hidden = !over),
  });
  addEventListener("storage", (event) => studyOpener?.followTab(event));
  addEventListener("hashchange", () => studyOpener?.followLink());
  bindKeys({
    ArrowLeft: steps.does.back,
    ArrowRight: steps.does.on,
    ArrowUp: () => aside(-1),
    ArrowDown: () => aside(1),
    Home: steps.does.first,
    End: steps.does.last,
    f: flip,
    o: openRecord,
    e: openExport,
    c: comment.focus,
    l: () => lines?.toggle(),
    x: () => lines?.threat(),
    s: page.toggleSound,
    b: () => board.focus(),
    "/": () => void type(),
    "Ctrl+z": () => commands.restore(),
    ...markings.keys,
    Escape: () => toast.hide(),
  });
}

/**
 * The panels of others, each a file of its own, fetched when the page stands.
 * @param {Study} open @param {import("./engine-queue.js").EngineQueue} queue @param {import("../rules/records.ts").Rules} rules
 */
async function mountOthers(open, queue, { Game }) {
  const { createLines } = await import("./lines/index.ts");
  lines = createLines(byId("lines"), {
    i18n,
    study: open,
    queue,
    Game,
    notation,
    look: () => ({ ...boardLook(preferences.settings, preferences.theme), orientation: side() }),
    bar: byId("balance"),
    network,
    onArrows: draw,
    announce,
  });
}

/** A move in words. @param {string} fen @param {string} move */
function write(fen, move) {
  const { Game } = /** @type {import("../rules/records.ts").Rules} */ (rules);
  const game = new Game(fen, [move]);
  const [words] = game.notation(notation());
  game.free();
  return words;
}

/** What became of the engine's network. @param {"loaded"|"failed"} state */
function judge(state) {
  network = state;
  lines?.judge(state);
}

/** @param {Study} open @param {Pick<import("./review/index.ts").ReviewParts, "queue"|"second"|"exercising">} engines @param {import("../rules/rules.ts").GameClass} Game */
function mountReview(open, engines, Game) {
  const settle = () => board.flushAnimation();
  const own = { notation, play: sound.play, settle, announce, toBoard: () => board.focus() };
  return createReviewMount(
    { i18n, study: open, ...engines, Game, owner, ...own },
    {
      game: () => storage.loadGame()?.game,
      mounted: changed,
      failed: () => notify(t("notice.partFailed"), { ms: 8000 }),
    },
  );
}

/** @param {typeof arrows} next */
function draw(next) {
  arrows = next;
  // A mode may show arrows of its own.
  if (study && !owner.mode?.board().arrows) board.set({ arrows: ownArrows() });
}

/** Those of the study. */
const ownArrows = () => (owner.marks.length > 0 ? owner.marks : arrows);

async function start() {
  const loaded = await page.begin();
  // In portions, none of which can be seen or used before the last one.
  await nextTask();
  const kept = await keep.load();
  const opened = createStudy(loaded, notationOf(preferences.settings));
  await nextTask();
  rules = loaded;
  study = opened;
  nameOf = createNamer(loaded.Game);
  exercising = createExercising(i18n, { notify, data: opened.data, nameOf });
  study.subscribe(owner.follow);
  study.subscribe(changed);
  const told = createAnnouncements(i18n, { study, announce, comment });
  told.follow(study.get());
  study.subscribe(told.follow);
  studyOpener = createStudyOpener(
    { rules, study, keep, i18n, notify, turn: turnBoard },
    {
      opened: () => opening.part?.done(),
      refused: (data, fault) => void opening((sheet) => sheet.refuse(data, fault)),
    },
  );
  studySender = createStudySender(
    rules,
    study,
    () => board.state,
    () => exporting.part?.line() ?? "whole",
  );
  bindReferee(byId("tree-area"), {
    i18n,
    study,
    Game: rules.Game,
    look: () => ({ ...preferences, bottom: board.state.orientation }),
    notify,
  });
  const ruleset = () => rulesetOf(opened.get().tags);
  const queue = createEngineQueue(
    engineLoader(loaded.module, notify, t, {
      preferences,
      onNetwork: judge,
      onRenewed: () => lines?.renew(),
    }),
    ruleset,
  );
  const second = secondEngine(loaded.module, t, ruleset);
  moveScores = createMoveScores(queue, second);
  const engines = { queue, second };
  review = mountReview(study, { ...engines, exercising }, withDefaultRuleset(loaded.Game, ruleset));
  listen();
  void turnTo("tree");
  const handing = studyOpener.resume(kept);
  resumed = true;
  changed();
  await handing;
  if (studyOpener.isAskedToOpen()) void openRecord();
  void mountOthers(study, queue, loaded).catch(() => notify(t("notice.partFailed"), { ms: 8000 }));
}

const ready = page.run(start, "analysis.loadFailed");

// For scripts that look from outside.
Object.assign(globalThis, {
  chuheAnalysis: {
    ready,
    board,
    get study() {
      return study;
    },
    get lines() {
      return lines;
    },
    get review() {
      return review?.panel;
    },
  },
});
