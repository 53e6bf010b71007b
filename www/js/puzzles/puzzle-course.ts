// The puzzles in the order of the course. A stage of it is fetched when it is needed: nobody waits for thousands of puzzles
// to see one.

import { VERSION, decodeRow, dailyNumber } from "./puzzle-set.ts";

/** @import { Unchecked } from "../core/stored.ts" */
/** @typedef {import("./puzzle-set.ts").Puzzle} Puzzle */

/** What a file says: `course`, or a stage by its number. @param {string} name @returns {Promise<Unchecked>} */
async function fetchFile(name) {
  const url = new URL(`../../assets/puzzles/${name}.json`, import.meta.url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  return response.json();
}

export class Course {
  /** How many puzzles each stage has. @type {readonly number[]} */
  #sizes;
  #read;
  /** What was asked for, by stage. @type {Map<number, Promise<Puzzle[]>>} */
  #stages = new Map();

  /** @param {readonly number[]} sizes @param {typeof fetchFile} read */
  constructor(sizes, read) {
    this.#sizes = sizes;
    this.#read = read;
  }

  /** The course, and nothing of its stages yet. @param {typeof fetchFile} [read] */
  static async begin(read = fetchFile) {
    const file = await read("course");
    if (file?.version !== VERSION) throw new Error(`puzzles of version ${file?.version}`);
    return new Course(file.stages, read);
  }

  /** How many puzzles there are. */
  get size() {
    return this.#before(this.#sizes.length + 1);
  }

  /** How many puzzles come before a stage. @param {number} stage from 1 */
  #before(stage) {
    return this.#sizes.slice(0, stage - 1).reduce((sum, count) => sum + count, 0);
  }

  /** @param {number} stage from 1 @returns {Promise<Puzzle[]>} */
  stage(stage) {
    let puzzles = this.#stages.get(stage);
    if (!puzzles) {
      puzzles = this.#fetch(stage);
      this.#stages.set(stage, puzzles);
      puzzles.catch(() => this.#stages.delete(stage)); // who asks again may have more luck
    }
    return puzzles;
  }

  /** @param {number} stage */
  async #fetch(stage) {
    const rows = await this.#read(String(stage));
    const [count, wanted] = [rows.length, this.#sizes[stage - 1]];
    if (count !== wanted) throw new Error(`stage ${stage} has ${count} puzzles, not ${wanted}`);
    const first = this.#before(stage) + 1;
    return rows.map((/** @type {import("./puzzle-set.ts").Row} */ row, /** @type {number} */ at) =>
      decodeRow(row, first + at, stage),
    );
  }

  /** All puzzles, which takes all files. @returns {Promise<Puzzle[]>} */
  async all() {
    return (await Promise.all(this.#sizes.map((_, at) => this.stage(at + 1)))).flat();
  }

  /** @param {number} number from 1 @returns {Promise<Puzzle|null>} null where there is none of this number */
  async numbered(number) {
    if (!Number.isInteger(number) || number < 1) return null;
    let stage = 1;
    while (stage <= this.#sizes.length && number > this.#before(stage + 1)) stage++;
    if (stage > this.#sizes.length) return null;
    return (await this.stage(stage))[number - 1 - this.#before(stage)];
  }

  /**
   * The first puzzle that matches, from a number on, past the end from the start again; null when there is none. It
   * fetches no more stages than it has to look at.
   * @param {(puzzle: Puzzle) => boolean} matches @param {number} [from] @param {1|-1} [step]
   */
  async find(matches, from = 1, step = 1) {
    const count = this.size;
    for (let away = 0; away < count; away++) {
      const index = (from - 1 + step * away + (away + 1) * count) % count;
      const puzzle = await this.numbered(index + 1);
      if (puzzle && matches(puzzle)) return puzzle;
    }
    return null;
  }

  /**
   * The puzzle of a number or a key; null where there is none.
   * @param {string} name @param {number} place  where a key is looked for first; else it takes all files
   */
  async named(name, place) {
    if (/^\d{1,6}$/.test(name)) return this.numbered(Number(name));
    if (!/^[\da-z]{8,20}$/.test(name)) return null;
    const there = await this.numbered(place);
    return there?.key === name
      ? there
      : ((await this.all()).find(({ key }) => key === name) ?? null);
  }

  /** The next that matches in a direction. @param {Puzzle} puzzle @param {1|-1} step @param {(puzzle: Puzzle) => boolean} matches */
  neighbour({ number }, step, matches) {
    return this.find((it) => it.number !== number && matches(it), number + step, step);
  }

  /** The puzzle of a day: the same for everybody. @param {Date} date */
  ofDay(date) {
    return this.numbered(dailyNumber(date, this.size) + 1);
  }
}
