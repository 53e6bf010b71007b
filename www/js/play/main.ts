// Wiring only: makes the parts, tells each about the others, and starts. What belongs to one topic is in the files beside it.

import { gameOf, readChoices } from "./game-options.ts";
import * as first from "./first-board.ts";
import { GameController } from "./game-controller.ts";
import { bindDropAndPaste } from "../shell/drop-and-paste.ts";
import { notationOf } from "../core/languages.ts";
import { boardLook } from "../shell/appearance.ts";
import { createCaution, withCautioned } from "./caution.ts";
import { bindClock } from "./clock-ticker.ts";
import { createPage } from "../shell/create-page.ts";
import { createOpponentEngine, isOverHttp } from "./opponent.ts";
import { createGames } from "./games.ts";
import { createEndCard } from "./end-card.ts";
import { createFirstGames } from "./first-games.ts";
import { createGridWords } from "../shell/grid-words.ts";
import { bindJudge } from "./evaluation.ts";
import { arrowsOf, createPointer } from "./board-marks.ts";
import { bindMusic } from "./background-music.ts";
import { createRating } from "./rated-games.ts";
import { createRefereeing } from "./repetitions.ts";
import { createSheets } from "./sheets.ts";
import { bindSeeThink } from "./see-think.ts";
import { bindTurningPoint } from "./lost-game.ts";
import { bindWhy } from "./why-question.ts";
import { createBalance } from "./panels/balance.ts";
import { createCaptureNote } from "./panels/capture.ts";
import { createControls } from "./panels/controls.ts";
import { byId } from "../ui/dom.ts";
import { bindKeys } from "../ui/shortcuts.ts";
import { createMoves } from "./panels/moves.ts";
import { createFlash } from "../ui/notice.ts";
import { createPlayers } from "./panels/players.ts";
import { createStart } from "./panels/start.ts";
import { loadRules } from "../rules/rules.ts";
import { soundOfMove } from "../shell/sound.ts";
import { bottomSide, isOver, isPaused, isPersonsTurn, undoTarget, withSettings } from "./state.ts";
import { isWorthKeeping } from "../core/game-record.ts";
import { SWITCHES } from "../shell/settings.ts";
import { describeEngineFault, describeRefusal } from "../core/words.ts";
import { splitMove } from "../core/xiangqi.ts";
import { sayEvent } from "./event-words.ts";

/** @import { BoardTurning } from "../core/game-record.ts" */
/** @import { State } from "./state.ts" */

const { store, storage, saved, board, theme } = first;
const shell = createPage({
  title: "page.title",
  storage,
  show: followSettings,
  onTranslated: () => first.onProblem((code) => notify(t(`notice.store.${code}`), { ms: 0 })),
  sheet: {
    switches: SWITCHES,
    engine: !isOverHttp(),
    rating: () => store.get().rating,
    progress: () => actions.progress(),
  },
});
const { i18n, t, toast, announce, notify, sound, preferences, lazily } = shell;
const flash = createFlash(byId("flash"));

const loading = loadRules();
/** @type {import("./context.ts").Page} */
const page = {
  store,
  storage,
  i18n,
  t,
  notify,
  announce,
  controller: new GameController({
    store,
    save,
    emit: onGameEvent,
    dangerOf: (move, rules) => caution.dangerOf(move, rules),
    loadEngine: async () => opponentEngine.load((await loading).module),
  }),
  rules: null,
  measure: null,
};
const opponentEngine = createOpponentEngine(page, preferences);
let choices = readChoices(storage.loadChoices() ?? saved?.game);
const rating = createRating(page, () => choices.level, {
  pictures: () => actions.pictures(),
  board: () => board.focus(),
});
const games = createGames(page, saved, rating, {
  opened: () => opening.part?.done(),
  refused: (data, fault) => void opening((open) => open.refuse(data, fault)),
});

/** What needs the rules is not there before them. @template {unknown[]} Args @param {(...args: Args) => unknown} act */
const whenReady =
  (act) =>
  /** @param {Args} args */
  (...args) => {
    if (store.get().ready) void act(...args);
  };

