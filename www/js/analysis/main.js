// Wiring of the analysis page: makes the parts, tells each about the others, and starts.

import { createBoard } from "../board/index.js";
import { createI18n, fetchJson, fetchLines, pickLanguage } from "../i18n.js";
import { boardLook, createLooks } from "../looks.js";
import { bindIntake } from "../intake.js";
import { showSound, speakIn, wear } from "../page/common.js";
import { createGridWords } from "../page/grid-words.js";
import { lazily } from "../page/lazily.js";
import { nextTask, painted } from "../painted.js";
import { byId, setText } from "../panels/dom.js";
import { bindKeys } from "../panels/keys.js";
import { createLanguageList } from "../panels/languages.js";
import { createAnnouncer, createToast } from "../panels/notice.js";
import { loadRules } from "../rules.js";
import { createSound } from "../sound.js";
import { resolveTheme, squareIndex } from "../state.js";
import { SETTINGS_KEY, createStorage } from "../storage.js";
import { sayRefusal } from "../words.js";
import { createActs } from "./acts.js";
import { createComment } from "./comment.js";
import { createDeeds } from "./deeds.js";
import { createDesk } from "./engine-desk.js";
import { engineLoader } from "./engine-loader.js";
import { createKeep } from "./keep.js";
import { bindReferee } from "./referee-way.js";
import { createReviewMount } from "./review-mount.js";
import { createStage } from "./stage.js";
import { createStanding } from "./standing.js";
import { createSteps } from "./steps.js";
import { createStudy } from "./study.js";
import { besides, createTreePanel } from "./tree-panel.js";
import { branchOf } from "./tree.js";
import { createWaysIn } from "./ways-in.js";
import { createWaysOut } from "./ways-out.js";

/** @typedef {import("./study.js").Study} Study */

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

const keep = createKeep(
  () => localStorage,
  () => sessionStorage,
  (code) => tell(t(`analysis.store.${code}`), { ms: 0 }),
);

/** @type {Study|null} there when the rules are */
let study = null;
/** @type {ReturnType<typeof createWaysIn>|null} */
let waysIn = null;
/** @type {ReturnType<typeof createWaysOut>|null} */
let waysOut = null;
/** @type {import("../records.js").Rules|null} */
let rules = null;
let flipped = false;
/** @type {ReturnType<typeof createReviewMount>|null} */
let review = null;
/** What others draw on the board. @type {import("../board/arrows.js").Arrow[]} */
let arrows = [];
/** @type {"none"|"loaded"|"failed"} */
let network = "none";
/** The engine's lines, when they are there. @type {ReturnType<typeof import("./lines.js").createLines>|null} */
let lines = null;

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
  if (stage.guest) return stage.guest.move?.(move);
  const { placement } = study.get().position;
  study.play(move);
  const now = study.get().position;
  const took = placement.replaceAll(".", "").length > now.placement.replaceAll(".", "").length;
  const over = now.verdict.result !== "ongoing";
  sound.play(over ? "end" : now.check ? "check" : took ? "capture" : "move");
}

/** The board would not have a move: say why. @param {string} from @param {string} to */
function refuse(from, to) {
  const { guest } = stage;
  const asGuest = guest && { reason: guest.refusal?.(from + to), checkers: [] };
  const { reason, checkers } = asGuest ?? study?.refusal(from + to) ?? {};
  const piece = board.state.placement[squareIndex(from)];
  if (reason && checkers) tell(sayRefusal({ type: "refused", reason, piece, checkers }, i18n));
}

