// A game in a frame of another page: its address holds the game, buttons and arrow keys step through it. The rules
// say where the pieces stand and how moves are written; no engine is started.

import { createBoard } from "./board/index.js";
import { createI18n, fetchLines, pickLanguage, translate } from "./i18n.js";
import { notationOf } from "./languages.js";
import { choicesOfLink, faultsOfLink, gameHash, parseLink } from "./link.js";
import { createGridWords } from "./page/grid-words.js";
import { byId, langOf, setText } from "./panels/dom.js";
import { loadRules } from "./rules.js";
import { emptyPosition, resolveTheme, splitMove } from "./state.js";
import { createStorage } from "./storage.js";

/** @typedef {{ placement: string, turn: "w"|"b", lastMove: [string, string]|null, check: string|null }} Shown */

const settings = createStorage(() => localStorage).loadSettings();
const notation = notationOf(settings);
const i18n = createI18n(pickLanguage(settings.lang, navigator.languages), fetchLines);
const gridWords = createGridWords(i18n, () => {}, ["grid.help.look"]);
const dark = matchMedia("(prefers-color-scheme: dark)");
const board = createBoard(byId("board"), { ...looks(), placement: emptyPosition().placement });
/** @type {{ positions: Shown[], texts: string[] }} */
let game = { positions: [], texts: [] };
let ply = 0;

function looks() {
  return { ...settings, theme: resolveTheme(settings.theme, dark.matches), movable: null };
}

/** Every position of the game in the address. @param {import("./rules.js").GameClass} Game */
function read(Game) {
  const link = parseLink(location.hash);
  if (!link || faultsOfLink(link).length > 0) return null;
  const { startFen, moves, ply: at } = choicesOfLink(link, 1, "red");
  const rules = new Game(startFen, []);
  const positions = [shown(rules, null)];
  for (const move of moves) {
    rules.play(move);
    positions.push(shown(rules, splitMove(move)));
  }
  const texts = rules.notation(notation);
  rules.free();
  return { positions, texts, startFen, moves, ply: at };
}

/** @param {InstanceType<import("./rules.js").GameClass>} rules @param {[string, string]|null} lastMove @returns {Shown} */
function shown(rules, lastMove) {
  const turn = rules.turn() === "b" ? "b" : "w";
  return { placement: rules.placement(), turn, lastMove, check: rules.check() ?? null };
}

/** @param {number} target */
function goTo(target) {
  const plies = game.positions.length - 1;
  if (plies < 0) return;
  ply = Math.min(Math.max(target, 0), plies);
  const words = { label: i18n.t("board.label"), words: gridWords() };
  board.set({ ...looks(), ...game.positions[ply], ...words });
  const said = byId("said");
  const count = i18n.t("share.embed.ply", { ply, plies });
  const text = ply === 0 ? i18n.t("share.embed.start") : i18n.move(game.texts[ply - 1]);
  said.lang = ply === 0 ? document.documentElement.lang : langOf(notation, i18n);
  setText(said, `${text}  ${count}`);
  for (const [id, off] of /** @type {[string, boolean][]} */ ([
    ["first", ply === 0],
    ["back", ply === 0],
    ["forward", ply === plies],
    ["last", ply === plies],
  ]))
    /** @type {HTMLButtonElement} */ (byId(id)).disabled = off;
}

const STEPS = /** @type {const} */ ([
  { id: "first", key: "Home", to: () => 0 },
  { id: "back", key: "ArrowLeft", to: () => ply - 1 },
  { id: "forward", key: "ArrowRight", to: () => ply + 1 },
  { id: "last", key: "End", to: () => Infinity },
]);

function listen() {
  for (const { id, to } of STEPS) byId(id).addEventListener("click", () => goTo(to()));
  addEventListener("keydown", (event) => {
    const step = STEPS.find(({ key }) => key === event.key);
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    goTo(step.to());
  });
  addEventListener("hashchange", () => location.reload());
  dark.addEventListener("change", () => {
    document.documentElement.dataset.theme = looks().theme;
    goTo(ply);
  });
}

async function start() {
  listen();
  document.documentElement.dataset.theme = looks().theme;
  await i18n.use(i18n.lang);
  document.documentElement.lang = i18n.html;
  document.title = i18n.t("share.frameTitle");
  translate(document.body, i18n);
  const { Game } = await loadRules();
  const found = read(Game);
  if (!found) throw new Error("no game in the address");
  game = found;
  const open = /** @type {HTMLAnchorElement} */ (byId("open"));
  open.href = new URL("./", document.baseURI).href + gameHash(found);
  goTo(found.ply);
}

/** For scripts and the console. */
const ready = start().catch((error) => {
  setText(byId("said"), i18n.t("share.embed.broken"));
  console.warn(error);
});
Object.defineProperty(window, "chuhe", { value: { ready, board } });
