// Formats sentences about grids, searches and routes.

import type { I18n } from "../../core/i18n.ts";
import { itemAt } from "../item-at.ts";
import { type RouteGrid, kindName, placeOf } from "./route-grid.ts";
import type { Trace } from "./two-searches.ts";

export type Translate = I18n["t"];

export interface Fault {
  code?: string;
  line?: number;
  column?: number;
  params?: Record<string, string | number>;
  message?: string;
}

/** The greatest number of a cell's states that are described; further states are only counted. */
const MAX_STATES = 3;

export const placeWords = (grid: RouteGrid, cell: number, t: Translate): string =>
  t("lab.route.place", placeOf(grid, cell));

export const cellWords = (grid: RouteGrid, cell: number, t: Translate): string =>
  t("lab.route.cell", {
    place: placeWords(grid, cell, t),
    kind: t(`lab.route.kind.${kindName(itemAt(grid.cells, cell))}`),
  });

/** Describes a cell and those of its states that are among the first `shown` states of a search. */
export function stateWords(
  grid: RouteGrid,
  trace: Trace | undefined,
  shown: number,
  cell: number,
  t: Translate,
): string {
  const here = cellWords(grid, cell, t);
  const times = trace?.timesOf(cell, shown) ?? [];
  if (!trace || times.length === 0) return here;
  const states = times.slice(0, MAX_STATES).map((time) => {
    const [, steps, stamina] = trace.state(time);
    return t("lab.route.state", { number: time + 1, steps, stamina });
  });
  const more = times.length - states.length;
  if (more > 0) states.push(t("lab.route.state.more", { count: more }));
  return t("lab.route.cell.states", { cell: here, states: states.join(t("lab.route.state.and")) });
}

export function faultWords(fault: Fault, { t, has }: Pick<I18n, "t" | "has">): string {
  const { line, column, params = {}, code = "" } = fault;
  const key = `lab.route.fault.${code}`;
  const words = Object.entries(params).map(([name, value]) => [name, paramWord(name, value, t)]);
  const reason = has(key)
    ? t(key, Object.fromEntries(words))
    : t("lab.route.fault.other", { reason: fault.message ?? code });
  return line === undefined || column === undefined
    ? reason
    : t("lab.route.fault", { line, column, reason });
}

function paramWord(name: string, value: string | number, t: Translate) {
  if (name === "cell") return t(`lab.route.kind.${kindName(Number(value))}`);
  return name === "what" ? t(`lab.route.size.${value}`) : value;
}

/** Compares the numbers of states that A* (`guided`) and uniform-cost search (`uniform`) expanded. */
export function sparedWords(guided: number, uniform: number, t: Translate): string {
  const params = { guided, uniform };
  if (guided === uniform) return t("lab.route.spared.same", params);
  const share = percent(Math.abs(uniform - guided) / uniform);
  const key = guided < uniform ? "lab.route.spared.fewer" : "lab.route.spared.more";
  return t(key, { ...params, percent: share });
}

/** Rounds a positive share to whole percent. A share below 1 becomes at least 1 and at most 99. */
function percent(share: number) {
  const rounded = Math.round(share * 100);
  return share < 1 ? Math.min(99, Math.max(1, rounded)) : rounded;
}

/**
 * Explains why there is no route. `direct` is the smallest number of steps with unlimited stamina, or -1 if obstacles
 * block every way.
 */
export function noneWords({ stamina }: RouteGrid, direct: number, t: Translate): string {
  if (direct < 0) return t("lab.route.none.walls");
  if (stamina === 0) return t("lab.route.none.zero");
  return t("lab.route.none.stamina", { direct, stamina });
}

/**
 * Returns the range, in UTF-16 units, of the word at a line and a column. Both count from 1; columns count characters.
 */
export function rangeOf(text: string, line: number, column: number): [start: number, end: number] {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const own = lines[line - 1] ?? "";
  const start = [...own].slice(0, column - 1).join("").length;
  const word = /^\S+/.exec(own.slice(start))?.[0] ?? "";
  const from = Math.min(before + start, text.length);
  return [from, Math.min(from + word.length, text.length)];
}
