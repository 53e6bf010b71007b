// The run of a review, which can be started, paused, resumed and cancelled. No DOM.

import { sideOf } from "../../core/xiangqi.ts";
import type { Ruleset, Side } from "../../core/xiangqi.ts";
import { judgeMove, judgePosition } from "../../explain/judge.ts";
import type {
  GameReview,
  JudgeContext,
  JudgedPosition,
  ReviewNodes,
  Reviewing,
} from "../../explain/judge.ts";
import type { GameClass } from "../../rules/rules.ts";
import type { EngineQueue } from "../engine-queue.ts";
import type { ReviewArchive } from "./review-archive.ts";
import { noFindings } from "./review-storage.ts";
import type { Findings, ReviewStorage } from "./review-storage.ts";

export type RunStatus = "none" | "running" | "paused" | "done" | "failed";

export type ReviewEngine = Pick<EngineQueue, "ask" | "forget">;

interface RunParts {
  Game: GameClass;
  reviewing: Reviewing;
  /** Returns the rules of the game. */
  ruleset(): Ruleset;
  queue: EngineQueue;
  /** Another engine; null if the device has no core for it. */
  second?: ReviewEngine | null;
  store: ReviewStorage;
  archive?: ReviewArchive;
  /** Called with the evaluation of the position after `ply` moves, in centipawns from Red's point of view. */
  onEvaluation(ply: number, cp: number): void;
  changed(): void;
}

/** What the engines share: the plies that are left, the next first. */
type Plies = number[];

/** The number of positions after which the findings are stored again. */
const STORE_EVERY = 8;

/** Thrown if the run was aborted, or if another search superseded a search of the run. */
class Cancelled extends Error {}

/**
 * Returns the latest evaluation of each position, as `latest` in `src/review/lib.rs` does. The positions around a
 * mistake have the scores of its finding; between two mistakes, that of the earlier one.
 */
export function latestPositions(
  { positions, moves }: Findings,
  { oppositeScore }: Pick<Reviewing, "oppositeScore">,
): Findings["positions"] {
  const latest = [...positions];
  const rescore = (at: number, score: JudgedPosition["score"]) => {
    const judged = latest[at];
    if (judged) latest[at] = { ...judged, score };
  };
  for (const [ply, judged] of moves.entries())
    if (judged?.again) [latest[ply], latest[ply + 1]] = [judged.again.before, judged.again.after];
  for (const [ply, judged] of moves.entries())
    if (judged?.finding) rescore(ply, judged.finding.scores.best);
  for (const [ply, judged] of moves.entries())
    if (judged?.finding) rescore(ply + 1, oppositeScore(judged.finding.scores.played));
  return latest;
}

export class ReviewRun {
  readonly #parts: RunParts;
  #job: AbortController | null = null;
  /** The `study` number of the study with the game. */
  study = 0;
  startFen: string | null = null;
  moves: string[] = [];
  findings: Findings = noFindings([]);
  /** The node limits of the searches; null for those of the module. */
  nodes: ReviewNodes | null = null;
  status: RunStatus = "none";
  /** The moves that seem to lose chances: how many there are and how many are judged; null before they are known. */
  suspects: { done: number; total: number } | null = null;
  /** The side that moves first in the game. */
  first: Side = "red";

  constructor(parts: RunParts) {
    this.#parts = parts;
  }

  /** The number of positions of the game, the start included. */
  get total(): number {
    return this.moves.length + 1;
  }

  /** The number of consecutive positions, from the start, that are judged. */
  get done(): number {
    const open = this.findings.positions.indexOf(null);
    return open < 0 ? this.total : open;
  }

