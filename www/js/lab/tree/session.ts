import { itemAt } from "../item-at.ts";
import type { Judge } from "../methods.ts";
import type { TraceEvent } from "../types.ts";
import { buildTree, countsOf, focusAt, lineAt, nodeAt, stepOf, stepsOf } from "./search-tree.ts";
import type { TreePosition } from "./tree-position.ts";

/** The start position, the method and the evaluation of a search. */
interface Search {
  start: TreePosition;
  method: string;
  judge: Judge;
}

/** A traced search, the step that is shown, and the nodes that are unfolded. */
export class Session {
  readonly search: Search;
  readonly tree;
  /** The moment of each step; `search-tree.ts` explains moments. */
  readonly steps;
  /** The ids of the unfolded nodes, which show all their moves. */
  readonly unfolded = new Set<number>();
  step = 0;
  #countsAt;

  constructor(search: Search, events: readonly TraceEvent[]) {
    this.search = search;
    this.tree = buildTree(events);
    this.steps = stepsOf(this.tree);
    this.#countsAt = countsOf(this.tree);
  }

  get last() {
    return this.steps.length - 1;
  }

  get moment() {
    return itemAt(this.steps, this.step);
  }

  /** The node that the current step is about. */
  get here() {
    return focusAt(this.tree, this.moment);
  }

  /** The nodes of the best line so far, from the first position. */
  get line() {
    return lineAt(this.tree, nodeAt(this.tree, 0), this.moment);
  }

  get counts() {
    return this.#countsAt(this.moment);
  }

  go(step: number) {
    this.step = Math.max(0, Math.min(this.last, step));
  }

  /**
   * Returns the step at which a node was entered. If that step is current and the search has left the node, returns the
   * step at which it left.
   */
  stepTo(id: number) {
    const { entered, left } = nodeAt(this.tree, id);
    const start = stepOf(this.steps, entered);
    return start === this.step && left !== Infinity ? stepOf(this.steps, left) : start;
  }

  fold(id: number, isOpen: boolean) {
    if (isOpen) this.unfolded.add(id);
    else this.unfolded.delete(id);
  }
}
