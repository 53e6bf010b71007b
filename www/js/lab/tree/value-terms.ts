// How the value of a leaf comes about: what each kind of piece adds, as sums that can be checked by hand.

import { el } from "../../ui/dom.ts";
import { writeNumber } from "./values.ts";

/** @typedef {{ square: string, piece: string, material: number, placement: number }} Part */
/** @typedef {{ value: number, parts: Part[] }} Explanation  `value` is for the side to move */

const ROLES = [..."KABNRCP"];

/** Pieces of a kind: so many times their worth, and what each adds for its place: `2 × 700 + 4 − 2`. @param {Part[]} parts */
export function expression(parts) {
  if (parts.length === 0) return "";
  const places = parts.flatMap(({ placement }) =>
    placement === 0 ? [] : [`${placement < 0 ? "−" : "+"} ${Math.abs(placement)}`],
  );
  return [`${parts.length} × ${parts[0].material}`, ...places].join(" ");
}

/** @param {Part[]} parts */
export const sumOf = (parts) =>
  parts.reduce((sum, { material, placement }) => sum + material + placement, 0);

/** @param {Part[]} parts @param {"red"|"black"} side */
export const ofSide = (parts, side) =>
  parts.filter(({ piece }) => (piece === piece.toUpperCase()) === (side === "red"));

/**
 * @param {HTMLElement} host @param {Explanation} explanation @param {"w"|"b"} turn @param {import("../../core/i18n.ts").I18n["t"]} t
 */
export function fillExplanation(host, { value, parts }, turn, t) {
  const title = el("h3", "lab-explain-title", t("lab.tree.explain.title"));
  const mover = t(turn === "w" ? "side.red" : "side.black");
  const whole = t("lab.tree.explain.whole", { side: mover, value: writeNumber(value) });
  if (parts.length === 0) {
    const words = t("lab.tree.explain.engine", { side: mover, value: writeNumber(value) });
    return host.replaceChildren(title, el("p", "lab-explain-sum", words));
  }
  const [red, black] = [ofSide(parts, "red"), ofSide(parts, "black")];
  const sums = [sumOf(red), sumOf(black)];
  const words = t("lab.tree.explain.sum", {
    red: writeNumber(sums[0]),
    black: writeNumber(sums[1]),
    value: writeNumber(sums[0] - sums[1]),
  });
  const last = turn === "w" ? whole : t("lab.tree.explain.turned", { value: writeNumber(value) });
  return host.replaceChildren(
    title,
    table([red, black], sums, t),
    el("p", "lab-explain-sum", words),
    el("p", "lab-explain-sum", last),
  );
}

/** @param {Part[][]} sides @param {number[]} sums @param {import("../../core/i18n.ts").I18n["t"]} t */
function table(sides, sums, t) {
  const head = ["lab.tree.explain.piece", "side.red", "side.black"].map((key) =>
    cell("th", t(key), "col"),
  );
  const rows = ROLES.flatMap((role) => {
    const cells = sides.map((parts) => parts.filter(({ piece }) => piece.toUpperCase() === role));
    if (cells.every((parts) => parts.length === 0)) return [];
    const name = t(`piece.${cells[0].length > 0 ? role : role.toLowerCase()}`);
    return [
      el("tr", "", cell("th", name, "row"), ...cells.map((parts) => cell("td", expression(parts)))),
    ];
  });
  const foot = [
    cell("th", t("lab.tree.explain.total"), "row"),
    ...sums.map((sum) => cell("td", writeNumber(sum))),
  ];
  return el(
    "table",
    "lab-explain",
    el("thead", "", el("tr", "", ...head)),
    el("tbody", "", ...rows),
    el("tfoot", "", el("tr", "", ...foot)),
  );
}

/** @param {"th"|"td"} tag @param {string} text @param {"row"|"col"} [scope] */
function cell(tag, text, scope) {
  const made = el(tag, "", text);
  if (scope) made.setAttribute("scope", scope);
  return made;
}
