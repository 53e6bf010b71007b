// The engine's lines for the position one looks at: started anew with every other position, on the board as arrows,
// beside it as a bar, and by a press in the tree. Or, for as long as one stays, what the other side threatens.

import { el } from "../../ui/dom.ts";
import { fromRed } from "../../core/xiangqi.ts";
import { createLineBar } from "./line-bar.ts";
import { createLinesStorage } from "./lines-setting.ts";
import {
  arrowsOf,
  evaluationOf,
  evaluationOfResult,
  isDecided,
  roundLabel,
  scoreInWords,
  shortScore,
  toneOf,
} from "./engine-line.ts";
import { createHead } from "./head.ts";
import { createPreview } from "./preview.ts";
import { createRows } from "./line-rows.ts";
import { createSummary } from "./spoken-summary.ts";
import { placeOf } from "./place.ts";
import { UNSAID, standingWords, statusWords } from "./line-words.ts";
import { LiveSearch } from "./live-search.ts";
import { spokenLine } from "../../core/spoken-line.ts";

/** @typedef {import("./engine-line.ts").EngineLine} EngineLine */
/** @typedef {import("./line-rows.ts").Spot} Spot */
/** @typedef {import("./line-rows.ts").Row} Row */
/** @typedef {import("../../board/arrows.ts").Arrow} Arrow */
/** A move that somebody looks at; pinned: by a finger. @typedef {{ spot: Spot, element: HTMLElement, pinned: boolean }} Looked */
/** @typedef {"none"|"loaded"|"failed"} Network  what became of the engine's network */

/** So many moves of the best line ears are told. */
const SAID = 3;
/** A pointer that only passes is shown nothing. */
const LOOK_MS = 120;

/**
 * What it needs of the page.
 * @typedef {object} LinesPage
 * @property {import("../../core/i18n.ts").I18n} i18n
 * @property {import("../study.js").Study} study
 * @property {import("../engine-queue.js").EngineQueue} queue
 * @property {import("../../rules/rules.ts").GameClass} Game
 * @property {() => import("../../core/xiangqi.ts").Notation} notation
 * @property {() => Partial<import("../../board/index.ts").BoardState>} look   of the small board; its side at the bottom
 * @property {(arrows: Arrow[]) => void} onArrows
 * @property {(score: import("../../engine/types.js").Score|null) => void} [onEvaluation]   from Red's view; null: not known
 * @property {HTMLElement} bar   beside the board
 * @property {(words: string) => void} announce
 * @property {Network} [network]   by now
 */

/** @param {HTMLElement} host @param {LinesPage} page */
export const createLines = (host, page) => new Lines(host, page);

export class Lines {
  #page;
  #host;
  #storage = createLinesStorage(() => localStorage, isHandheld());
  #choice = this.#storage.load();
  /** @type {Network} */
  #network;
  #search;
  #head;
  #list;
  #rows;
  #preview;
  #bar;
  #summary;
  /** What is thought about. @type {import("./place.ts").LinePlace|null} */
  #place = null;
  /** The other side moves, as if this one had passed. */
  #threat = false;
  /** The game at the place, for words. @type {InstanceType<import("../../rules/rules.ts").GameClass>|null} */
  #game = null;
  /** Lines in words. @type {Map<string, string[]>} */
  #written = new Map();
  #drawn = "[]";
  /** Lines that somebody looks at stay as they are. @type {readonly EngineLine[]|null} */
  #held = null;
  /** @type {Looked|null} */
  #looked = null;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #soon;