const actions = {
  new: () => beginning(),
  open: whenReady(() => opening((open) => open.show())),
  analyse: whenReady(() => games.analyse()),
  setup: whenReady((/** @type {string|undefined} */ fen = "") =>
    editing((editor) => editor.show(fen)),
  ),
  export: whenReady(() => exporting((sheet) => sheet.show())),
  undo: () => caution.takeBack() || takeBack(),
  redo: () => page.controller.redo(),
  flip: () => page.controller.flip(),
  moveNow: () => page.controller.moveNow(),
  retry: () => page.controller.retry(),
  look: () => store.update((state) => ({ ...state, resultSeen: true })),
  help: () => helping((help) => help.show()),
  type: whenReady(() => typing((field) => field.show())),
  play: () =>
    void rating.know(() => games.begin(gameOf({ ...choices, mode: "engine", fit: true }))),
  local: whenReady(() => seating((sheet) => sheet.ask(choices.turning))),
  sit: (/** @type {BoardTurning} */ turning) => begin({ ...choices, mode: "local", turning }, null),
  hint: whenReady(() => isPersonsTurn(store.get()) && hinting((hint) => hint())),
  pause: () => {
    if (isPaused(store.get())) page.controller.goOn();
    else page.controller.pause();
  },
  more: whenReady(() => menu((sheetOf) => sheetOf.show(store.get()))),
  draw: () => games.offerDraw(),
  resign: () => page.controller.resign(),
  restart: () => page.controller.restart(store.get().game.fits ? rating.opponent() : {}),
  playOn: () => page.controller.playOn(),
  exit: () => goToStart(),
  continue: () => leaveStart(),
  referee: () => refereeing.show(),
  again: () => games.again(),
  atLevel: (/** @type {number} */ level) => {
    remember({ ...choices, fit: false, level });
    games.again(level);
  },
  board: () => board.focus(),
  progress: () => rating.progress(),
  novice: () => rating.help(),
  pictures: () => {
    const isOn = preferences.settings.pieces === "pictogram";
    void shell.choose({ pieces: isOn ? "brush" : "pictogram" });
  },
};

const refereeing = createRefereeing(page, theme);
const { hinting, menu, insisting, speaking, helping, seating, veiling } = createSheets(
  page,
  actions,
  refereeing.may,
);
const typing = lazily(async () => {
  const { createTyping } = await import("./typing.ts");
  return createTyping(page, board, (squares) => squares.length > 0 && pointer.point(squares));
});
const editing = lazily(async () => {
  const { createEditor } = await import("../editor/editor-sheet.ts");
  return createEditor(page, {
    look: () => boardLook(store.get().settings, theme()),
    play: (fen) => beginning(fen),
  });
});
const pointer = createPointer(() => board);
const gridWords = createGridWords(i18n, announce, ["grid.help", "grid.help.type"]);
const noteCapture = createCaptureNote(byId("captures"), i18n);
const newGame = lazily(async () => {
  const { createNewGameDialog } = await import("./panels/new-game.ts");
  return createNewGameDialog(i18n, { start: begin, open: actions.open, setup: actions.setup });
});
const opening = lazily(async () => {
  const { createOpenDialog } = await import("../shell/open-record.ts");
  const { take, goBack, sayTheGameBefore } = games;
  return createOpenDialog(i18n, { open: take, goBack, before: sayTheGameBefore });
});
const exporting = lazily(async () => {
  const { createExportDialog } = await import("../share/export-record.ts");
  const shared = () => games.shared(board.state);
  const notation = () => notationOf(store.get().settings);
  return createExportDialog(i18n, { write: games.write, shared, notation });
});
const tellRule = createFirstGames(page);
const caution = createCaution(page, () => void shell.choose({ warnLoss: false }));
const repetitionDiagram = lazily(() => import("../ui/repetition-diagram.ts"));
const warning = lazily(async () => {
  const { createWarning } = await import("./panels/warning.ts");
  return createWarning(i18n, decide, refereeing.showWarned, () => store.get().game.ruleset);
});
const endCard = createEndCard(page, async (host) => {
  const { createResult } = await import("./panels/result.ts");
  return createResult(host, i18n, actions, repetitionDiagram, board);
});
const startScreen = createStart(i18n, actions, () => choices);
const panels = [
  startScreen,
  createPlayers(byId("player-top"), byId("player-bottom"), i18n, actions),
  createMoves(byId("moves"), i18n),
  createControls(byId("controls"), i18n, actions),
  createBalance(byId("balance"), i18n),
];

/** What the board is to show. @param {State} state @returns {ReturnType<typeof first.boardState>} */
const boardState = (state) => ({
  ...first.boardState(withCautioned(state)),
  arrows: arrowsOf(state),
  label: t("board.label"),
  words: i18n.ready ? gridWords() : null,
});

/** @param {string|null} square */
const losing = (square) => page.controller.losing(square);

/** What is set here, in another tab, or on a page that one comes back from. */
function followSettings() {
  const before = store.get().settings;
  const { settings } = preferences;
  store.update((state) => withSettings(state, settings));
  const isWrittenAnew = before.notation !== settings.notation || before.lang !== settings.lang;
  if (isWrittenAnew) rewrite();
  render();
}

/** Moves are written another way; a hint that was told in the old one goes. */
function rewrite() {
  page.controller.rewrite();
  if (store.get().hint?.status !== "told") return;
  store.update((state) => ({ ...state, hint: null }));
  toast.hide();
}

