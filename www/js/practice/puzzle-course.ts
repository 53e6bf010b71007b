// The puzzles in the order of the course. Each stage is fetched when it is needed.

import type { Unchecked } from "../core/stored.ts";
import { VERSION, dailyNumber, decodeRow } from "./puzzle-set.ts";
import type { Puzzle, Row } from "./puzzle-set.ts";

/** Fetches a file: "course", or a stage by its number. */
async function fetchFile(name: string): Promise<Unchecked> {
  const url = new URL(`../../assets/puzzles/${name}.json`, import.meta.url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  return response.json();
}

/** The course of puzzles. Numbers of puzzles and of stages begin at 1. */
export class Course {
  /** The number of puzzles in each stage. */
  readonly #sizes: readonly number[];
  readonly #read: typeof fetchFile;
  readonly #stages = new Map<number, Promise<Puzzle[]>>();

  constructor(sizes: readonly number[], read: typeof fetchFile) {
    this.#sizes = sizes;
    this.#read = read;
  }

  /** Loads the course without its stages. */
  static async begin(read = fetchFile): Promise<Course> {
    const file = await read("course");
    if (file?.version !== VERSION) throw new Error(`puzzles of version ${file?.version}`);
    return new Course(file.stages, read);
  }

  /** The number of puzzles. */
  get size(): number {
    return this.#before(this.#sizes.length + 1);
  }

  /** Returns the number of puzzles before a stage. */
  #before(stage: number): number {
    return this.#sizes.slice(0, stage - 1).reduce((sum, count) => sum + count, 0);
  }

  stage(stage: number): Promise<Puzzle[]> {
    let puzzles = this.#stages.get(stage);
    if (!puzzles) {
      puzzles = this.#fetch(stage);
      this.#stages.set(stage, puzzles);
      puzzles.catch(() => this.#stages.delete(stage)); // the next call tries again
    }
    return puzzles;
  }

  async #fetch(stage: number): Promise<Puzzle[]> {
    const rows: Row[] = await this.#read(String(stage));
    const [count, expected] = [rows.length, this.#sizes[stage - 1]];
    if (count !== expected) throw new Error(`stage ${stage} has ${count} puzzles, not ${expected}`);
    const first = this.#before(stage) + 1;
    return rows.map((row, index) => decodeRow(row, first + index, stage));
  }

  /** Fetches all stages, and returns their puzzles. */
  async all(): Promise<Puzzle[]> {
    return (await Promise.all(this.#sizes.map((_, index) => this.stage(index + 1)))).flat();
  }

  /** Returns the puzzle with a number; null if there is none. */
  async numbered(number: number): Promise<Puzzle | null> {
    if (!Number.isInteger(number) || number < 1 || number > this.size) return null;
    let stage = 1;
    while (number > this.#before(stage + 1)) stage++;
    return (await this.stage(stage))[number - 1 - this.#before(stage)] ?? null;
  }

  /**
   * Returns the first puzzle that matches, searching from the number `from` in a direction and wrapping around at the
   * end. Returns null if none matches. Fetches only the stages that it searches.
   */
  async find(
    matches: (puzzle: Puzzle) => boolean,
    from = 1,
    direction: 1 | -1 = 1,
  ): Promise<Puzzle | null> {
    const count = this.size;
    for (let away = 0; away < count; away++) {
      const index = (from - 1 + direction * away + (away + 1) * count) % count;
      const puzzle = await this.numbered(index + 1);
      if (puzzle && matches(puzzle)) return puzzle;
    }
    return null;
  }

  /**
   * Returns the puzzle whose number or key is `name`; null if there is none. For a key, tests the puzzle with the
   * number `place` first, and then searches all stages.
   */
  async named(name: string, place: number): Promise<Puzzle | null> {
    if (/^\d{1,6}$/.test(name)) return this.numbered(Number(name));
    if (!/^[\da-z]{8,20}$/.test(name)) return null;
    const likely = await this.numbered(place);
    if (likely?.key === name) return likely;
    return (await this.all()).find(({ key }) => key === name) ?? null;
  }

  /** Returns the nearest other puzzle in a direction that matches; null if there is none. */
  neighbour(
    { number }: Puzzle,
    direction: 1 | -1,
    matches: (puzzle: Puzzle) => boolean,
  ): Promise<Puzzle | null> {
    const isOther = (puzzle: Puzzle) => puzzle.number !== number && matches(puzzle);
    return this.find(isOther, number + direction, direction);
  }

  /** Returns the puzzle of a day, which is the same for everybody. */
  ofDay(date: Date): Promise<Puzzle | null> {
    return this.numbered(dailyNumber(date, this.size) + 1);
  }
}
