/** Three browsers behind one small interface; user.ts builds a person's actions on it. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Browser {
  /** Opens a tab of a first visitor: own storage, own cache. */
  visit(): Promise<Tab>;
  close(): Promise<void>;
}

export interface Tab {
  /** Opens another document. */
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs a function in the page. */
  run<Args extends unknown[], Result>(
    act: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>;
  /** Clicks, or drags if there are two points. */
  point(from: Point, to?: Point): Promise<void>;
  /** Presses a key, also with Control: "Control+c". */
  press(key: string): Promise<void>;
  /** Chooses a file in a field. */
  choose(selector: string, path: string): Promise<void>;
  /** Returns all errors so far. */
  errors(): Promise<string[]>;
  /** The folder of saved files. */
  downloads: string;
  picture(path: string): Promise<unknown>;
  close(): Promise<void>;
}

export interface Point {
  x: number;
  y: number;
}

export const SIZE = { width: 1100, height: 760 };

/** Returns the first of the paths where a program is. */
export function programOf(what: string, paths: (string | undefined)[]) {
  const path = paths.find((place) => place && existsSync(place));
  if (path) return path;
  throw new Error(`${what} is missing: on Debian "./build.sh test web --browser" installs it`);
}

/** Creates a folder for the time that a browser runs. */
export function temporary() {
  const path = mkdtempSync(join(tmpdir(), "chuhe-smoke-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/**
 * Returns a function as an expression that a page evaluates. tsx names inner functions by `__name` of its modules, which
 * a page does not have.
 */
export const inPage = (act: Function) => `((__name) => ${act})((inner) => inner)`;

/** Returns the call of a function in the page. */
export const callOf = (act: Function, args: unknown[]) =>
  `${inPage(act)}(...${JSON.stringify(args)})`;