let frame = 0;
/** @type {unknown[]} what the board shows now */
let onBoard = [];

/** At most once per frame, however much happened. */
function schedule() {
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    render();
  });
}

function render() {
  const state = store.get();
  for (const panel of panels) panel.update(state);
  endCard.update(state);
  if (isPaused(state) && !veiling.part) void veiling((veil) => veil.update());
  const { position, game, settings: chosen, hint, candidates, caution: asked } = state;
  const spoken = i18n.ready && i18n.lang;
  const next = [position, game, chosen, state.ready, hint, candidates, asked, theme(), spoken];
  if (next.every((part, index) => part === onBoard[index])) return;
  onBoard = next;
  board.set({ ...boardState(state), risky: losing(board.state.selected) });
}

/** @param {import("./game-controller.ts").GameEvent} event */
function onGameEvent(event) {
  const state = store.get();
  if (event.type === "refused") return refuse(event);
  if (event.type === "warned") return void warn(event);
  if (event.type === "endangered") {
    leaveStart();
    return void caution.ask(event);
  }
  const words = sayEvent(event, state, i18n);
  if (words) announce(words);
  if (event.type === "engineFailed") {
    notify(describeEngineFault(event.error, i18n), { ms: 12_000 });
    return reportError(event.error);
  }
  if (event.type === "drawDeclined") return notify(t("draw.declined"));
  if (event.type === "drawOffered")
    return notify(t("draw.offered"), {
      ms: 20_000,
      label: t("draw.accept"),
      onAction: () => page.controller.agree(),
    });
  if (event.type !== "move" || event.by === "person") toast.clear(); // not before it can be read
  pointer.clear();
  if (event.type === "opened") {
    opponentEngine.askAgain();
    caution.forget();
  }
  if (event.type === "opened" || (event.type === "move" && event.by === "person")) leaveStart();
  if (event.type === "ended" || event.type === "move") {
    rating.count();
    void games.keep();
  }
  if (event.type === "move" && event.by === "person") rating.askBeside();
  if (event.type === "ended") sound.play("end");
  if (event.type === "move") onMove(event, state);
}

/** @param {import("./game-controller.ts").MoveEvent} event @param {State} state */
function onMove(event, state) {
  sound.play(soundOfMove(event, state.position));
  noteCapture(event, bottomSide(state));
  const check = state.position.check !== null;
  if (state.settings.speak) void speaking((say) => void say(event, check));
  const { verdict } = state.position;
  if (isOver(state) && i18n.has(`flash.${verdict.reason}`)) flash(t(`flash.${verdict.reason}`));
  else if (state.position.check && !isOver(state)) flash(t("status.check"));
}

/** Says why not, and shows who gives the check that was not answered. @param {import("./game-controller.ts").RefusedEvent} event */
function refuse(event) {
  if (event.checkers.length > 0) pointer.point(event.checkers);
  notify(describeRefusal(event, i18n));
}

function takeBack() {
  if (mustInsist()) void insisting((insist) => insist.ask());
  else page.controller.undo();
}

/** The person would like to take a move back where nothing is taken back. */
function mustInsist() {
  const state = store.get();
  const { settings: chosen, game } = state;
  return chosen.insist && game.mode === "engine" && undoTarget(state) !== null;
}

/** @typedef {import("./game-controller.ts").WarnedEvent} WarnedEvent */

/** Asks before a move that loses. Where it cannot be asked, or the game has gone on, the move is not played. @param {WarnedEvent} warned */
async function warn(warned) {
  const { game } = store.get();
  let isAsked = false;
  await warning((sheet) => {
    if (store.get().game !== game) return;
    sheet.ask(warned, game.ply);
    isAsked = true;
  });
  if (!isAsked) decide(warned, false);
}

/** The answer to a warning: the move is played all the same, or the piece goes back. @param {WarnedEvent} warned @param {boolean} playIt */
function decide({ from, to }, playIt) {
  if (playIt) page.controller.move(from, to, { knowingly: true });
  else board.set(boardState(store.get()));
}

/** Asks for a new game. @param {string} [fen] to start from */
function beginning(fen) {
  if (store.get().ready) void newGame((sheet) => sheet.open(store.get(), choices, fen));
}

/**
 * The new-game sheet was filled in; it is remembered for the next time.
 * @type {Parameters<typeof import("./panels/new-game.ts").createNewGameDialog>[1]["start"]}
 */