/** Who has the board. */
const stage = createStage(() => changed());
const steps = createSteps(byId("steps"), i18n, {
  state: () => study?.get() ?? null,
  guest: () => stage.guest,
  go: (node) => study?.go(node),
  flip: () => turnBoard(!flipped),
});
const standing = createStanding(byId("standing"), i18n);
const treePanel = createTreePanel(byId("tree"), i18n, {
  go: (node) => study?.go(node),
  menu: (node) => void acts.menu(node),
  settings: () => settings,
});
const comment = createComment(byId("comment"), i18n, (node, text) => study?.comment(node, text));
const deeds = createDeeds(byId("controls"), i18n, {
  new: () => waysIn?.begin(null),
  open: () => openRecord(),
  setup: () => void acts.setup(),
  export: () => openExport(),
  play: () => void acts.playOn(),
});
const looks = createLooks(i18n, changed);
const setting = lazily({ t, tell }, async () => {
  const { createSettingsDialog } = await import("../panels/settings.js");
  return createSettingsDialog(i18n, ["sound", "showDests"], (changes) => void choose(changes));
});
const opening = lazily({ t, tell }, async () => {
  const { createOpenDialog } = await import("../panels/open.js");
  return createOpenDialog(i18n, {
    open: async (data) => (await waysIn?.take(data)) ?? null,
    goBack: () => waysIn?.goBack(),
    before: () => waysIn?.sayTheOneBefore() ?? null,
  });
});
const exporting = lazily({ t, tell }, async () => {
  const { createExport } = await import("./export.js");
  return createExport(i18n, () => /** @type {ReturnType<typeof createWaysOut>} */ (waysOut));
});

const acts = createActs({
  i18n,
  tell,
  rules: () => rules,
  study: () => study,
  look: () => boardLook(settings, theme()),
  begin: (fen) => waysIn?.begin(fen),
  comment() {
    render();
    comment.focus();
  },
});

const openRecord = () => waysIn && opening((sheet) => sheet.show());

/** There is a choice of lines where the present one is not the main one. */
function openExport() {
  const { nodes, at } = study?.get() ?? {};
  if (nodes && at !== undefined)
    void exporting((sheet) => sheet.show(branchOf(nodes, at) !== null));
}

/** At the bottom of the board. @returns {import("../state.js").Side} */
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
    ...stage.guest?.board(),
    label: t("board.label"),
    words: gridWords(),
  });
}

function render() {
  if (!study || !i18n.ready) return;
  const state = study.get();
  steps.update(state);
  standing.update(state);
  if (stage.guest) setText(byId("standing"), stage.guest.words());
  byId("page").toggleAttribute("data-guest", stage.guest !== null);
  treePanel.update(state);
  review?.update();
  comment.update(state);
  deeds.update(state);
  setting.made?.update({ settings }, i18n.lang);
  lines?.update();
  dress();
  board.set({ ...boardLook(settings, theme()), showDests: settings.showDests });
}

/** What the settings choose. */
function dress() {
  wear(theme());
  looks.update(settings, theme());
}

/** @param {import("../i18n.js").Lang} lang */
async function speak(lang) {
  await speakIn(i18n, lang, "analysis.title");
  showSound(i18n, settings.sound);
  showLanguage(lang);
  changed();
}

/** @param {import("../i18n.js").Lang} lang */
async function switchLanguage(lang) {
  try {
    await speak(lang);
    change({ lang });
  } catch {
    setting.made?.update({ settings }, i18n.lang);
    tell(t("notice.languageFailed"));
    showLanguage(i18n.lang);
  }
}

/** From the sheet: what has to be fetched first is. @param {Partial<import("../state.js").Settings>} changes */
async function choose(changes) {
  if (changes.lang) return switchLanguage(changes.lang);
  if (await looks.canWear(settings, changes)) change(changes);
  else setting.made?.update({ settings }, i18n.lang);
}

/** @param {Partial<import("../state.js").Settings>} changes */
function change(changes) {
  settings = { ...settings, ...changes };
  storage.saveSettings(settings);
  study?.write(settings.notation);
  showSound(i18n, settings.sound);
  changed();
}

/** Another tab has changed what both share. @param {StorageEvent} event */
function followTab(event) {
  waysIn?.followTab(event);
  if (event.key !== SETTINGS_KEY) return;
  settings = storage.loadSettings();
  study?.write(settings.notation);
  void speak(pickLanguage(settings.lang, navigator.languages));
}

/** Moves or review, where there is not room for both. @param {string} part */
function turnTo(part) {
  byId("page").dataset.part = part;
  for (const tab of byId("parts").querySelectorAll("button"))
    tab.toggleAttribute("aria-current", tab.dataset.part === part);
  if (part === "review") review?.turnTo();
}

