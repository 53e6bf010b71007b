// Sentences about grids, searches and routes, of the words of a language.

import { KINDS, placeOf } from "./route-grid.ts";

/** @typedef {import("./route-grid.ts").RouteGrid} RouteGrid */
/** @typedef {import("./trace.ts").Trace} Trace */
/** @typedef {(key: string, params?: Record<string, string|number>) => string} Say */

/** What the rules threw at a text. @typedef {{ code?: string, line?: number, column?: number, params?: Record<string, string|number>, message?: string }} Fault */

/** How many of a cell's states are told. */
const TOLD = 3;

/** @param {RouteGrid} grid @param {number} cell @param {Say} t */
export const placeWords = (grid, cell, t) => t("lab.route.place", placeOf(grid, cell));

/** @param {RouteGrid} grid @param {number} cell @param {Say} t */
export const cellWords = (grid, cell, t) =>
  t("lab.route.cell", {
    place: placeWords(grid, cell, t),
    kind: t(`lab.route.kind.${KINDS[grid.cells[cell]]}`),
  });

/**
 * What a search has done with a cell.
 * @param {RouteGrid} grid @param {Trace|null} trace @param {number} shown states so far @param {number} cell @param {Say} t
 */
export function stateWords(grid, trace, shown, cell, t) {
  const here = cellWords(grid, cell, t);
  const times = trace ? trace.timesOf(cell, shown) : [];
  if (times.length === 0) return here;
  const told = times.slice(0, TOLD).map((time) => {
    const [, steps, stamina] = /** @type {Trace} */ (trace).state(time);
    return t("lab.route.state", { number: time + 1, steps, stamina });
  });
  if (times.length > TOLD) told.push(t("lab.route.state.more", { count: times.length - TOLD }));
  return t("lab.route.cell.states", { cell: here, states: told.join(t("lab.route.state.and")) });
}

/** Where a text is at fault, and why. @param {Fault} fault @param {{ t: Say, has: (key: string) => boolean }} i18n */
export function faultWords(fault, { t, has }) {
  const { line, column, params = {}, code = "" } = fault;
  const named = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, word(name, value, t)]),
  );
  const key = `lab.route.fault.${code}`;
  const reason = has(key)
    ? t(key, named)
    : t("lab.route.fault.other", { reason: fault.message ?? code });
  return line === undefined || column === undefined
    ? reason
    : t("lab.route.fault", { line, column, reason });
}

/** @param {string} name @param {string|number} value @param {Say} t @returns {string|number} */
function word(name, value, t) {
  if (name === "cell") return t(`lab.route.kind.${KINDS[Number(value)]}`);
  if (name === "what") return t(`lab.route.size.${value}`);
  return value;
}

/** What one search spares beside the other. @param {number} guided @param {number} uniform @param {Say} t */
export function sparedWords(guided, uniform, t) {
  const params = { guided, uniform };
  if (guided === uniform) return t("lab.route.spared.same", params);
  const share = percent(Math.abs(uniform - guided) / uniform);
  const key = guided < uniform ? "lab.route.spared.fewer" : "lab.route.spared.more";
  return t(key, { ...params, percent: share });
}

/** Neither nothing nor all where it is not quite. @param {number} share */
const percent = (share) => {
  const rounded = Math.round(share * 100);
  return share < 1 ? Math.min(99, Math.max(1, rounded)) : rounded;
};

/** Why there is no route. @param {RouteGrid} grid @param {number} direct steps without a limit, -1: walls @param {Say} t */
export function noneWords({ stamina }, direct, t) {
  if (direct < 0) return t("lab.route.none.walls");
  if (stamina === 0) return t("lab.route.none.zero");
  return t("lab.route.none.stamina", { direct, stamina });
}

/** The place in a text that a line and a column name, from 1 and in characters. @param {string} text @param {number} line @param {number} column @returns {[start: number, end: number]} */
export function rangeOf(text, line, column) {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const own = lines[line - 1] ?? "";
  const start = Array.from(own)
    .slice(0, column - 1)
    .join("").length;
  const found = /^\S+/.exec(own.slice(start))?.[0] ?? "";
  const from = Math.min(before + start, text.length);
  return [from, Math.min(from + found.length, text.length)];
}
