// Wiring only: makes the parts, tells each about the others, and starts.

import { createBoard } from "./board/index.js";
import { BOOK, EngineFile, NETWORK } from "./engine/files.js";
import { GameController } from "./game.js";
import { HTML_LANG, createI18n, fetchLines, pickLanguage, translate } from "./i18n.js";
import { bindIntake } from "./intake.js";
import { choicesOfLink, faultsOfLink, parseLink } from "./link.js";
import { pause } from "./pace.js";
import { createControls } from "./panels/controls.js";
import { createNewGameDialog, createSettingsDialog, sheet } from "./panels/dialogs.js";
import { byId } from "./panels/dom.js";
import { createExportDialog } from "./panels/export.js";
import { bindKeys } from "./panels/keys.js";
import { createMoves } from "./panels/moves.js";
import { createAnnouncer, createFlash, createToast } from "./panels/notice.js";
import { createOpenDialog } from "./panels/open.js";
import { createPlayers } from "./panels/players.js";
import { createResult } from "./panels/result.js";
import { createTools } from "./panels/tools.js";
import { createWarning } from "./panels/warning.js";
import { sayBefore, sayFault, sayFound, tagsOf } from "./record-words.js";
import {
  dayOf,
  isReadable,
  openingOf,
  readRecord,
  refuseHuge,
  turnOf,
  writeRecord,
} from "./records.js";
import { explain, loadRules } from "./rules.js";
import { createSound, soundOfMove } from "./sound.js";
import * as S from "./state.js";
import { GAME_KEY, createStorage } from "./storage.js";
import { sayEvent, sayRefusal } from "./words.js";

/** How long the first search waits for what the engine plays better with. */
const FILES_MS = 2500;
const HASH_MB = matchMedia("(pointer: coarse) and (max-width: 820px)").matches ? 16 : 32;
const NO_DESTS = new Map();

const root = document.documentElement;
const systemDark = matchMedia("(prefers-color-scheme: dark)");
const storage = createStorage(
  () => localStorage,
  (code) => tell(t(`notice.store.${code}`), { ms: 0 }),
);
const settings = storage.loadSettings();
const saved = storage.loadGame();
// What was on the board is drawn at once; what it means is known when the rules are there.
const store = S.createStore({
  ...S.defaults(),
  settings,
  game: saved?.game ?? S.defaultGame(),
  position: S.emptyPosition(saved?.placement ?? undefined),
});
const i18n = createI18n(pickLanguage(settings.lang, navigator.languages), fetchLines);
const { t } = i18n;

const toast = createToast(byId("toast"), i18n);
const announce = createAnnouncer(byId("announcer"));
const flash = createFlash(byId("flash"));
const sound = createSound(() => store.get().settings.sound);
const network = new EngineFile(NETWORK);
const book = new EngineFile(BOOK);

/** For eyes and ears. @param {string} words @param {Parameters<typeof toast.show>[1]} [options] */
function tell(words, options) {
  toast.show(words, options);
  announce(words);
}

/** @type {GameController|null} Here once the rules are loaded. */
let controller = null;
/** @type {import("./records.js").Rules|null} Likewise. */
let rules = null;

const actions = {
  new: () => controller && newGame.open(store.get()),
  open: () => controller && opening.show(),
  export: () => controller && exporting.show(),
  undo: () => controller?.undo(),
  redo: () => controller?.redo(),
  flip: () => controller?.flip(),
  moveNow: () => controller?.moveNow(),
  retry: () => controller?.retry(),
  look: () => store.update((state) => ({ ...state, resultSeen: true })),
  help: () => help.showModal(),
  settings: () => settingsDialog.open(),
  toggleSound: () => change({ sound: !store.get().settings.sound }),
  switchLanguage: () => change({ lang: i18n.lang === "zh" ? "en" : "zh" }),
};

const help = sheet("help-dialog");
const newGame = createNewGameDialog(i18n, begin);
const settingsDialog = createSettingsDialog(change);
const opening = createOpenDialog({ open: take, goBack, before: sayTheGameBefore });
const exporting = createExportDialog(i18n, { write });
const warning = createWarning(i18n, decide);
const panels = [
  createPlayers(byId("player-top"), byId("player-bottom"), i18n, actions),
  createMoves(byId("moves"), i18n),
  createControls(byId("controls"), i18n, actions),
  createResult(byId("result"), i18n, { again: actions.new, look: actions.look }),
  createTools(i18n, actions),
];

