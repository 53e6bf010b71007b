/**
 * Three browsers behind one small interface. What all of them can do is here; what a person does with it is in user.ts.
 *
 * @typedef {object} Browser
 * @property {() => Promise<Tab>} visit  a tab of somebody who was never here: own storage, own cache
 * @property {() => Promise<void>} close
 *
 * @typedef {object} Tab
 * @property {(url: string) => Promise<void>} open  another document
 * @property {() => Promise<void>} reload
 * @property {(does: Function, ...given: any[]) => Promise<any>} run  a function in the page, which may be asynchronous
 * @property {(from: Point, to?: Point) => Promise<void>} point  a click, or a drag if there are two places
 * @property {(key: string) => Promise<void>} press  a key, or with Control: "Control+c"
 * @property {(selector: string, path: string) => Promise<void>} choose  a file, in the page's field for files
 * @property {() => Promise<string[]>} errors  everything that went wrong so far
 * @property {string} downloads  the folder into which files are saved
 * @property {(path: string) => Promise<unknown>} picture
 * @property {() => Promise<void>} close
 *
 * @typedef {{ x: number, y: number }} Point
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const SIZE = { width: 1100, height: 760 };

/** The first of the places where there is a program. @param {string} what @param {(string|undefined)[]} places */
export function programOf(what, places) {
  const path = places.find((place) => place && existsSync(place));
  if (path) return path;
  throw new Error(`${what} is missing: on Debian "./build.sh test web --browser" installs it`);
}

/** A folder for the time that a browser runs. */
export function temporary() {
  const path = mkdtempSync(join(tmpdir(), "chuhe-smoke-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/**
 * Returns a function as an expression that a page evaluates. tsx names inner functions with a `__name` of its modules,
 * which a page does not have.
 */
export const inPage = (does: Function) => `((__name) => ${does})((named) => named)`;

/** Returns the call of a function in the page. */
export const callOf = (does: Function, given: unknown[]) =>
  `${inPage(does)}(...${JSON.stringify(given)})`;
