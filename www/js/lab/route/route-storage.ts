import { createStoredValue, parseVersion } from "../../core/stored.ts";
import type { StoreProblem } from "../../core/stored.ts";
import { packed, unpacked } from "./route-grid.ts";
import type { RouteGrid } from "./route-grid.ts";

export const ROUTE_KEY = "chuhe:lab:route";
const VERSION = 1;

export const encodeRoute = (grid: RouteGrid | null): string =>
  JSON.stringify({ version: VERSION, ...(grid && packed(grid)) });

/** Returns null for a text that is no stored grid. */
export function decodeRoute(text: string | null): RouteGrid | null {
  const raw = parseVersion(text, VERSION);
  return raw ? unpacked(raw) : null;
}

/** Stores the drawn grid. `area` may throw; `onProblem` is called once. */
export const createRouteStorage = (
  area: () => Storage,
  onProblem: (problem: StoreProblem) => void,
) => createStoredValue(area, ROUTE_KEY, { decode: decodeRoute, encode: encodeRoute, onProblem });
