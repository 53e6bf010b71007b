// The grid that is drawn, as it survives a reload. What cannot be read counts as nothing.

import { writerOf } from "../../shell/storage.js";
import { packed, unpacked } from "./route-grid.js";

/** @typedef {import("./route-grid.js").RouteGrid} RouteGrid */

export const ROUTE_KEY = "chuhe:lab:route";
const VERSION = 1;

/** @param {RouteGrid} grid */
export const encodeRoute = (grid) => JSON.stringify({ version: VERSION, ...packed(grid) });

/** @param {string|null} text @returns {RouteGrid|null} */
export function decodeRoute(text) {
  try {
    const raw = JSON.parse(text ?? "null");
    return raw?.version === VERSION ? unpacked(raw) : null;
  } catch {
    return null;
  }
}

/** @param {() => Storage} area may throw @param {(code: "full"|"blocked") => void} onProblem called once */
export function createRouteKeep(area, onProblem) {
  const write = writerOf(area);
  let told = false;
  return {
    load() {
      try {
        return decodeRoute(area().getItem(ROUTE_KEY));
      } catch {
        return null;
      }
    },
    /** @param {RouteGrid} grid */
    save(grid) {
      const code = write(ROUTE_KEY, encodeRoute(grid));
      if (code && !told) onProblem(code);
      told ||= code !== null;
    },
  };
}
