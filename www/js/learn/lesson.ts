// One exercise on the page: the board, what is said, and the buttons. The runner knows what a move means;
// this shows it.

import { createBoard } from "../board/index.js";
import { notationOf } from "../core/languages.ts";
import { byId, el, icon, langOfMoves, setText } from "../ui/dom.ts";
import { playLook } from "../shell/appearance.js";
import { showCycle } from "../ui/repetition-diagram.ts";
import { createAnnouncer, createFlash } from "../ui/notice.ts";
import { soundOfMove } from "../shell/sound.js";
import { createGridWords } from "../shell/grid-words.js";
import { createMoveForm } from "./move-form.ts";
import { fillNote } from "./notation-note.ts";
import { Runner } from "./lesson-runner.ts";
import { sayIt, sayOfVerdict } from "./messages.ts";
import { uncover } from "./reveal-board.ts";

/** @typedef {import("./chapters.ts").Step} Step */
/** @typedef {import("./goals.ts").Outcome} Outcome */
/** @typedef {import("./goals.ts").Say} Say */
/** @typedef {import("./lesson-runner.ts").Scene} Scene */

/** How long the learner's own move is seen before the answer comes. */
const BREATH_MS = 350;
const PRAISES = 5;

/**
 * @typedef {object} Surroundings
 * @property {import("../core/i18n.ts").I18n} i18n
 * @property {import("../rules/rules.ts").GameClass} Game
 * @property {ReturnType<typeof import("../shell/preferences.js").createPreferences>} preferences
 * @property {{ play: (name: import("../shell/sound.js").Sound) => void }} sound
 * @property {() => string[]} onDone  what more there is to say: lines of the locale files
 * @property {() => void} onNext
 */

export class Lesson {
  #around;
  #board;
  #moveForm;
  #flash = createFlash(byId("flash"));
  #gridWords;
  /** @type {Runner|null} */
  #runner = null;
  /** The words of the step begin with this: `learn.horse.2`. */
  #key = "";
  #number = 0;
  /** What stands in the message, to be said anew in another language. @type {{ tone: string, says: Say[] }} */
  #message = { tone: "", says: [] };
  /** What the cycle shows besides a verdict on the board. @type {Outcome|null} */
  #warned = null;
  /** Counts what happens, so that a scene that comes late is not shown. */
  #moment = 0;
  /** What `Next` leads to: a line of the locale files. */
  #nextKey = "learn.action.next";
  /** Squares of the hint. @type {string[]} */
  #hinted = [];

