// What a search did, state after state: what the pictures are drawn from, forward and backward.

/** States that are kept to be drawn; what is beyond is only counted. */
export const KEPT_STATES = 6_000_000;

/** @typedef {[cell: number, steps: number, stamina: number]} State */

export class Trace {
  #cells = new Uint32Array(1024);
  #steps = new Uint32Array(1024);
  #stamina = new Uint16Array(1024);
  /** States that are kept. */
  length = 0;
  /** States that were expanded. */
  count = 0;

  /** @param {readonly State[]} states in the order in which they were expanded */
  push(states) {
    for (const [cell, steps, stamina] of states) {
      this.count += 1;
      if (this.length === KEPT_STATES) continue;
      if (this.length === this.#cells.length) this.#grow();
      this.#cells[this.length] = cell;
      this.#steps[this.length] = steps;
      this.#stamina[this.length] = stamina;
      this.length += 1;
    }
  }

  #grow() {
    const size = this.#cells.length * 2;
    this.#cells = copied(this.#cells, new Uint32Array(size));
    this.#steps = copied(this.#steps, new Uint32Array(size));
    this.#stamina = copied(this.#stamina, new Uint16Array(size));
  }

  /** @param {number} index */
  cell(index) {
    return this.#cells[index];
  }

  /** @param {number} index @returns {State} */
  state(index) {
    return [this.#cells[index], this.#steps[index], this.#stamina[index]];
  }

  /** When a cell was expanded: places among the first so many states. @param {number} cell @param {number} until */
  timesOf(cell, until) {
    const times = [];
    const end = Math.min(until, this.length);
    for (let index = this.#cells.indexOf(cell); index >= 0 && index < end;) {
      times.push(index);
      index = this.#cells.indexOf(cell, index + 1);
    }
    return times;
  }
}

/** @template {Uint16Array | Uint32Array} Numbers @param {Numbers} from @param {Numbers} to a longer one @returns {Numbers} the longer one */
function copied(from, to) {
  to.set(from);
  return to;
}
