// The grid that is drawn, as it survives a reload. What cannot be read counts as nothing.

import { createStoredValue, parseVersion } from "../../core/stored.ts";
import { packed, unpacked } from "./route-grid.ts";

/** @typedef {import("./route-grid.ts").RouteGrid} RouteGrid */

export const ROUTE_KEY = "chuhe:lab:route";
const VERSION = 1;

/** @param {RouteGrid|null} grid */
export const encodeRoute = (grid) =>
  JSON.stringify({ version: VERSION, ...(grid && packed(grid)) });

/** @param {string|null} text @returns {RouteGrid|null} */
export function decodeRoute(text) {
  const raw = parseVersion(text, VERSION);
  return raw ? unpacked(raw) : null;
}

/** @param {() => Storage} area may throw @param {(code: "full"|"blocked") => void} onProblem called once */
export const createRouteStorage = (area, onProblem) =>
  createStoredValue(area, ROUTE_KEY, { decode: decodeRoute, encode: encodeRoute, onProblem });
