import { isIntegerIn } from "../../core/numbers.ts";
import { createStoredValue, parseVersion } from "../../core/stored.ts";
import { MAX_LINES } from "./engine-line.ts";

export const LINES_KEY = "chuhe:lines";
const VERSION = 1;

export interface LineChoice {
  on: boolean;
  count: number;
}

/**
 * Decodes the stored choice. By default, the engine is on with three lines. On a small handheld device it is off by
 * default, to spare the battery.
 */
export function readChoice(text: string | null, isHandheld: boolean): LineChoice {
  const { on, count } = parseVersion(text, VERSION) ?? {};
  return {
    on: typeof on === "boolean" ? on : !isHandheld,
    count: isIntegerIn(count, 1, MAX_LINES) ? count : 3,
  };
}

/** Creates the storage of the person's choice for the engine's lines; `area` may throw. */
export const createLinesStorage = (area: () => Storage, isHandheld: boolean) =>
  createStoredValue<LineChoice>(area, LINES_KEY, {
    decode: (text) => readChoice(text, isHandheld),
    encode: (choice) => JSON.stringify({ version: VERSION, ...choice }),
  });