function begin(chosen, startFen) {
  const { mode, fits, level, turning, side, ...rest } = gameOf(chosen, startFen);
  const who = { mode, fits, level, turning, side };
  const open = () => games.begin(startFen === undefined ? who : { ...who, ...rest });
  const focus = () => queueMicrotask(() => board.focus()); // the sheet has closed by then
  if (fits && !rest.startFen && startFen !== undefined) {
    remember(chosen);
    // Before the first move, which may be the engine's.
    void rating.know(() => {
      open();
      focus();
    });
    return [];
  }
  const lines = open();
  if (lines.length > 0) return lines;
  remember(chosen);
  focus();
  return lines;
}

/** @param {typeof choices} chosen */
function remember(chosen) {
  choices = chosen;
  storage.saveChoices(chosen);
}

/** A first visit that has not begun to play is still a first visit after a reload. @type {typeof storage.saveGame} */
function save(game, placement, view) {
  if (!store.get().start || isWorthKeeping(game)) storage.saveGame(game, placement, view);
}

function goToStart() {
  store.update((state) => ({ ...state, start: true }));
  render();
  startScreen.focus();
}

/** The stored game is on its way to the board: nobody has chosen anything yet. */
let resuming = true;

/** The game is taken up, by a move or by choice. */
function leaveStart() {
  if (!store.get().start || resuming) return;
  store.update((state) => ({ ...state, start: false }));
  const { game, position } = store.get();
  storage.saveGame(game, position.placement, position);
  if (!byId("start").contains(document.activeElement)) return;
  render();
  board.focus(); // what was pressed is gone
}

function listen() {
  store.subscribe(schedule);
  bindSeeThink(store);
  bindJudge(page);
  const look = () => boardLook(store.get().settings, theme());
  bindWhy(page, { look, play: sound.play, announce });
  bindTurningPoint(page, games.tryAgain, endCard.when);
  games.bindAnalysis();
  bindMusic(page, sound);
  addEventListener("hashchange", followLink);
  addEventListener("storage", games.followTab);
  addEventListener("storage", rating.followTab);
  addEventListener("focus", () => page.controller.wake());
  bindClock(page); // after that: a tab that is woken plays the game, and its clock
  byId("help").addEventListener("click", actions.help);
  bindDropAndPaste({
    ready: mayTakeIn,
    take: games.takeIn,
    hover: (over) => (byId("drop").hidden = !over),
  });
  bindKeys({
    ArrowLeft: actions.undo,
    ArrowRight: actions.redo,
    f: actions.flip,
    n: actions.new,
    o: actions.open,
    e: actions.export,
    m: actions.moveNow,
    h: actions.hint,
    p: actions.pause,
    b: () => board.focus(),
    "/": actions.type,
    s: shell.toggleSound,
    "?": actions.help,
    Escape: () => {
      if (caution.takeBack()) return;
      toast.hide();
      actions.look();
      if (isWorthKeeping(store.get().game)) leaveStart();
    },
  });
}

/** Into the page or into the sheet that is for it, beside no other sheet. */
function mayTakeIn() {
  const sheetOpen = document.querySelector("dialog:modal");
  return store.get().ready && (!sheetOpen || sheetOpen.id === "open-dialog");
}

/**
 * A move that was made before the rules came is played now, if it may be.
 * @param {boolean} goesOn  the game is the one in which it was made
 */
function judgeEarly(goesOn) {
  const { controller } = page;
  resuming = false;
  const move = first.handOver({
    onMove: (from, to) => void controller.move(from, to),
    onRefused: (from, to) => controller.refuse(from, to),
    onSelect(square) {
      board.set({ risky: losing(square) });
      tellRule(square);
      if (square) sound.play("pick");
    },
    // The engine's turn is over before anybody has read of it.
    onOutOfTurn: (turn) => store.get().game.mode === "local" && shell.notifyTurn(turn),
  });
  if (!move || !goesOn) return;
  const [from, to] = splitMove(move);
  if (!controller.move(from, to)) controller.keep(); // without it, that is
}

function followLink() {
  if (!store.get().ready) return; // the page comes back to it when it has started
  if (!rating.takeLink()) games.followLink();
}

async function start() {
  listen();
  const isComplete = rating.load();
  render();
  const { Game, Record, measure } = await shell.begin(loading);
  Object.assign(page, { rules: { Game, Record }, measure });
  page.controller.begin(Game);
  judgeEarly(games.resume());
  if (!isComplete) notify(t("notice.brokenRating"), { ms: 12_000 });
  followLink();
  // Now that the board can be used; a failure is told when the engine needs it.
  if (store.get().game.mode === "engine") opponentEngine.prefetch();
}

// `chuhe.game.move("h2", "e2")`, `chuhe.board.centerOf("e2")`, `chuhe.leaveStart()`
first.takeOver(shell.run(start, "notice.rulesFailed"), {
  game: { get: () => (store.get().ready ? page.controller : null) },
  leaveStart: { value: leaveStart },
});
