// A traced search with a place in it: which step is shown, what is unfolded. Pure.

import {
  buildTree,
  countsOf,
  focusAt,
  lineAt,
  nextCut,
  stepOf,
  stepOut,
  stepOver,
  stepsOf,
} from "./search-tree.ts";

/** @typedef {import("./tree-position.ts").Place} Place */

/**
 * @typedef {object} Search  what was searched, and how
 * @property {Place} place
 * @property {string} method
 * @property {import("../methods.ts").Judge} judge
 */

export class Session {
  /** Nodes of which all moves are shown. @type {Set<number>} */
  unfolded = new Set();
  step = 0;

  /** @param {Search} search @param {readonly import("./search-tree.ts").TraceEvent[]} events */
  constructor(search, events) {
    this.search = search;
    this.tree = buildTree(events);
    this.steps = stepsOf(this.tree);
    this.countsAt = countsOf(this.tree);
  }

  get last() {
    return this.steps.length - 1;
  }

  get moment() {
    return this.steps[this.step];
  }

  /** What the step is about. */
  get here() {
    return focusAt(this.tree, this.moment);
  }

  /** Nodes of the best line so far, from the first position. */
  get line() {
    return lineAt(this.tree, this.tree.nodes[0], this.moment);
  }

  get counts() {
    return this.countsAt(this.moment);
  }

  /** @param {number} step */
  go(step) {
    this.step = Math.max(0, Math.min(this.last, step));
  }

  over() {
    return stepOver(this.tree, this.steps, this.step);
  }

  out() {
    return stepOut(this.tree, this.steps, this.step);
  }

  cut() {
    return nextCut(this.tree, this.steps, this.step);
  }

  /** Where a node was entered; from there to where it was left. @param {number} id */
  stepTo(id) {
    const { entered, left } = this.tree.nodes[id];
    const start = stepOf(this.steps, entered);
    return start === this.step && left !== Infinity ? stepOf(this.steps, left) : start;
  }

  /** @param {number} id @param {boolean} isOpen */
  fold(id, isOpen) {
    if (isOpen) this.unfolded.add(id);
    else this.unfolded.delete(id);
  }
}
