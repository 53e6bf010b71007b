// The sheet in which a line, or all that is on the tree, becomes exercises for a side.

import { button, el, setText } from "../ui/dom.ts";
import { buildSheet } from "../ui/build-sheet.ts";
import { choice } from "../ui/sheet-parts.ts";
import { translate } from "../core/i18n.ts";
import { rulesetOf } from "../rules/records.ts";
import { tasksOfLines } from "../practice/repertoire.ts";

/** @typedef {import("../core/xiangqi.ts").Side} Side */
/** @typedef {import("../practice/repertoire.ts").Part} Part */

/**
 * @param {import("../core/i18n.ts").I18n} i18n
 * @param {object} page
 * @param {import("../rules/rules.ts").GameClass} page.Game
 * @param {() => import("./study.ts").StudyData} page.data
 * @param {(moves: string[]) => string} page.name  what a line is called
 * @param {import("./add-exercises.ts").Exercising["add"]} page.add
 */
export function createLearnLine(i18n, { Game, data, name, add }) {
  const { t } = i18n;
  const hint = el("p", "hint");
  const sides = choice("analysis.learn.side", "learn-side", [
    ["red", "side.red"],
    ["black", "side.black"],
  ]);
  const parts = choice("analysis.learn.part", "learn-part", [
    ["line", "analysis.learn.part.line"],
    ["all", "analysis.learn.part.all"],
  ]);
  const count = el("p", "hint");
  const press = button("button button-primary", () => learn());
  press.id = "learn-press";
  count.setAttribute("role", "status");
  const body = el("form", "learn-line", hint, sides, parts, count, press);
  body.addEventListener("submit", (event) => event.preventDefault());
  const { dialog, open } = buildSheet("learn-dialog", i18n, body);
  let node = 0;
  /** What would be learned now. @type {import("../practice/exercises.ts").Task[]} */
  let counted = [];

  /** @param {string} field */
  const chosen = (field) => String(new FormData(body).get(field) ?? "");
  /** @param {string} field @param {string} value */
  function choose(field, value) {
    for (const input of body.querySelectorAll("input"))
      if (input.name === field) input.checked = input.value === value;
  }

  function tasks() {
    const { startFen, nodes, tags } = data();
    const side = /** @type {Side} */ (chosen("learn-side"));
    /** @type {Part} */
    const part = chosen("learn-part") === "all" ? "all" : { node };
    return tasksOfLines(Game, { startFen, nodes, ruleset: rulesetOf(tags) }, part, side);
  }

  function update() {
    translate(body, i18n);
    setText(hint, t("analysis.learn.hint"));
    setText(press, t("analysis.learn.press"));
    counted = tasks();
    const { length } = counted;
    setText(count, t("analysis.learn.count", { count: length }));
    press.disabled = length === 0;
  }
  body.addEventListener("change", update);

  function learn() {
    const side = /** @type {Side} */ (chosen("learn-side"));
    const longest = counted.reduce((/** @type {string[]} */ line, { before, moves }) => {
      const whole = [...before, moves[0]];
      return whole.length > line.length ? whole : line;
    }, []);
    dialog.close();
    add({ kind: "line", side, name: name(longest) }, counted);
  }

  return {
    /** @param {number} at  the node whose line it is @param {Side} side  at the bottom of the board */
    show(at, side) {
      node = at;
      const isOneLine = data().nodes.every(({ children }) => children.length < 2);
      choose("learn-side", side);
      choose("learn-part", isOneLine ? "line" : chosen("learn-part") || "line");
      parts.hidden = isOneLine;
      open(t("analysis.learn.title"));
      update();
    },
  };
}