/** Into the page or into the sheet that is for it, beside no other sheet. */
function mayTakeIn() {
  const open = document.querySelector("dialog:modal");
  return waysIn !== null && (!open || open.id === "open-dialog");
}

function openSettings() {
  void setting((sheet) => {
    sheet.update({ settings }, i18n.lang);
    sheet.open();
    void looks.show();
  });
}

function listen() {
  byId("sound").addEventListener("click", () => change({ sound: !settings.sound }));
  for (const tab of byId("parts").querySelectorAll("button"))
    tab.addEventListener("click", () => turnTo(tab.dataset.part ?? "tree"));
  byId("settings").addEventListener("click", openSettings);
  bindIntake({
    ready: mayTakeIn,
    take: (data) => void waysIn?.takeIn(data),
    hover: (over) => (byId("drop").hidden = !over),
  });
  addEventListener("storage", followTab);
  addEventListener("hashchange", () => waysIn?.followLink());
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
    o: openRecord,
    e: openExport,
    c: comment.focus,
    l: () => lines?.toggle(),
    x: () => lines?.threat(),
    s: () => change({ sound: !settings.sound }),
    b: () => board.focus(),
    Escape: () => toast.hide(),
  });
}

/**
 * The panels of others, each a file of its own, fetched when the page stands.
 * @param {Study} open @param {import("./engine-desk.js").Desk} desk @param {import("../records.js").Rules} rules
 */
async function mountOthers(open, desk, { Game }) {
  const { createLines } = await import("./lines.js");
  lines = createLines(byId("lines"), {
    i18n,
    study: open,
    desk,
    Game,
    notation: () => settings.notation,
    look: () => ({ ...boardLook(settings, theme()), orientation: side() }),
    bar: byId("balance"),
    network,
    onArrows: draw,
    announce,
  });
}

/** What became of the engine's network. @param {"loaded"|"failed"} state */
function judge(state) {
  network = state;
  lines?.judge(state);
}

/** @param {Study} open @param {import("./engine-desk.js").Desk} desk @param {import("../rules.js").GameClass} Game */
function mountReview(open, desk, Game) {
  const settle = () => board.flushAnimation();
  const notation = () => settings.notation;
  return createReviewMount(
    { i18n, study: open, desk, Game, stage, notation, play: sound.play, settle, announce },
    {
      game: () => storage.loadGame()?.game,
      mounted: changed,
      failed: () => tell(t("notice.partFailed"), { ms: 8000 }),
    },
  );
}

/** @param {typeof arrows} next */
function draw(next) {
  arrows = next;
  // A guest may have its own.
  if (study && !stage.guest?.board().arrows) board.set({ arrows: ownArrows() });
}

/** Those of the study. */
const ownArrows = () => (stage.marks.length > 0 ? stage.marks : arrows);

async function start() {
  const loading = painted().then(() => loadRules());
  const [loaded] = await Promise.all([loading, speak(i18n.lang)]);
  // In portions, none of which can be seen or used before the last one.
  await nextTask();
  const opened = createStudy(loaded, settings.notation);
  await nextTask();
  rules = loaded;
  study = opened;
  study.subscribe(stage.follow);
  study.subscribe(changed);
  waysIn = createWaysIn(
    { rules, study, keep, i18n, tell, turn: turnBoard },
    {
      opened: () => opening.made?.done(),
      refused: (data, fault) => void opening((sheet) => sheet.refuse(data, fault)),
    },
  );
  waysOut = createWaysOut(
    rules,
    study,
    () => board.state,
    () => exporting.made?.line() ?? "main",
  );
  bindReferee(byId("tree-area"), {
    i18n,
    study,
    Game: rules.Game,
    look: () => ({ settings, theme: theme(), bottom: board.state.orientation }),
    tell,
  });
  const desk = createDesk(engineLoader(loaded.module, tell, t, judge));
  review = mountReview(study, desk, loaded.Game);
  listen();
  turnTo("tree");
  waysIn.resume();
  resumed = true;
  changed();
  void mountOthers(study, desk, loaded).catch(() => tell(t("notice.partFailed"), { ms: 8000 }));
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
    get lines() {
      return lines;
    },
    get review() {
      return review?.panel;
    },
  },
});
