// A game in a frame of another page: its address holds the game, or a tree of them with all that is said in it. Buttons
// and arrow keys step through it; a position may be played on where its frame allows it (`?play=on`). The rules say where
// the pieces stand and how moves are written; no engine is started.

import { createBoard } from "../board/index.js";
import { mayPlayOn, readyToMove, refusalOf } from "./playing.ts";
import { createTreeView, lineThrough } from "./tree-view.ts";
import { createI18n, fetchMessages, pickLanguage, translate } from "../core/i18n.ts";
import { glyphsOf } from "../study/signs.ts";
import { notationOf } from "../core/languages.ts";
import { choicesOfLink, faultsOfLink, gameHash, parseLink } from "../rules/link.ts";
import { createGridWords } from "../shell/grid-words.js";
import { byId, langOfMoves, setText } from "../ui/dom.ts";
import { describeReason } from "../core/reason.ts";
import { loadRules } from "../rules/rules.ts";
import { describeRefusal } from "../core/words.ts";
import { barePosition, splitMove, squareIndex } from "../core/xiangqi.ts";
import { resolveTheme } from "../core/settings.ts";
import { createStorage } from "../shell/storage.js";
import { codeIn, hashOfCode, unpackStudy } from "../study/study-link.ts";

/** @typedef {import("../study/study-data.ts").StudyData} StudyData */
/** @typedef {{ placement: string, turn: "w"|"b", lastMove: [string, string]|null, check: string|null }} Shown */

const settings = createStorage(() => localStorage).loadSettings();
const notation = notationOf(settings);
const i18n = createI18n(pickLanguage(settings.lang, navigator.languages), fetchMessages);
const announce = (/** @type {string} */ words) => setText(byId("announcer"), words);
let gridWords = createGridWords(i18n, announce, ["grid.help.look"]);
const dark = matchMedia("(prefers-color-scheme: dark)");
const board = createBoard(byId("board"), {
  ...looks(),
  placement: barePosition().placement,
  onMove: (from, to) => playing?.move(from + to),
  onRefused: (from, to) => refuse(from, to),
});
/** @type {{ positions: Shown[], texts: string[] }} */
let game = { positions: [], texts: [] };
let ply = 0;
/** Where the address holds one: the line through it that is stepped through, and what else is shown of it. @type {{ study: StudyData, path: number[], view: ReturnType<typeof createTreeView> }|null} */
let tree = null;
/**
 * Where the position may be played on.
 * @type {{ move: (move: string) => void, refusal: (move: string) => string|undefined, state: () => ReturnType<typeof readyToMove> }|null}
 */
let playing = null;

function looks() {
  return {
    ...settings,
    labels: notation,
    theme: resolveTheme(settings.theme, dark.matches),
    movable: null,
  };
}

/** The game in the address. */
function read() {
  const link = parseLink(location.hash);
  if (!link || faultsOfLink(link).length > 0) return null;
  return choicesOfLink(link, 1, "red");
}

/** Every position of a line. @param {import("../rules/rules.ts").GameClass} Game @param {string|null} startFen @param {readonly string[]} moves */
function play(Game, startFen, moves) {
  const rules = new Game(startFen, []);
  const positions = [shown(rules, null)];
  for (const move of moves) {
    rules.play(move);
    positions.push(shown(rules, splitMove(move)));
  }
  const texts = rules.notation(notation);
  rules.free();
  return { positions, texts };
}

/** The line through a node of the tree, with the node on the board. @param {import("../rules/rules.ts").GameClass} Game @param {StudyData} study @param {number} node */
function follow(Game, study, node) {
  const { path, moves, ply: at } = lineThrough(study, node);
  game = play(Game, study.startFen, moves);
  if (tree) tree.path = path;
  goTo(at);
}

/** @param {import("../rules/rules.ts").GameClass} Game @param {StudyData} study */
function showTree(Game, study) {
  byId("more").hidden = false;
  byId("more").parentElement?.classList.add("has-tree");
  const view = createTreeView(
    { note: byId("note"), choices: byId("choices") },
    {
      write(node, next) {
        const { moves, ply: at } = lineThrough(study, node);
        const rules = new Game(study.startFen, moves.slice(0, at));
        const words = next.map((child) => rules.line([study.nodes[child].move ?? ""], notation)[0]);
        rules.free();
        return words.map(i18n.move);
      },
      choose: (node) => follow(Game, study, node),
    },
  );
  tree = { study, path: [], view };
  follow(Game, study, study.at);
}