const board = createBoard(byId("board"), {
  ...boardState(store.get()),
  onMove: (/** @type {string} */ from, /** @type {string} */ to) => controller?.move(from, to),
  onRefused: (/** @type {string} */ from, /** @type {string} */ to) => controller?.refuse(from, to),
  onSelect: (/** @type {string|null} */ square) => {
    board.set({ risky: losing(square) });
    if (square) sound.play("pick");
  },
});

/** What the board is to show. @param {S.State} state @returns {Partial<import("./board/index.js").BoardState>} */
function boardState(state) {
  const { position, game } = state;
  const side = game.mode === "local" ? "both" : game.side;
  return {
    placement: position.placement,
    orientation: S.orientation(game),
    turn: position.turn,
    movable: state.ready && !S.isOver(state) ? side : null,
    dests: S.isPersonsTurn(state) ? position.dests : NO_DESTS,
    lastMove: position.lastMove,
    check: position.check,
    dimmed: S.isOver(state),
    showDests: state.settings.showDests,
    theme: theme(),
    label: t("board.label"),
  };
}

/** @param {string|null} square */
const losing = (square) => controller?.losing(square) ?? [];

function theme() {
  return S.resolveTheme(store.get().settings.theme, systemDark.matches);
}

/** @param {Partial<S.Settings>} changed */
async function change(changed) {
  if (changed.lang && !(await canSpeak(changed.lang))) return;
  store.update((state) => S.withSettings(state, changed));
  storage.saveSettings(store.get().settings);
  if (changed.notation) controller?.rewrite();
  sound.play("pick");
}

/** Switches the language; says so, in the old one, when its words cannot be fetched. @param {"zh"|"en"} lang */
async function canSpeak(lang) {
  try {
    await speak(lang);
    return true;
  } catch {
    tell(t("notice.languageFailed"));
    render();
    return false;
  }
}

/** @param {"zh"|"en"} lang */
async function speak(lang) {
  await i18n.use(lang);
  root.lang = HTML_LANG[lang];
  document.title = t("page.title");
  translate(document.body, i18n);
  newGame.retell();
  render();
}

let frame = 0;
let dressed = "";
/** @type {unknown[]} what the board shows now */
let onBoard = [];

/** Puts the theme on the page and on the browser's own bars. @param {"light"|"dark"} name */
function dress(name) {
  if (name === dressed) return;
  dressed = name;
  const bars = document.querySelector('meta[name="theme-color"]');
  root.dataset.theme = name;
  bars?.setAttribute("content", getComputedStyle(root).getPropertyValue("--paper").trim());
}

/** At most once per frame, however much happened. */
function schedule() {
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    render();
  });
}

function render() {
  const state = store.get();
  dress(theme());
  for (const panel of panels) panel.update(state);
  settingsDialog.update(state, i18n.lang);
  const next = [state.position, state.game, state.settings, state.ready, theme(), i18n.lang];
  if (next.every((part, index) => part === onBoard[index])) return;
  onBoard = next;
  board.set({ ...boardState(state), risky: losing(board.state.selected) });
}

/** @param {import("./game.js").GameEvent} event */
function onGameEvent(event) {
  const state = store.get();
  if (event.type === "refused") return tell(sayRefusal(event, i18n));
  if (event.type === "warned") return warning.ask(event, state.game.ply);
  const words = sayEvent(event, state, i18n);
  if (words) announce(words);
  if (event.type === "engineFailed") {
    tell(t("engine.failed"), { ms: 8000 });
    return reportError(event.error);
  }
  toast.clear();
  if (event.type === "opened") askForNetwork();
  if (event.type !== "move") return;
  sound.play(soundOfMove(event, state.position));
  if (state.position.check && !S.isOver(state)) flash(t("status.check"));
}

/** @param {string} _engineState @param {string} [detail] */
function onEngineState(_engineState, detail) {
  if (detail === "restarted") tell(t("engine.restarted"), { ms: 8000 });
}