  /** @param {Surroundings} around */
  constructor(around) {
    this.#around = around;
    this.#board = createBoard(byId("board"), {
      onMove: (from, to) => this.#move(from + to),
      onRefused: (from, to) => this.#refuse(from + to),
      onSelect: (square) => this.#select(square),
    });
    this.#gridWords = createGridWords(around.i18n, createAnnouncer(byId("announcer")));
    this.#moveForm = createMoveForm(around.i18n, (from, to) => this.#playTyped(from, to));
    byId("hint").addEventListener("click", () => this.#hint());
    byId("reset").addEventListener("click", () => this.reset());
    byId("next").addEventListener("click", () => this.#next());
  }

  get board() {
    return this.#board;
  }

  get runner() {
    return this.#runner;
  }

  /** @param {Step} step @param {string} key @param {number} number of the step, for the praise @param {string} nextKey */
  open(step, key, number, nextKey) {
    this.#runner?.dispose();
    this.#runner = new Runner(this.#around.Game, step);
    this.#key = key;
    this.#number = number;
    this.#nextKey = nextKey;
    this.#afresh();
  }

  reset() {
    this.#runner?.reset();
    this.#afresh();
  }

  #afresh() {
    this.#moment++;
    this.#say("");
    this.#warned = null;
    this.#hinted = [];
    this.#board.set({ selected: null });
    this.show();
  }

  /** Everything anew: after a move, or in another language or theme. */
  show() {
    const runner = this.#runner;
    if (!runner) return;
    runner.notation = notationOf(this.#around.preferences.settings);
    this.#showBoard(runner.scene);
    this.#showWords(runner);
    this.#moveForm.update(runner);
  }

  /** @param {Scene} scene @param {boolean} [passing] another one follows */
  #showBoard(scene, passing = false) {
    const runner = /** @type {Runner} */ (this.#runner);
    const { i18n, preferences } = this.#around;
    const hinted = Object.fromEntries(this.#hinted.map((square) => [square, "warn"]));
    this.#board.set({
      ...scene,
      movable: passing ? null : runner.movable,
      markers: { ...runner.markers, ...hinted },
      risky: runner.losing(this.#board.state.selected),
      ...playLook(preferences),
      ...labelsOf(runner.step),
      label: i18n.t("board.label"),
      words: this.#gridWords(),
    });
  }

  /** @param {Runner} runner */
  #showWords(runner) {
    const { t } = this.#around.i18n;
    setText(byId("step-title"), t(`${this.#key}.title`));
    setText(byId("step-text"), t(`${this.#key}.text`));
    setText(byId("step-task"), t(`${this.#key}.task`));
    this.#showQuote(runner);
    this.#showWants(runner);
    this.#showMessage();
    this.#showButtons(runner);
    this.#showNote(runner);
    this.#showCycle(runner);
  }

  /** The move that is to be read. @param {Runner} runner */
  #showQuote(runner) {
    const { goal, fen } = runner.step;
    const quote = byId("quote");
    quote.hidden = goal.kind !== "read";
    if (goal.kind !== "read") return;
    const start = new this.#around.Game(fen);
    setText(quote, this.#around.i18n.move(start.line([goal.move], goal.notation)[0]));
    start.free();
    quote.lang = langOfMoves(goal.notation, this.#around.i18n);
  }

  /** What is asked for one by one, and what of it is done. @param {Runner} runner */
  #showWants({ step, left }) {
    const { t } = this.#around.i18n;
    const { goal } = step;
    const pieces = goal.kind === "checks" || goal.kind === "each" ? goal.by : null;
    const wants = pieces ?? (goal.kind === "answer" ? goal.ways : []);
    const host = byId("wants");
    host.hidden = wants.length < 2;
    host.replaceChildren(
      ...wants.map((want) => {
        const name = pieces ? t(`piece.${want}`) : t(`learn.want.${want}`);
        const done = !left.includes(want);
        return el("li", done ? "want is-done" : "want", ...(done ? [icon("done")] : []), name);
      }),
    );
  }

  #showMessage() {
    const { i18n } = this.#around;
    const { tone, says } = this.#message;
    const message = byId("message");
    message.dataset.tone = tone;
    setText(message, says.map((say) => sayIt(say, i18n)).join(" "));
  }

  /** @param {Runner} runner */
  #showButtons({ state, step, isFresh }) {
    const { t } = this.#around.i18n;
    const looking = step.goal.kind === "look";
    const next = byId("next");
    byId("hint").hidden = state !== "open" || looking;
    byId("reset").hidden = looking || isFresh;
    next.hidden = state !== "done" && !looking;
    setText(next, t(looking && state === "open" ? "learn.action.seen" : this.#nextKey));
    byId("reset").classList.toggle("button-primary", state === "over");
  }

  /** @param {Runner} runner */
  #showNote({ step, written, state }) {
    const { kind } = step.goal;
    const note = byId("note");
    note.hidden = !(kind === "notate" || (kind === "read" && state === "done"));
    if (!note.hidden) fillNote(byId("note-body"), written, this.#around.i18n);
  }

  /** @param {Runner} runner */
  #showCycle(runner) {
    const verdict = this.#warned?.verdict ?? runner.game.verdict();
    const texts = this.#warned?.texts ?? runner.writeCycle(verdict.cycle);
    showCycle(byId("cycle"), verdict.cycle, texts, this.#around.i18n);
  }

  /** @param {string} tone @param {Say[]} says */
  #say(tone, ...says) {
    this.#message = { tone, says };
    this.#showMessage();
  }

  // ---- what the learner does

  /** @param {string|null} square */
  #select(square) {
    if (square) this.#around.sound.play("pick");
    this.#board.set({ risky: this.#runner?.losing(square) ?? [] });
    const rule = square === null ? null : this.#runner?.ruleAt(square);
    // Before the first move the bar has to lie over nothing: the piece may be on its way.
    if (rule) this.#say(this.#runner?.isFresh ? "first" : "hint", rule);
  }

  /** @param {string} from @param {string} to */
  #playTyped(from, to) {
    if (this.#runner?.scene.dests.get(from)?.includes(to)) this.#move(from + to);
    else this.#refuse(from + to);
  }

  /** @param {string} move */
  #move(move) {
    const runner = this.#runner;
    if (!runner) return;
    const before = runner.scene.placement;
    const outcome = runner.move(move);
    this.#hinted = [];
    this.#warned = outcome.verdict ? outcome : null;
    this.#ring(runner, before, outcome);
    this.#tell(outcome);
    void this.#follow(outcome, runner.scenes);
    requestAnimationFrame(() => uncover());
  }

  /** @param {string} move */
  #refuse(move) {
    const runner = this.#runner;
    if (!runner || runner.state !== "open") return;
    const outcome = runner.refuse(move);
    this.#hinted = [];
    this.#tell(outcome);
    if (outcome.type === "done") this.#finish();
    this.show();
  }

  /** @param {Runner} runner @param {string} before @param {Outcome} outcome */
  #ring(runner, before, { type }) {
    if (type === "back") return;
    const { placement, check } = runner.scenes[0];
    const count = (/** @type {string} */ text) => text.replaceAll(".", "").length;
    const capture = count(placement) < count(before) ? "taken" : null;
    const verdict = runner.game.verdict();
    const after = /** @type {import("../core/xiangqi.ts").PositionView} */ ({ check, verdict });
    this.#around.sound.play(soundOfMove({ capture }, after));
  }

  /** @param {Outcome} outcome */
  #tell({ type, say }) {
    const says = say ? [say] : [];
    if (type !== "done")
      return this.#say(type === "moved" || type === "rewound" ? "good" : "bad", ...says);
    const verdict = this.#runner?.game.verdict();
    if (verdict && verdict.reason !== null && verdict.result !== "ongoing")
      says.push(sayOfVerdict(verdict));
    this.#say("done", ...says, { key: this.#praise });
  }

  /** Shows one scene after the other. @param {Outcome} outcome @param {Scene[]} scenes */
  async #follow(outcome, scenes) {
    const moment = ++this.#moment;
    const runner = /** @type {Runner} */ (this.#runner);
    const distinct = scenes.filter((scene, i) => scene.placement !== scenes[i - 1]?.placement);
    const rewinds = outcome.type === "rewound";
    for (const scene of rewinds ? distinct : distinct.slice(0, -1)) {
      this.#showBoard(scene, true);
      await this.#board.flushAnimation();
      await new Promise((resolve) => setTimeout(resolve, BREATH_MS));
      if (moment !== this.#moment) return;
    }
    if (rewinds) runner.rewind();
    if (outcome.type === "done") this.#finish();
    this.show();
  }

  #finish() {
    const { i18n, onDone } = this.#around;
    this.#flash(i18n.t(this.#praise));
    this.#message.says.push(...onDone().map((key) => ({ key })));
  }

  /** A kind word; where only a demonstration was followed, a plain one. */
  get #praise() {
    const shown = this.#runner?.step.goal.kind === "script";
    return shown ? "learn.praise.seen" : `learn.praise.${(this.#number % PRAISES) + 1}`;
  }

  /** The words of the hint and, where the learner is on the way, its squares. */
  #hint() {
    const hint = this.#runner?.hint ?? null;
    this.#hinted = hint ? [hint.slice(0, 2), hint.slice(2)] : [];
    const key = `${this.#key}.hint`;
    this.#say("hint", { key }, ...(hint ? [] : [{ key: "learn.say.hintGone" }]));
    this.show();
  }

  #next() {
    const { onDone, onNext } = this.#around;
    if (this.#runner?.step.goal.kind === "look") onDone();
    onNext();
  }
}

/** A move that is to be read says which names the files have. @param {import("./lesson-runner.ts").Runner["step"]} step */
const labelsOf = ({ goal }) => (goal.kind === "read" ? { labels: goal.notation } : {});
