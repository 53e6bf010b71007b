/** Memory of a tab, statistics and a table for measurements by hand. */

import { existsSync, readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { browser } from "./helpers.ts";

/** Returns the memory of the largest renderer process, in MB; Linux only. */
export async function rendererMemory() {
  const session = await (await browser()).newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const renderers = processInfo.filter(({ type }) => type === "renderer");
  const sizes = renderers.map(({ id }) => processMemory(id));
  return sizes.sort((a, b) => b.anonymous - a.anonymous)[0];
}

function processMemory(pid: number) {
  const path = `/proc/${pid}/smaps_rollup`;
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const field = (name: string) =>
    Number(new RegExp(`^${name}: +(\\d+) kB`, "m").exec(text)?.[1] ?? NaN) / 1024;
  return { anonymous: field("Anonymous"), proportional: field("Pss") };
}

export const max = (values: number[]) => Math.max(...values);
export const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1];
export const ms = (value: number) => `${value.toFixed(0)} ms`;
export const mb = (value: number) => `${value.toFixed(0)} MB`;

export type Rows = [what: string, value: string][];

/** Prints measurements with the version of Chromium and the machine. */
export function report(version: string, rows: Rows) {
  const load = loadavg()[0].toFixed(1);
  console.log(`Chromium ${version}, ${cpus().length} x ${cpus()[0].model}, load ${load}`);
  const width = max(rows.map(([what]) => what.length));
  for (const [what, value] of rows) console.log(`${what.padEnd(width)}  ${value}`);
}
