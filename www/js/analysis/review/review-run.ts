// A review as it goes on: begun, paused, called off, gone on with. It knows the engine's queue and the rules, and no
// element of the page.

import { opposite, toCentipawns } from "../../explain/chances.ts";
import { sideOf } from "../../core/xiangqi.ts";
import { noFindings } from "./review-storage.ts";
import { NODES, judgeMove, judgePosition } from "../../explain/judge.ts";

/** @typedef {import("./review-storage.ts").Findings} Findings */
/** @typedef {import("../../explain/judge.ts").JudgedPosition} JudgedPosition */
/** @typedef {"none"|"running"|"paused"|"done"|"failed"} RunStatus */

/**
 * @typedef {object} RunParts
 * @property {import("../../rules/rules.ts").GameClass} Game
 * @property {import("../engine-queue.js").EngineQueue} queue
 * @property {Engine|null} [second]  another engine, where there is a core for it
 * @property {ReturnType<typeof import("./review-storage.ts").createReviewStorage>} store
 * @property {ReturnType<typeof import("./review-archive.ts").createReviewArchive>|null} [archive]
 * @property {(ply: number, cp: number) => void} onEvaluation  of the position after so many moves, from Red's view
 * @property {() => void} changed
 */

/** @typedef {Pick<import("../engine-queue.js").EngineQueue, "ask"|"forget">} Engine */
/** How far the walk is: the next position, and the moves that somebody judges. @typedef {{ next: number, moves: Set<number> }} Way */

/** It is stored after so many positions. */
const KEEP_EVERY = 8;

/** Somebody has called the walk off, or another question came first. */
class CalledOff extends Error {}

export class ReviewRun {
  #parts;
  /** @type {AbortController|null} */
  #job = null;
  /** @type {string|null} */
  startFen = null;
  /** @type {string[]} */
  moves = [];
  /** Which study the game is in. */
  #study = 0;
  /** @type {Findings} */
  findings = noFindings([]);
  /** How long each search is. */
  nodes = NODES;
  /** @type {RunStatus} */
  status = "none";
  /** Who moves first: a game may begin with Black. @type {"red"|"black"} */
  first = "red";

  /** @param {RunParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** What there is to walk, in positions. */
  get total() {
    return this.moves.length + 1;
  }

  /** How many positions are done, with the moves that lead to them. */
  get done() {
    const open = this.findings.positions.findIndex(
      (position, at) => position === null || (at > 0 && this.findings.moves[at - 1] === null),
    );
    return open < 0 ? this.total : open;
  }

  /** @param {number} ply @returns {"red"|"black"} who makes that move */
  sideAt(ply) {
    const isFirst = ply % 2 === 0;
    return isFirst === (this.first === "red") ? "red" : "black";
  }

  /**
   * Another game is on the board, or the same one. Of a line that has changed in its study, what is known stays.
   * @param {string|null} startFen @param {string[]} moves @param {number} study
   */
  open(startFen, moves, study) {
    const isSame = study === this.#study;
    this.#study = study;
    if (startFen === this.startFen && moves.join() === this.moves.join()) return;
    this.#stop();
    const common = () => (isSame ? this.#common(startFen, moves) : noFindings(moves));
    const known = this.#parts.store.load(startFen, moves) ?? common();
    this.startFen = startFen;
    this.moves = moves;
    this.first = this.#firstOf(startFen);
    this.findings = known;
    const isBegun = this.done > 0 && moves.length > 0;
    this.#be(isBegun ? (this.done === this.total ? "done" : "paused") : "none");
    if (this.status !== "done" && moves.length > 0) void this.#recall(moves);
  }

  /** The review of this game that was made long ago, unless something has happened since. @param {string[]} moves */
  async #recall(moves) {
    const found = await this.#parts.archive?.find(this.startFen, moves);
    if (!found || this.moves !== moves || this.#job || this.status === "done") return;
    this.findings = found;
    this.#be("done");
  }

  /** What is known of a line as far as it is the one before. @param {string|null} startFen @param {string[]} moves @returns {Findings} */
  #common(startFen, moves) {
    const findings = noFindings(moves);
    if (startFen !== this.startFen) return findings;
    const parting = moves.findIndex((move, at) => move !== this.moves[at]);
    const same = parting < 0 ? moves.length : parting;
    for (let ply = 0; ply <= same; ply++) {
      findings.positions[ply] = this.findings.positions[ply] ?? null;
      if (ply > 0) findings.moves[ply - 1] = this.findings.moves[ply - 1] ?? null;
    }
    return findings;
  }

