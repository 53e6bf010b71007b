/** What measurements by hand share: memory of a tab, and figures. */

import { existsSync, readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { browser } from "./helpers.ts";

/** Memory of the largest renderer process, in MB; Linux only. */
export async function rendererMemory() {
  const session = await (await browser()).newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const renderers = processInfo.filter(({ type }) => type === "renderer");
  const sizes = renderers.map(({ id }) => processMemory(id));
  return sizes.sort((a, b) => b.anonymous - a.anonymous)[0];
}

/** @param {number} pid */
function processMemory(pid) {
  const path = `/proc/${pid}/smaps_rollup`;
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const field = (/** @type {string} */ name) => {
    return Number(new RegExp(`^${name}: +(\\d+) kB`, "m").exec(text)?.[1] ?? NaN) / 1024;
  };
  return { anonymous: field("Anonymous"), proportional: field("Pss") };
}

/** @param {number[]} values */
export const max = (values) => Math.max(...values);
/** @param {number[]} values */
export const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
/** @param {number} value */
export const ms = (value) => `${value.toFixed(0)} ms`;
/** @param {number} value */
export const mb = (value) => `${value.toFixed(0)} MB`;

/** @typedef {[what: string, value: string][]} Rows */

/** Prints what was measured, and on what. @param {string} version of Chromium @param {Rows} rows */
export function tell(version, rows) {
  const load = loadavg()[0].toFixed(1);
  console.log(`Chromium ${version}, ${cpus().length} x ${cpus()[0].model}, load ${load}`);
  const width = max(rows.map(([what]) => what.length));
  for (const [what, value] of rows) console.log(`${what.padEnd(width)}  ${value}`);
}
