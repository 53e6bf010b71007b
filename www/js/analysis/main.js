// Wiring of the analysis page: makes the parts, tells each about the others, and starts.

import { createBoard } from "../board/index.js";
import { createI18n, fetchJson, fetchLines, pickLanguage, translate } from "../i18n.js";
import { boardLook, dressPage } from "../looks.js";
import { createGridWords } from "../page/grid-words.js";
import { byId, icon } from "../panels/dom.js";
import { bindKeys } from "../panels/keys.js";
import { createLanguageList } from "../panels/languages.js";
import { createAnnouncer, createToast } from "../panels/notice.js";
import { loadRules } from "../rules.js";
import { createSound } from "../sound.js";
import { resolveTheme, squareIndex } from "../state.js";
import { SETTINGS_KEY, createStorage } from "../storage.js";
import { sayRefusal } from "../words.js";
import { createDesk } from "./engine-desk.js";
import { engineLoader } from "./engine-loader.js";
import { bindReferee } from "./referee-way.js";
import { createStanding } from "./standing.js";
import { createSteps } from "./steps.js";
import { createStudy } from "./study.js";
import { besides, createTreePanel } from "./tree-panel.js";

/** @typedef {import("./study.js").Study} Study */

const root = document.documentElement;
const systemDark = matchMedia("(prefers-color-scheme: dark)");
const storage = createStorage(() => localStorage);
let settings = storage.loadSettings();
const i18n = createI18n(pickLanguage(settings.lang, navigator.languages), fetchLines, (lang) =>
  fetchJson(new URL(`../../locales/analysis/${lang}.json`, import.meta.url)),
);
const { t } = i18n;
const toast = createToast(byId("toast"), i18n);
const announce = createAnnouncer(byId("announcer"));
const sound = createSound(
  () => settings.sound,
  () => settings.volume,
);
const showLanguage = createLanguageList((lang) => void switchLanguage(lang));
const gridWords = createGridWords(i18n, announce);

/** @type {Study|null} there when the rules are */
let study = null;
let flipped = false;
/** What others draw on the board. @type {import("../board/arrows.js").Arrow[]} */
let arrows = [];

/** For eyes and ears. @param {string} words @param {Parameters<typeof toast.show>[1]} [options] */
function tell(words, options) {
  toast.show(words, options);
  announce(words);
}

const board = createBoard(byId("board"), {
  ...boardLook(settings, theme()),
  showDests: settings.showDests,
  placement: ".".repeat(90),
  movable: "both",
  onMove: (/** @type {string} */ from, /** @type {string} */ to) => play(from + to),
  onRefused: (/** @type {string} */ from, /** @type {string} */ to) => refuse(from, to),
  onSelect: (/** @type {string|null} */ square) => square && sound.play("pick"),
});

function theme() {
  return resolveTheme(settings.theme, systemDark.matches);
}

/** A person plays on the board: along the tree, or a new branch of it. @param {string} move */
function play(move) {
  if (!study) return;
  const { placement } = study.get().position;
  study.play(move);
  const now = study.get().position;
  const took = placement.replaceAll(".", "").length > now.placement.replaceAll(".", "").length;
  const over = now.verdict.result !== "ongoing";
  sound.play(over ? "end" : now.check ? "check" : took ? "capture" : "move");
}

/** The board would not have a move: say why. @param {string} from @param {string} to */
function refuse(from, to) {
  const { reason, checkers } = study?.refusal(from + to) ?? {};
  const piece = board.state.placement[squareIndex(from)];
  if (reason && checkers) tell(sayRefusal({ type: "refused", reason, piece, checkers }, i18n));
}

const steps = createSteps(byId("steps"), i18n, {
  go: (node) => study?.go(node),
  flip: () => flip(),
});
const standing = createStanding(byId("standing"), i18n);
const treePanel = createTreePanel(byId("tree"), i18n, {
  go: (node) => study?.go(node),
  menu: () => {},
  settings: () => settings,
});

function flip() {
  flipped = !flipped;
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

/** At most once per frame, however much happened; the board at once, so that it is never behind. */
function changed() {
  showBoard();
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    render();
  });
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
    arrows,
    orientation: flipped ? "black" : "red",
    label: t("board.label"),
    words: gridWords(),
  });
}