/** The answer to a warning: the move is played all the same, or the piece goes back. @type {Parameters<typeof createWarning>[1]} */
function decide({ from, to }, playIt) {
  if (playIt) controller?.move(from, to, { knowingly: true });
  else board.set(boardState(store.get()));
}

/**
 * Opens whatever a text or a file holds; the game before can be had back.
 * @param {string|File} data @returns {Promise<import("./panels/open.js").Fault|null>} what is wrong; null when it is open
 */
async function take(data) {
  if (!controller || !rules) return null;
  try {
    if (data instanceof File) refuseHuge(data.size);
    const read = data instanceof File ? new Uint8Array(await data.arrayBuffer()) : data;
    const { choices, found } = readRecord(rules, read, store.get().game);
    replaceGame({ ...store.get().game, ...choices });
    opening.done();
    const wayBack = before && { label: t("open.back"), onAction: goBack };
    tell(sayFound(found, data instanceof File, i18n), { ms: 10_000, ...wayBack });
    return null;
  } catch (error) {
    return sayFault(error, i18n);
  }
}

/** Dropped or pasted on the page. @param {string|File} data */
async function takeIn(data) {
  const fault = await take(data);
  if (fault) opening.refuse(data, fault);
}

/** @type {S.GameRecord|null} */
let before = storage.loadBefore();

/** Puts another game on the board and keeps the one that was there. @param {S.GameRecord} game */
function replaceGame(game) {
  const old = store.get().game;
  controller?.open(game);
  if (!S.isWorthKeeping(old)) return;
  before = old;
  storage.saveBefore(old);
}

function goBack() {
  if (before) replaceGame(before);
}

function sayTheGameBefore() {
  return before && sayBefore(before, i18n);
}

/** The game on the board as text. @param {import("./records.js").ExportFormat} format */
function write(format) {
  const { game } = store.get();
  if (!rules) return "";
  const tags = tagsOf(game, openingOf(rules.Game, game), dayOf(new Date(), "."), i18n);
  return writeRecord(rules, game, format, tags);
}

/**
 * Starts a new game as chosen in the sheet, or goes on with the one on the board when no position is
 * named at all. @param {Partial<S.GameRecord>} choices
 * @returns {string[]} what is wrong with the choices
 */
function begin(choices) {
  try {
    if (choices.startFen === undefined) controller?.open({ ...store.get().game, ...choices });
    else controller?.newGame(choices);
    return [];
  } catch (error) {
    return explain(error, i18n);
  }
}

/** Goes on with the stored game, or starts anew and says why. @param {GameController} game */
function resume(game) {
  try {
    if (saved && !saved.broken) game.open(withReadableRecord(saved.game));
    else game.newGame();
    if (saved?.broken) tell(t("notice.brokenStore"), { ms: 12_000 });
  } catch {
    game.newGame();
    tell(t("notice.brokenStore"), { ms: 12_000 });
  }
}

/** The moves stand alone where their record cannot be read any more; that is said. @param {S.GameRecord} game */
function withReadableRecord(game) {
  if (!rules || game.record === null || isReadable(rules.Record, game.record)) return game;
  tell(t("notice.brokenRecord"), { ms: 12_000 });
  return { ...game, record: null };
}

/** Another tab has played on: so does this one. @param {StorageEvent} event */
function followTab({ key }) {
  const stored = key === GAME_KEY ? storage.loadGame() : null;
  if (stored && !stored.broken) controller?.follow(stored.game);
}

/** A position in the address is played once; a reload then finds the game in the store. */
function followLink() {
  if (!controller) return; // `start` comes back to it
  const link = parseLink(location.hash);
  if (!link) return;
  history.replaceState(null, "", location.pathname + location.search);
  const lines = follow(link);
  if (lines.length > 0) tell(t("notice.badLink", { lines: lines.join(" ") }), { ms: 0 });
}

/** @param {import("./link.js").Link} link @returns {string[]} what is wrong with it */
function follow(link) {
  const faults = faultsOfLink(link).flatMap((fault) => explain(fault, i18n));
  if (faults.length > 0 || !rules) return faults;
  try {
    const toMove = turnOf(rules.Game, link.startFen);
    return begin(choicesOfLink(link, store.get().game.level, toMove));
  } catch (error) {
    return explain(error, i18n);
  }
}

