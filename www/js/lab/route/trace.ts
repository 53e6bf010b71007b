import { itemAt } from "../item-at.ts";
import type { RouteState } from "../lab-client.ts";

/** The greatest number of states that are stored for the pictures; the others are only counted. */
const MAX_STORED = 6_000_000;

/** The states of a search in the order of their expansion. */
export class Trace {
  #cells = new Uint32Array(1024);
  #steps = new Uint32Array(1024);
  #stamina = new Uint16Array(1024);
  /** The number of states that are stored. */
  length = 0;
  /** The number of states that were expanded. */
  count = 0;

  push(states: readonly RouteState[]) {
    for (const [cell, steps, stamina] of states) {
      this.count += 1;
      if (this.length === MAX_STORED) continue;
      if (this.length === this.#cells.length) this.#grow();
      this.#cells[this.length] = cell;
      this.#steps[this.length] = steps;
      this.#stamina[this.length] = stamina;
      this.length += 1;
    }
  }

  #grow() {
    const size = this.#cells.length * 2;
    const [cells, steps, stamina] = [this.#cells, this.#steps, this.#stamina];
    (this.#cells = new Uint32Array(size)).set(cells);
    (this.#steps = new Uint32Array(size)).set(steps);
    (this.#stamina = new Uint16Array(size)).set(stamina);
  }

  cell(index: number): number {
    return itemAt(this.#cells, index);
  }

  state(index: number): RouteState {
    return [this.cell(index), itemAt(this.#steps, index), itemAt(this.#stamina, index)];
  }

  /** Returns the indices of the states of a cell, among the first `until` states. */
  timesOf(cell: number, until: number): number[] {
    const times = [];
    const end = Math.min(until, this.length);
    for (let index = this.#cells.indexOf(cell); index >= 0 && index < end;) {
      times.push(index);
      index = this.#cells.indexOf(cell, index + 1);
    }
    return times;
  }
}