function render() {
  if (!study || !i18n.ready) return;
  const state = study.get();
  steps.update(state);
  standing.update(state);
  treePanel.update(state);
  dress();
  board.set({ ...boardLook(settings, theme()), showDests: settings.showDests });
}

/** What the settings choose, on the page and on the browser's own bars. */
function dress() {
  root.dataset.theme = theme();
  dressPage(settings, theme());
  const bars = document.querySelector('meta[name="theme-color"]');
  bars?.setAttribute("content", getComputedStyle(root).getPropertyValue("--paper").trim());
}

/** @param {import("../i18n.js").Lang} lang */
async function speak(lang) {
  await i18n.use(lang);
  root.lang = i18n.html;
  document.title = t("analysis.title");
  translate(document.body, i18n);
  showSound();
  showLanguage(lang);
  changed();
}

/** @param {import("../i18n.js").Lang} lang */
async function switchLanguage(lang) {
  try {
    await speak(lang);
    change({ lang });
  } catch {
    tell(t("notice.languageFailed"));
    showLanguage(i18n.lang);
  }
}

/** @param {Partial<import("../state.js").Settings>} changes */
function change(changes) {
  settings = { ...settings, ...changes };
  storage.saveSettings(settings);
  study?.write(settings.notation);
  showSound();
  changed();
}

function showSound() {
  const button = byId("sound");
  const label = t(settings.sound ? "action.sound.on" : "action.sound.off");
  button.setAttribute("aria-label", label);
  button.title = label;
  button.replaceChildren(icon(settings.sound ? "sound-on" : "sound-off"));
}

/** Another tab has changed what both share. @param {StorageEvent} event */
function followTab({ key }) {
  if (key !== SETTINGS_KEY) return;
  settings = storage.loadSettings();
  study?.write(settings.notation);
  void speak(pickLanguage(settings.lang, navigator.languages));
}

/** Moves or review, where there is not room for both. @param {string} part */
function turnTo(part) {
  byId("page").dataset.part = part;
  for (const tab of byId("parts").querySelectorAll("button"))
    tab.toggleAttribute("aria-current", tab.dataset.part === part);
}

function listen() {
  byId("sound").addEventListener("click", () => change({ sound: !settings.sound }));
  for (const tab of byId("parts").querySelectorAll("button"))
    tab.addEventListener("click", () => turnTo(tab.dataset.part ?? "tree"));
  addEventListener("storage", followTab);
  systemDark.addEventListener("change", changed);
  for (const gesture of ["pointerup", "keydown"])
    addEventListener(gesture, sound.unlock, { capture: true });
  bindKeys({
    ArrowLeft: steps.does.back,
    ArrowRight: steps.does.on,
    ArrowUp: () => aside(-1),
    ArrowDown: () => aside(1),
    Home: steps.does.first,
    End: steps.does.last,
    f: flip,
    s: () => change({ sound: !settings.sound }),
    b: () => board.focus(),
    Escape: () => toast.hide(),
  });
}

/**
 * The panels of others, each a file of its own, fetched when the page stands.
 * @param {Study} open @param {import("./engine-desk.js").Desk} desk
 */
async function mountOthers(open, desk) {
  const does = { i18n, study: open, desk, onArrows: draw };
  void does;
}

/** @param {typeof arrows} next */
function draw(next) {
  arrows = next;
  showBoard();
}

async function start() {
  const [rules] = await Promise.all([loadRules(), speak(i18n.lang)]);
  study = createStudy(rules, settings.notation);
  study.subscribe(changed);
  bindReferee(byId("tree-area"), {
    i18n,
    study,
    Game: rules.Game,
    look: () => ({ settings, theme: theme(), bottom: board.state.orientation }),
    tell,
  });
  const desk = createDesk(engineLoader(rules.module, tell, t));
  listen();
  turnTo("tree");
  changed();
  void mountOthers(study, desk);
}

const ready = start().catch((error) => {
  if (i18n.ready) tell(t("analysis.loadFailed"), { ms: 0 });
  else byId("wordless").hidden = false;
  reportError(error);
});

// For scripts that look from outside.
Object.assign(globalThis, {
  chuheAnalysis: {
    ready,
    board,
    get study() {
      return study;
    },
  },
});