function listen() {
  store.subscribe(schedule);
  systemDark.addEventListener("change", schedule);
  addEventListener("hashchange", followLink);
  addEventListener("storage", followTab);
  addEventListener("focus", () => controller?.wake());
  for (const gesture of ["pointerup", "keydown"])
    addEventListener(gesture, sound.unlock, { capture: true });
  bindIntake({ ready: mayTakeIn, take: takeIn, hover: (over) => (byId("drop").hidden = !over) });
  bindKeys({
    ArrowLeft: actions.undo,
    ArrowRight: actions.redo,
    f: actions.flip,
    n: actions.new,
    o: actions.open,
    e: actions.export,
    m: actions.moveNow,
    s: actions.toggleSound,
    "?": actions.help,
    Escape: () => (toast.hide(), actions.look()),
  });
}

/** Into the page or into the sheet that is for it, beside no other sheet. */
function mayTakeIn() {
  const sheetOpen = document.querySelector("dialog:modal");
  return controller !== null && (!sheetOpen || sheetOpen.id === "open-dialog");
}

/** The worker's side of the engine is fetched only when the engine is first asked. @param {WebAssembly.Module} module */
async function loadEngine(module) {
  const { EngineClient } = await import("./engine/client.js");
  const onNetwork = (/** @type {unknown} */ fault) => onJudge(client, fault);
  const onShortOfMemory = (/** @type {number} */ size) =>
    tell(t("notice.shortOfMemory", { size }), { ms: 12_000 });
  const heard = { onState: onEngineState, onNetwork, onShortOfMemory };
  const client = new EngineClient({ module, hashMb: HASH_MB, ...heard });
  // With them from the first move on, so that a level plays the same everywhere.
  await Promise.race([Promise.all([giveNetwork(client), giveBook(client)]), pause(FILES_MS).over]);
  return client;
}

/** Asks again for a network that could not be had: each new game is a chance. */
let askForNetwork = () => {};

/** The engine plays on while the network is under way. @param {import("./engine/client.js").EngineClient} client */
async function giveNetwork(client) {
  askForNetwork = () => {};
  try {
    client.useNetwork(await network.bytes());
  } catch (error) {
    onJudge(client, error);
  }
}

/** Without the book the engine thinks from its first move on: nobody need be told. @param {import("./engine/client.js").EngineClient} client */
async function giveBook(client) {
  try {
    client.useBook(await book.bytes());
  } catch {
    book.discard();
  }
}

/** The engine has got its network, or goes on without. @param {import("./engine/client.js").EngineClient} client @param {unknown} fault */
function onJudge(client, fault) {
  store.update((state) => ({ ...state, network: fault ? "failed" : "loaded" }));
  if (!fault) return;
  network.discard();
  askForNetwork = () => void giveNetwork(client);
  tell(t("engine.networkFailed"), { ms: 8000 });
}

async function start() {
  listen();
  render();
  const loading = loadRules();
  loading.catch(() => {}); // heard below: the words come first, to say what went wrong
  await speak(i18n.lang);
  const { module, Game, Record } = await loading;
  rules = { Game, Record };
  controller = new GameController({
    store,
    Game,
    loadEngine: () => loadEngine(module),
    save: storage.saveGame,
    emit: onGameEvent,
  });
  resume(controller);
  followLink();
  // Now that the board can be used; a failure is told when the engine needs it.
  if (store.get().game.mode === "engine")
    for (const file of [network, book]) file.bytes().catch(() => {});
}

const ready = start().catch((error) => {
  if (i18n.ready)
    tell(t("notice.rulesFailed"), {
      ms: 0,
      label: t("action.retry"),
      onAction: () => location.reload(),
    });
  else byId("wordless").hidden = false;
  throw error;
});

/**
 * A handle for scripts and the console: `await chuhe.ready`, then `chuhe.state`, `chuhe.game.move("h2", "e2")`,
 * `chuhe.board.centerOf("e2")`.
 */
Object.defineProperty(window, "chuhe", {
  value: {
    ready,
    board,
    get state() {
      return store.get();
    },
    get game() {
      return controller;
    },
  },
});