/** Lets the position be played on. @param {import("../rules/rules.ts").GameClass} Game @param {string|null} startFen */
function letPlay(Game, startFen) {
  if (!mayPlayOn(location.search, game.positions.length - 1)) return;
  /** @type {string[]} */
  let moves = [];
  gridWords = createGridWords(i18n, announce, ["grid.help"]);
  playing = {
    move(move) {
      moves = [...moves.slice(0, ply), move];
      game = play(Game, startFen, moves);
      goTo(moves.length);
      if (!tree) openAt(gameHash({ startFen, moves, ply }));
    },
    refusal: (move) => refusalOf(Game, startFen, moves.slice(0, ply), move),
    state: () => readyToMove(Game, startFen, moves.slice(0, ply)),
  };
}

/** The board would not have a move: says why in the place of the line below it, until the next step. @param {string} from @param {string} to */
function refuse(from, to) {
  const reason = playing?.refusal(from + to);
  if (!reason) return;
  const piece = board.state.placement[squareIndex(from)];
  say(describeRefusal({ reason, piece }, i18n), { isRefusal: true });
}

/** The line below the board. @param {string} words @param {{ lang?: string, isRefusal?: boolean }} how */
function say(words, { lang = i18n.htmlLang, isRefusal = false }) {
  const said = byId("said");
  said.lang = lang;
  said.classList.toggle("is-refusal", isRefusal);
  if (isRefusal) said.textContent = ""; // the same one is heard again
  setText(said, words);
}

/** Where the link leads to. @param {string} hash @param {string} [page] */
function openAt(hash, page = "./") {
  const open = /** @type {HTMLAnchorElement} */ (byId("open"));
  open.href = new URL(page, document.baseURI).href + hash;
}

/** @param {InstanceType<import("../rules/rules.ts").GameClass>} rules @param {[string, string]|null} lastMove @returns {Shown} */
function shown(rules, lastMove) {
  const { placement, turn, check } = rules.view();
  return { placement, turn, lastMove, check };
}

/** @param {number} target */
function goTo(target) {
  const plies = game.positions.length - 1;
  if (plies < 0) return;
  ply = Math.min(Math.max(target, 0), plies);
  const words = { label: i18n.t("board.label"), words: gridWords() };
  const drawn = tree?.view.show(tree.study, tree.path[ply - 1] ?? 0, langOfMoves(notation, i18n));
  const own = playing && ply > 0 ? { overlay: null } : drawn;
  const played = playing?.state();
  board.set({ ...looks(), ...game.positions[ply], ...words, ...own, ...played });
  sayWhere(plies, played?.verdict);
  for (const [id, off] of /** @type {[string, boolean][]} */ ([
    ["first", ply === 0],
    ["back", ply === 0],
    ["forward", ply === plies],
    ["last", ply === plies],
  ])) {
    const step = /** @type {HTMLButtonElement} */ (byId(id));
    step.disabled = off;
    // Of a position there is nothing to step through.
    step.hidden = plies === 0;
  }
}

/** The move on the board and which it is, why it ends the game; of a position who is to move. @param {number} plies @param {import("../core/xiangqi.ts").Verdict} [verdict] */
function sayWhere(plies, verdict) {
  const { t } = i18n;
  const side = game.positions[ply].turn === "b" ? "black" : "red";
  const before = plies === 0 ? t(`picture.toMove.${side}`) : t("share.embed.start");
  const signs = glyphsOf(tree?.study.nodes[tree.path[ply - 1] ?? 0].signs ?? []);
  const move = ply === 0 ? before : i18n.move(game.texts[ply - 1]);
  const count = plies === 0 ? "" : t("share.embed.ply", { ply, plies });
  const ended = verdict && verdict.result !== "ongoing" ? describeReason(verdict, i18n) : "";
  const lang = ply === 0 ? i18n.htmlLang : langOfMoves(notation, i18n);
  say([`${move} ${signs}`.trim(), count, ended].filter(Boolean).join("  "), { lang });
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
  document.documentElement.lang = i18n.htmlLang;
  document.title = i18n.t("share.frameTitle");
  translate(document.body, i18n);
  const { Game } = await loadRules();
  const code = codeIn(location.hash);
  if (code !== null) {
    const study = await unpackStudy(code);
    if (!study) throw new Error("no study in the address");
    showTree(Game, study);
    openAt(hashOfCode(code), "./analysis.html");
    letPlay(Game, study.startFen);
    return goTo(ply);
  }
  const found = read();
  if (!found) throw new Error("no game in the address");
  game = play(Game, found.startFen, found.moves);
  openAt(gameHash(found));
  letPlay(Game, found.startFen);
  goTo(found.ply);
}

/** For scripts and the console. */
const ready = start().catch((error) => {
  setText(byId("said"), i18n.t("share.embed.broken"));
  console.warn(error);
});
Object.defineProperty(window, "chuhe", { value: { ready, board } });
