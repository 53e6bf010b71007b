// A search step by step on the page: its tree, beside it the position, what happens in words, and the counts.

import { createBoard } from "../../board/index.ts";
import { notationOf } from "../../core/languages.ts";
import { pieceAt } from "../../core/xiangqi.ts";
import { el, langOfMoves, setText } from "../../ui/dom.ts";
import { createTreeList } from "./node-list.ts";
import { createMap } from "./tree-map.ts";
import { fillExplanation } from "./value-terms.ts";
import { pathTo } from "./search-tree.ts";
import { checkAt, placeOf, textOf, writerOf } from "./tree-position.ts";
import { createTransport } from "./transport.ts";
import { View } from "./values.ts";
import { sayStep } from "./step-words.ts";

/** @typedef {import("./session.ts").Session} Session */

const COUNTS = /** @type {const} */ (["nodes", "leaves", "cutoffs", "researches", "known"]);
/** Of the small board. */
const STILL = { animationMs: 140 };

/** @param {string} name @param {(Node|string)[]} children */
const part = (name, ...children) => el("div", `lab-tree-${name}`, ...children);

/** @param {HTMLElement} host @param {import("../lab-client.ts").Lab} lab */
export function createStage(host, lab) {
  return new TreePanel(host, lab);
}

class TreePanel {
  #lab;
  #root;
  /** @type {Session|null} */
  #session = null;
  /** @type {((node: import("./search-tree.ts").Node) => string)|null} */
  #write = null;
  #forRed = false;
  /** @type {import("../../board/index.ts").Board|null} */
  #board = null;
  /** Whose explanation is asked for. */
  #asked = 0;
  #parts = {
    say: part("say"),
    path: el("p", "lab-tree-path"),
    board: part("board"),
    list: part("list"),
    counts: el("dl", "lab-tree-counts"),
    explain: part("explain"),
    view: el("select", "lab-select lab-tree-view"),
    keys: el("p", "hint lab-tree-keys"),
    legend: el("p", "hint"),
    swatches: el("p", "lab-tree-swatches"),
  };
  #map = part("map");
  #picture = createMap(this.#map);
  #list;
  #transport;

  /** @param {HTMLElement} host @param {import("../lab-client.ts").Lab} lab */
  constructor(host, lab) {
    this.#lab = lab;
    const { say, path, board, list, counts, explain, view, keys, legend, swatches } = this.#parts;
    const bar = part("bar");
    const aside = part("aside", board, part("facts", path, counts), explain);
    const frame = part("frame", part("head", view, swatches), list, legend, keys);
    this.#root = el("section", "lab-tree-stage", say, aside, frame, bar);
    this.#root.tabIndex = 0;
    this.#root.hidden = true;
    host.append(this.#root);
    keys.id = "lab-tree-keys";
    this.#root.setAttribute("aria-describedby", keys.id);
    say.setAttribute("aria-live", "polite");
    list.setAttribute("role", "group");
    this.#list = createTreeList(list, {
      go: (id) => this.#go(this.#session?.stepTo(id) ?? 0, true),
      fold: (id, isOpen) => (this.#session?.fold(id, isOpen), this.update()),
    });
    this.#transport = createTransport(bar, this.#map, lab.i18n, {
      step: () => this.#session?.step ?? 0,
      last: () => this.#session?.last ?? 0,
      go: (step) => this.#go(step),
      over: () => this.#session?.over() ?? 0,
      out: () => this.#session?.out() ?? 0,
      cut: () => this.#session?.cut() ?? null,
      halted: () => lab.announce(say.innerText),
    });
    view.addEventListener("change", () => {
      this.#forRed = view.value === "red";
      this.refresh();
    });
    this.#root.addEventListener("keydown", (event) => this.#transport.onKey(event));
    for (const kind of ["click", "input"]) bar.addEventListener(kind, () => this.#uncover(bar));
  }

  /** Where the bar sticks to the window it is there before what a step says and shows: that comes into sight with the first one. @param {Element} bar */
  #uncover(bar) {
    if (getComputedStyle(bar).position !== "sticky") return;
    const { bottom } = this.#parts.board.getBoundingClientRect();
    if (bottom > bar.getBoundingClientRect().top)
      this.#root.scrollIntoView({ block: "start", behavior: "instant" });
  }

  /** @param {Session|null} session  a search that was traced, or nothing */
  show(session) {
    this.#transport.halt();
    this.#session = session;
    this.#root.hidden = session === null;
    if (session) this.#picture.show(session.tree, session.steps);
    this.refresh();
  }

  /** The language or the notation may be another. */
  refresh() {
    if (!this.#session) return;
    const { i18n, settings, Game } = this.#lab;
    const { search, tree } = this.#session;
    this.#write = writerOf(Game, search.place, tree, notationOf(settings), i18n.move);
    this.#translate();
    this.update();
  }

  /** @param {number} step @param {boolean} [halts]  it does not go on playing from there */
  #go(step, halts = false) {
    if (halts) this.#transport.halt();
    this.#session?.go(step);
    this.update();
  }

  update() {
    const [session, write] = [this.#session, this.#write];
    if (!session || !write) return;
    const { i18n, settings } = this.#lab;
    const { search, tree, moment, here, unfolded } = session;
    const view = new View(i18n.t, search.place.turn, this.#forRed);
    const telling = { tree, view, method: search.method, t: i18n.t, move: write };
    const line = new Set(session.line.map(({ id }) => id));
    const lang = langOfMoves(notationOf(settings), i18n);
    this.#say(sayStep(telling, moment));
    this.#list.update({
      ...telling,
      moment,
      unfolded,
      line,
      lang,
      piece: (node) => this.#pieceOf(node),
    });
    this.#picture.at(session.step);
    this.#transport.update();
    const moves = pathTo(tree, here).slice(1).map(write).join(" ");
    this.#showBoard(here, moves);
    this.#showPath(moves, lang);
    this.#showCounts();
    void this.#explain(here);
  }

  /** Words that are the same at every step. */
  #translate() {
    const { t } = this.#lab.i18n;
    this.#transport.translate();
    const { view, keys, legend, list, counts, swatches } = this.#parts;
    this.#root.setAttribute("aria-label", t("lab.tree.stage"));
    list.setAttribute("aria-label", t("lab.tree.list"));
    counts.setAttribute("aria-label", t("lab.tree.counts"));
    view.setAttribute("aria-label", t("lab.tree.view"));
    const wanted = { own: t("lab.tree.view.own"), red: t("lab.tree.view.red") };
    if (view.options.length === 0) view.append(new Option("", "own"), new Option("", "red"));
    for (const option of view.options) setText(option, Object(wanted)[option.value]);
    setText(keys, t("lab.tree.keys"));
    swatches.replaceChildren(...this.#swatches());
    setText(legend, t(this.#forRed ? "lab.tree.legend.red" : "lab.tree.legend.own"));
  }

  /** What the colours of the picture over the slider mean, as far as they are in it. */
  #swatches() {
    const { tree } = /** @type {Session} */ (this.#session);
    const found = {
      cut: tree.nodes.some(({ kind }) => kind === "cut"),
      again: tree.nodes.some(({ before }) => before >= 0),
      known: tree.nodes.some(({ kind }) => kind === "known"),
    };
    const marks = Object.entries(found).flatMap(([mark, isThere]) => (isThere ? [mark] : []));
    return marks.map((mark) =>
      el("span", `lab-swatch is-${mark}`, this.#lab.i18n.t(`lab.tree.mark.${mark}`)),
    );
  }

  /** While it plays nobody could listen; where it halts is said then. @param {string[]} sentences */
  #say(sentences) {
    const { say } = this.#parts;
    say.setAttribute("aria-live", this.#transport.isPlaying ? "off" : "polite");
    const before = [...say.children].map(({ textContent }) => textContent);
    if (before.join("\n") === sentences.join("\n")) return;
    say.replaceChildren(...sentences.map((sentence) => el("p", "", sentence)));
  }

  /** @param {import("./search-tree.ts").Node} here @param {string} moves  that led there, as they are written */
  #showBoard(here, moves) {
    const session = /** @type {Session} */ (this.#session);
    const { search, tree } = session;
    const place = placeOf(search.place, tree, here);
    const { i18n, Game, look } = this.#lab;
    const { move } = here;
    const state = {
      ...look(),
      ...STILL,
      ...place,
      lastMove: /** @type {[string, string]|null} */ (
        move ? [move.slice(0, 2), move.slice(2)] : null
      ),
      check: checkAt(Game, place),
      label: i18n.t("lab.tree.board", { moves: moves || i18n.t("lab.tree.root") }),
    };
    if (this.#board) this.#board.set(state);
    else this.#board = createBoard(this.#parts.board, state);
  }

  /** The piece that made the move to a node. @param {import("./search-tree.ts").Node} node */
  #pieceOf(node) {
    const session = /** @type {Session} */ (this.#session);
    const { search, tree } = session;
    const at = node.move?.slice(2) ?? "";
    const { placement } = placeOf(search.place, tree, node);
    return pieceAt(placement, at);
  }

  /** @param {string} moves  that led to the place, as they are written @param {string} lang */
  #showPath(moves, lang) {
    const { t } = this.#lab.i18n;
    const words = el("span", "lab-tree-moves", moves);
    words.lang = lang;
    const whole = moves ? [`${t("lab.tree.path")} `, words] : [t("lab.tree.root")];
    this.#parts.path.replaceChildren(...whole);
  }

  #showCounts() {
    const { counts } = /** @type {Session} */ (this.#session);
    const { t } = this.#lab.i18n;
    const rows = COUNTS.map((name) =>
      el("div", "", el("dt", "", t(`lab.tree.count.${name}`)), el("dd", "", String(counts[name]))),
    );
    this.#parts.counts.replaceChildren(...rows);
  }

  /** @param {import("./search-tree.ts").Node} here */
  async #explain(here) {
    const { explain } = this.#parts;
    const asked = ++this.#asked;
    const session = /** @type {Session} */ (this.#session);
    const isLeaf = here.kind === "leaf" && here.left <= session.moment;
    if (!isLeaf) return void explain.replaceChildren();
    const place = placeOf(session.search.place, session.tree, here);
    // Without a worker there is none, and the tree is still there to be read.
    const found = await this.#lab.explain(textOf(place), session.search.judge).catch(() => null);
    if (asked !== this.#asked) return;
    if (found) fillExplanation(explain, found, place.turn, this.#lab.i18n.t);
    else explain.replaceChildren();
  }
}