  get #isComplete(): boolean {
    return this.done === this.total && !this.findings.moves.includes(null);
  }

  /** Returns the side that makes the move at `ply`. */
  sideAt(ply: number): Side {
    return (ply % 2 === 0) === (this.first === "red") ? "red" : "black";
  }

  /** Opens a game. If the moves of the same study have changed, keeps the findings up to the first changed move. */
  open(startFen: string | null, moves: string[], study: number): void {
    const isSameStudy = study === this.study;
    this.study = study;
    if (startFen === this.startFen && moves.join() === this.moves.join()) return;
    this.#stop();
    const stored = this.#parts.store.load(startFen, moves);
    const isExtended = isSameStudy && startFen === this.startFen;
    this.findings = stored ?? (isExtended ? this.#commonFindings(moves) : noFindings(moves));
    this.startFen = startFen;
    this.moves = moves;
    this.first = this.#firstSide();
    const isBegun = this.done > 0 && moves.length > 0;
    this.#setStatus(isBegun ? (this.#isComplete ? "done" : "paused") : "none");
    if (this.status !== "done" && moves.length > 0) void this.#recall(moves);
  }

  /**
   * Shows the archived review of the game, unless another game was opened or a run began while the archive was read.
   */
  async #recall(moves: string[]) {
    const archived = await this.#parts.archive?.find(this.startFen, moves);
    if (!archived || this.moves !== moves || this.#job || this.status === "done") return;
    this.findings = archived;
    this.#setStatus("done");
  }

  /**
   * Returns the findings for changed moves: the current findings up to the first changed move, and null from there on.
   */
  #commonFindings(moves: string[]): Findings {
    const change = moves.findIndex((move, at) => move !== this.moves[at]);
    const common = change < 0 ? moves.length : change;
    const { positions, moves: judged } = this.findings;
    const none = noFindings(moves);
    return {
      positions: none.positions.map((_, at) => (at <= common ? (positions[at] ?? null) : null)),
      moves: none.moves.map((_, at) => (at < common ? (judged[at] ?? null) : null)),
    };
  }

  #firstSide() {
    const game = new this.#parts.Game(this.startFen, []);
    const { turn } = game.view();
    game.free();
    return sideOf(turn);
  }

  /** Starts the review from the beginning. */
  begin(): void {
    this.#stop();
    this.findings = noFindings(this.moves);
    void this.resume();
  }

  async resume(): Promise<void> {
    if (this.#job || this.moves.length === 0) return;
    const job = new AbortController();
    this.#job = job;
    const release = this.#parts.queue.claim("review");
    this.#setStatus("running");
    try {
      await this.#run(job.signal);
      if (job === this.#job) this.#end("done");
    } catch (error) {
      if (job !== this.#job) return;
      this.#end(error instanceof Cancelled ? "paused" : "failed");
      if (!(error instanceof Cancelled)) reportError(error);
    } finally {
      release();
    }
  }

  pause(): void {
    if (this.#job) this.#end("paused");
  }

  /** Ends the run and deletes the findings. */
  cancel(): void {
    this.findings = noFindings(this.moves);
    void this.#parts.archive?.forget(this.startFen, this.moves);
    this.#end("none");
  }

  #stop() {
    this.#job?.abort();
    this.#job = null;
    this.suspects = null;
  }

  #end(status: RunStatus) {
    this.#stop();
    this.#store();
    this.#setStatus(status);
  }

  #store() {
    const { startFen, moves, findings } = this;
    this.#parts.store.save(startFen, moves, findings);
    if (this.#isComplete) void this.#parts.archive?.keep(startFen, moves, findings);
  }

  #setStatus(status: RunStatus) {
    this.status = status;
    this.#parts.changed();
  }

  /**
   * Judges the positions in order, and then the moves, those that seem to lose most first. Each engine takes the next
   * ply when it is free. If one engine stops early, the others are aborted.
   */
  async #run(signal: AbortSignal) {
    const { queue, second, reviewing, ruleset } = this.#parts;
    const abort = new AbortController();
    if (signal.aborted) abort.abort();
    signal.addEventListener("abort", () => abort.abort(), { once: true });
    const review = new reviewing.GameReview(this.startFen, this.moves, ruleset(), this.nodes);
    const engines = [queue, ...(second ? [second] : [])];
    const share = async (
      plies: Plies,
      judge: (context: JudgeContext, ply: number) => Promise<void>,
    ) => {
      const ends = await Promise.allSettled(
        engines.map(async (engine) => {
          try {
            const context = this.#context(review, engine, abort.signal);
            for (let ply = plies.shift(); ply !== undefined; ply = plies.shift())
              await judge(context, ply);
          } catch (error) {
            abort.abort();
            throw error;
          }
        }),
      );
      const failures = ends.filter((end) => end.status === "rejected").map(({ reason }) => reason);
      // A failure takes precedence over the cancellations that it causes.
      if (failures.length > 0)
        throw failures.find((reason) => !(reason instanceof Cancelled)) ?? failures[0];
    };
    try {
      await share(this.#openPositions(), (context, ply) => this.#judgePosition(context, ply));
      await share(this.#suspects(review), (context, ply) => this.#judgeMove(context, ply));
      this.#keepLatest();
    } finally {
      review.free();
    }
  }

  #openPositions(): Plies {
    return this.findings.positions.flatMap((position, ply) => (position ? [] : [ply]));
  }

  async #judgePosition(context: JudgeContext, ply: number) {
    const judged = await judgePosition(context, ply);
    this.findings.positions[ply] = judged;
    this.#evaluated(ply, judged);
    if (ply % STORE_EVERY === 0) this.#store();
    this.#parts.changed();
  }

  #evaluated(ply: number, { score }: JudgedPosition) {
    const { oppositeScore, toCentipawns } = this.#parts.reviewing;
    const forRed = this.sideAt(ply) === "red" ? score : oppositeScore(score);
    this.#parts.onEvaluation(ply, toCentipawns(forRed));
  }

  /**
   * Judges the moves that need no search. Returns the plies of the others, which seem to lose chances, the greatest loss
   * first.
   */
  #suspects(review: GameReview): Plies {
    const { chanceOf, oppositeScore } = this.#parts.reviewing;
    const { moves } = this.findings;
    const suspects = moves.flatMap((move, ply) => {
      if (move) return [];
      const [before, after, reply] = this.#around(ply);
      const { result } = review.judgeMove(ply, before, after, reply);
      if (result) moves[ply] = result;
      return result
        ? []
        : [{ ply, loss: chanceOf(before.score) - chanceOf(oppositeScore(after.score)) }];
    });
    this.suspects = suspects.length > 0 ? { done: 0, total: suspects.length } : null;
    this.#parts.changed();
    return suspects.toSorted((one, other) => other.loss - one.loss).map(({ ply }) => ply);
  }

  /** Returns the judged positions before and after a move, and that after the reply; null after the last move. */
  #around(ply: number): [JudgedPosition, JudgedPosition, JudgedPosition | null] {
    const [before, after, reply = null] = this.findings.positions.slice(ply, ply + 3);
    if (!before || !after) throw new Error(`the positions around move ${ply} are not judged`);
    return [before, after, reply];
  }

  async #judgeMove(context: JudgeContext, ply: number) {
    const judged = await judgeMove(context, ply, ...this.#around(ply));
    this.findings.moves[ply] = judged;
    const latest = latestPositions(this.findings, this.#parts.reviewing);
    for (const at of [ply, ply + 1]) if (latest[at]) this.#evaluated(at, latest[at]);
    if (this.suspects) this.suspects = { ...this.suspects, done: this.suspects.done + 1 };
    this.#store();
    this.#parts.changed();
  }

  /** Puts the latest evaluation of each position in the place of the first. Until then a paused run needs the first. */
  #keepLatest() {
    const { moves } = this.findings;
    this.findings = {
      positions: latestPositions(this.findings, this.#parts.reviewing),
      moves: moves.map((judged) => judged && { ...judged, again: null }),
    };
  }

  #context(review: GameReview, engine: ReviewEngine, signal: AbortSignal): JudgeContext {
    const { startFen } = this;
    return {
      review,
      search: async (line, limits) => {
        // Every search begins with an empty transposition table, which makes a review reproducible.
        await engine.forget();
        if (signal.aborted) throw new Cancelled();
        const report = await engine.ask(startFen, line, limits, undefined, signal);
        if (!report || signal.aborted) throw new Cancelled();
        return report;
      },
    };
  }
}
