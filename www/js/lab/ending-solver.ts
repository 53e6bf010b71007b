// Solves endings in a worker, one layer a request: between two requests the worker can answer others, and the page can
// stop. The worker keeps the tables for the next ending and for looking positions up.

import type { EndingLayer } from "../../pkg-lab/lab.js";
import { JobQueue } from "./job-queue.ts";

/** The progress of the solver. */
export interface SolveProgress {
  /** The ending that is being solved: the requested one, or one that it needs. */
  ending: string;
  /** The layers of that ending so far. */
  layers: readonly EndingLayer[];
  /** The completed part of all tables, from 0 to 1. */
  share: number;
}

interface SolveOptions {
  signal: AbortSignal;
  onProgress: (progress: SolveProgress) => void;
}

export function createEndings(openWorker: () => Promise<Worker>) {
  const queue = new JobQueue(openWorker);

  /** Takes all steps of an ending. Rejects with the reason of `signal` after the step during which it was aborted. */
  async function takeSteps(ending: string, { signal, onProgress }: SolveOptions) {
    const tasks = await queue.request({ type: "endingBegin", ending });
    const sizes = new Map(tasks.map((task) => [task.ending, task.size]));
    // The first look at all positions of a table takes about as long as all its layers.
    const total = 2 * tasks.reduce((sum, { size }) => sum + size, 0);
    let done = 0;
    let layers: EndingLayer[] = [];
    for (;;) {
      signal.throwIfAborted();
      const step = await queue.request({ type: "endingStep" });
      signal.throwIfAborted();
      if (!step) return;
      if (step.state === "begun") layers = [];
      else if (step.layer) layers = [...layers, step.layer];
      if (step.state !== "decided") done += sizes.get(step.ending) ?? 0;
      onProgress({ ending: step.ending, layers, share: done / total });
    }
  }

  return {
    /** Solves an ending such as "R vs AE", unless the worker has its table, and returns its counts. */
    async solve(ending: string, options: SolveOptions) {
      await takeSteps(ending, options);
      return queue.request({ type: "endingReport", ending });
    },
    /**
     * Returns the value of a position, its moves and its best line. Rejects with the code "badFen" or "badOption" for a
     * position that no table has.
     */
    look: (fen: string) => queue.request({ type: "endingLook", fen }),
  };
}