  /** @param {string|null} startFen @returns {"red"|"black"} */
  #firstOf(startFen) {
    const game = new this.#parts.Game(startFen, []);
    const { turn } = game.view();
    game.free();
    return sideOf(turn);
  }

  /** From the beginning. */
  begin() {
    this.#stop();
    this.findings = noFindings(this.moves);
    void this.resume();
  }

  /** Where it was left. */
  async resume() {
    if (this.#job || this.moves.length === 0) return;
    const job = new AbortController();
    this.#job = job;
    const release = this.#parts.queue.claim("review");
    this.#be("running");
    try {
      await this.#walk(job.signal);
      if (job === this.#job) this.#end("done");
    } catch (error) {
      if (job !== this.#job) return;
      this.#end(error instanceof CalledOff ? "paused" : "failed");
      if (!(error instanceof CalledOff)) reportError(error);
    } finally {
      release();
    }
  }

  pause() {
    if (!this.#job) return;
    this.#stop();
    this.#keep();
    this.#be("paused");
  }

  /** Called off: what was found is forgotten. */
  cancel() {
    this.#stop();
    this.findings = noFindings(this.moves);
    this.#keep();
    void this.#parts.archive?.forget(this.startFen, this.moves);
    this.#be("none");
  }

  #stop() {
    this.#job?.abort();
    this.#job = null;
  }

  /** @param {RunStatus} status */
  #end(status) {
    this.#job = null;
    this.#keep();
    this.#be(status);
  }

  #keep() {
    this.#parts.store.save(this.startFen, this.moves, this.findings);
    if (this.done === this.total)
      void this.#parts.archive?.keep(this.startFen, this.moves, this.findings);
  }

  /** @param {RunStatus} status */
  #be(status) {
    this.status = status;
    this.#parts.changed();
  }

  /** Every engine takes the next position that nobody has taken. One that is called off calls the others off. @param {AbortSignal} signal */
  async #walk(signal) {
    const { queue, second } = this.#parts;
    const off = new AbortController();
    if (signal.aborted) off.abort();
    signal.addEventListener("abort", () => off.abort(), { once: true });
    const way = { next: this.done, moves: new Set() };
    const go = async (/** @type {Engine} */ engine) => {
      try {
        await this.#walkWith(this.#walker(engine, off.signal), way);
      } catch (error) {
        off.abort();
        throw error;
      }
    };
    const ended = await Promise.allSettled([queue, ...(second ? [second] : [])].map(go));
    const failed = ended.filter((end) => end.status === "rejected").map(({ reason }) => reason);
    // Of several ends the failure is the one to tell of.
    if (failed.length > 0) throw failed.find((it) => !(it instanceof CalledOff)) ?? failed[0];
  }

  /** @param {import("../../explain/judge.ts").JudgeContext} walker @param {Way} way */
  async #walkWith(walker, way) {
    const { findings } = this;
    while (way.next <= this.moves.length) {
      const ply = way.next;
      way.next += 1;
      const judged = findings.positions[ply] ?? (await judgePosition(walker, ply));
      findings.positions[ply] = judged;
      const side = this.sideAt(ply);
      const fromRed = side === "red" ? judged.score : opposite(judged.score);
      this.#parts.onEvaluation(ply, toCentipawns(fromRed));
      this.#parts.changed();
      for (const move of [ply - 1, ply]) await this.#judgeMove(walker, move, way);
      if (ply % KEEP_EVERY === 0) this.#keep();
      this.#parts.changed();
    }
  }

  /** A move is judged once, when the positions before and after it are. @param {import("../../explain/judge.ts").JudgeContext} walker @param {number} ply @param {Way} way */
  async #judgeMove(walker, ply, { moves }) {
    const { findings } = this;
    const [before, after] = [findings.positions[ply], findings.positions[ply + 1]];
    if (!before || !after || findings.moves[ply] || moves.has(ply)) return;
    moves.add(ply);
    findings.moves[ply] = await judgeMove(walker, ply, before, after, this.sideAt(ply));
  }

  /** @param {Engine} queue @param {AbortSignal} signal @returns {import("../../explain/judge.ts").JudgeContext} */
  #walker(queue, signal) {
    const { Game } = this.#parts;
    const { startFen, moves, nodes } = this;
    return {
      Game,
      startFen,
      moves,
      nodes,
      search: async (line, limits) => {
        // Every search begins with nothing known, so that all are alike and come out the same again.
        await queue.forget();
        if (signal.aborted) throw new CalledOff();
        const report = await queue.ask(startFen, line, limits, undefined, signal);
        if (!report || signal.aborted) throw new CalledOff();
        return report;
      },
    };
  }
}