  /** @param {HTMLElement} host @param {LinesPage} page */
  constructor(host, page) {
    const { i18n, queue } = page;
    this.#page = page;
    this.#host = host;
    this.#network = page.network ?? "loaded";
    this.#search = new LiveSearch(queue, () => this.update());
    host.classList.add("lines", "is-there");
    host.replaceChildren();
    this.#head = createHead(host.appendChild(el("header", "lines-head")), i18n, {
      onSwitch: (on) => this.#choose({ on }),
      onCount: (count) => this.#choose({ count }),
      onThreat: () => this.threat(),
    });
    this.#list = host.appendChild(el("ol", "lines-list"));
    this.#rows = createRows(this.#list, i18n, {
      look: (...what) => this.#look(...what),
      leave: () => this.#leave(),
      take: (spot) => this.#take(spot),
      add: (row) => this.#add(row),
      isPinned: (spot) => this.#isPinned(spot),
    });
    const take = () => this.#looked && this.#take(this.#looked.spot);
    this.#preview = createPreview(host, i18n, page.look, () => void take());
    this.#bar = createLineBar(page.bar, i18n);
    this.#summary = createSummary(page.announce);
    this.#listen();
    this.#search.configure(this.#choice.on, this.#choice.count);
    this.#follow();
  }

  #listen() {
    const { study, queue } = this.#page;
    const hide = () => this.#search.hide(document.hidden);
    document.addEventListener("visibilitychange", hide);
    document.addEventListener("pointerdown", ({ target }) => this.#pressed(target));
    addEventListener("scroll", () => this.#looked?.pinned && this.#release());
    study.subscribe(() => this.#follow());
    queue.subscribe(() => this.#search.queueChanged());
    hide();
  }

  /** What became of the engine's network. @param {Network} state */
  judge(state) {
    if (state === this.#network) return;
    this.#network = state;
    if (state === "loaded") this.#search.forget();
    this.update();
  }

  /** The engine has other cores or another memory for the next search. */
  renew() {
    this.#search.renew();
  }

  /** On or off. */
  toggle() {
    this.#choose({ on: !this.#choice.on });
  }

  /** What the other side threatens, or the lines again. */
  threat() {
    if (!this.#choice.on || !this.#mayThreaten()) return;
    this.#threat = !this.#threat;
    this.#follow();
  }

  /** For scripts that look from outside. */
  get state() {
    return { ...this.#search.state, choice: this.#choice, threat: this.#threat };
  }

  /** @param {Partial<import("./lines-setting.ts").LineChoice>} changes */
  #choose(changes) {
    this.#choice = { ...this.#choice, ...changes };
    this.#storage.save(this.#choice);
    this.#drop();
    if (changes.on === false && this.#threat) this.threat();
    this.#search.configure(this.#choice.on, this.#choice.count);
    this.update();
  }

  /** In check one cannot pass. */
  #mayThreaten() {
    const { check, verdict } = this.#page.study.get().position;
    return check === null && verdict.result === "ongoing";
  }

  /** The study is somewhere, perhaps somewhere else. */
  #follow() {
    const { position } = this.#page.study.get();
    const stays = this.#place?.of === placeOf(position, false).key;
    if (!stays) this.#threat = false;
    const place = placeOf(position, this.#threat);
    if (place.key === this.#place?.key) return this.update();
    this.#place = place;
    this.#drop();
    this.#written.clear();
    this.#game?.free();
    this.#game = new this.#page.Game(place.fen, place.moves);
    this.#search.to(place);
    this.update();
  }

  /** The lines on show. */
  #lines() {
    return this.#held ?? this.#search.state.thought.lines;
  }

  // ---- what is looked at

  /** @param {Spot} spot @param {HTMLElement} element @param {boolean} pinned */
  #look(spot, element, pinned) {
    clearTimeout(this.#soon);
    if (!pinned && (this.#looked?.pinned || this.#looked?.element === element)) return;
    const show = () => {
      const line = this.#lines()[spot.row];
      if (!line || !element.isConnected) return;
      this.#held = this.#lines();
      this.#mark({ spot, element, pinned });
      this.#preview.show(this.#glimpse(line.moves.slice(0, spot.index + 1)), element, pinned);
    };
    if (pinned || this.#preview.isShown || element === document.activeElement) show();
    else this.#soon = setTimeout(show, LOOK_MS);
  }

  /** @param {Spot} spot */
  #isPinned({ row, index }) {
    if (!this.#looked?.pinned) return false;
    return this.#looked.spot.row === row && this.#looked.spot.index === index;
  }

  /** @param {Looked|null} looked */
  #mark(looked) {
    this.#looked?.element.classList.remove("is-looked");
    this.#looked = looked;
    looked?.element.classList.add("is-looked");
  }

  /** Nobody looks any more; what a finger has pinned stays until another place is pressed. */
  #leave() {
    clearTimeout(this.#soon);
    if (!this.#looked?.pinned) this.#release();
  }

  /** @param {EventTarget|null} target */
  #pressed(target) {
    const own = [this.#list, this.#preview.element];
    const inside = target instanceof Node && own.some((part) => part.contains(target));
    if (this.#looked?.pinned && !inside) this.#release();
  }

  #release() {
    if (!this.#held) return;
    this.#drop();
    this.update();
  }

  #drop() {
    clearTimeout(this.#soon);
    this.#held = null;
    this.#mark(null);
    this.#preview.hide();
  }

  /** The position after moves of a line. @param {string[]} moves @returns {import("./preview.ts").Glimpse} */
  #glimpse(moves) {
    const { fen, moves: before } = /** @type {import("./place.ts").LinePlace} */ (this.#place);
    const after = new this.#page.Game(fen, [...before, ...moves]);
    const view = after.view(this.#page.notation());
    after.free();
    const words = this.#page.i18n.move(view.notation.at(-1) ?? "");
    return { ...view, words, mayTake: !this.#threat };
  }

  // ---- what is taken into the tree

  /** The line up to a move, and there. What would follow a pass is no line of the game. @param {Spot} spot */
  #take({ row, index }) {
    const line = this.#lines()[row];
    if (!line || this.#threat) return;
    const { study } = this.#page;
    this.#drop();
    study.go(study.addLine(study.get().at, line.moves.slice(0, index + 1)));
  }

  /** The whole line; one stays where one is. @param {number} row */
  #add(row) {
    const line = this.#lines()[row];
    if (!line || this.#threat) return;
    const { study, announce, i18n } = this.#page;
    study.addLine(study.get().at, line.moves.slice(0, this.#write(line.moves).length));
    announce(i18n.t("analysis.lines.added", { number: row + 1 }));
  }

  // ---- what is shown

  /** Moves of a line in words. @param {string[]} moves */
  #write(moves) {
    const notation = this.#page.notation();
    const key = `${notation} ${moves.join(" ")}`;
    const texts = this.#written.get(key) ?? this.#game?.line(moves, notation) ?? [];
    this.#written.set(key, texts);
    return texts;
  }

  /** @param {EngineLine} line @returns {Row} */
  #rowOf({ score, depth, moves }) {
    const { i18n } = this.#page;
    const { ply, turn } = /** @type {import("./place.ts").LinePlace} */ (this.#place);
    const red = fromRed(score, turn);
    const texts = this.#write(moves);
    return {
      score: shortScore(red, i18n),
      scoreWords: scoreInWords(red, i18n),
      tone: toneOf(red),
      depth,
      texts,
      rounds: texts.map((_, index) => roundLabel({ ply, turn }, index)),
      blackFirst: turn === "b",
      mayTake: !this.#threat,
    };
  }

  /** Shows everything as it is now: words and looks may have changed. */
  update() {
    const { i18n } = this.#page;
    if (!i18n.ready || !this.#place) return;
    const { status, thought } = this.#search.state;
    const isShown = status !== "off" && status !== "over";
    const made = isShown ? this.#lines().map((line) => this.#rowOf(line)) : [];
    this.#host.dataset.status = status;
    this.#list.classList.toggle("is-held", this.#held !== null);
    this.#showRows(made, isShown && status !== "failed");
    this.#showHead();
    this.#draw(isShown ? arrowsOf(thought.lines) : []);
    const said = () => this.#said(made[0], thought.depth);
    this.#summary.update(this.#place.key, status, thought.depth, said);
  }

  /** Rows for all lines to come, too, so that nothing jumps when they do. @param {Row[]} made @param {boolean} waits */
  #showRows(made, waits) {
    const most = Math.min(this.#choice.count, this.#threat ? 1 : Infinity, this.#movesHere());
    /** @type {(Row|null)[]} */
    const wanted = made.slice(0, most);
    const missing = waits ? most - wanted.length : 0;
    for (let row = 0; row < missing; row++) wanted.push(null);
    this.#list.hidden = wanted.length === 0;
    if (made.length > 0) this.#preview.prepare();
    this.#rows.update(wanted, this.#page.notation());
  }

  /** How many there are to choose from. */
  #movesHere() {
    if (this.#threat) return Infinity;
    const { dests } = this.#page.study.get().position;
    return [...dests.values()].reduce((sum, { length }) => sum + length, 0);
  }

  #showHead() {
    const { i18n, study, look, onEvaluation } = this.#page;
    const { verdict } = study.get().position;
    const { status, thought, place } = this.#search.state;
    const turn = this.#place?.turn ?? "w";
    const best = status === "off" || status === "over" ? null : evaluationOf(thought, turn);
    const score = status === "over" ? evaluationOfResult(verdict.result) : best;
    const said = standingWords(score, verdict, i18n);
    const passed = this.#threat ? turn : null;
    const mayThreaten = this.#choice.on && status !== "failed" && this.#mayThreaten();
    this.#head.update({
      ...this.#choice,
      ...(passed ? UNSAID : said),
      facts: statusWords({ status, thought, network: this.#network, passed }, i18n),
      offer: this.#offer(status, thought),
      isBusy: status === "thinking" || status === "loading",
      threat: mayThreaten ? this.#threat : null,
    });
    if (this.#threat || place?.key !== this.#place?.key) return;
    const below = look().orientation ?? "red";
    this.#bar.update(score, said.scoreWords || said.score, below, this.#choice.on);
    onEvaluation?.(score);
  }

  /** @param {import("./live-search.ts").Status} status @param {import("./engine-line.ts").Thought} thought @returns {import("./head.ts").Head["offer"]} */
  #offer(status, thought) {
    const { t } = this.#page.i18n;
    if (status === "failed") return { words: t("action.retry"), act: () => this.#search.retry() };
    if (status !== "rested" || isDecided(thought)) return null;
    return { words: t("analysis.lines.goOn"), act: () => this.#search.goOn() };
  }

  /** The board is told of other arrows only. @param {Arrow[]} arrows */
  #draw(arrows) {
    const next = JSON.stringify(arrows);
    if (next === this.#drawn) return;
    this.#drawn = next;
    this.#page.onArrows(arrows);
  }

  /** For ears. @param {Row|undefined} row @param {number} depth */
  #said(row, depth) {
    if (!row) return "";
    const { i18n, Game, notation } = this.#page;
    const place = /** @type {import("./place.ts").LinePlace} */ (this.#place);
    const before = { startFen: place.fen, moves: place.moves };
    const line = this.#lines()[0].moves.slice(0, SAID);
    const moves = spokenLine(Game, before, line, notation(), i18n).join("; ");
    return i18n.t("analysis.lines.summary", { depth, score: row.scoreWords, moves });
  }
}

/** A device that is held in the hand is spared the work until it is asked for. */
function isHandheld() {
  return matchMedia("(pointer: coarse) and (max-width: 820px)").matches;
}
