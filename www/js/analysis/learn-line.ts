// The sheet that turns a line, or the whole tree, into exercises for one side.

import { translate } from "../core/i18n.ts";
import type { I18n } from "../core/i18n.ts";
import type { Side } from "../core/xiangqi.ts";
import type { Task } from "../practice/exercises.ts";
import { tasksOfLines } from "../practice/repertoire.ts";
import { rulesetOf } from "../rules/records.ts";
import type { GameClass } from "../rules/rules.ts";
import { buildSheet } from "../ui/build-sheet.ts";
import { button, el, setText } from "../ui/dom.ts";
import { choice } from "../ui/sheet-parts.ts";
import type { ExerciseAdder } from "./add-exercises.ts";
import type { StudyData } from "./study.ts";

interface LearnPage extends Pick<ExerciseAdder, "add" | "lineName"> {
  Game: GameClass;
  data: () => StudyData;
}

export function createLearnSheet(i18n: I18n, { Game, data, lineName, add }: LearnPage) {
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
  /** The exercises that the button adds. */
  let tasks: Task[] = [];

  const valueOf = (field: string) => String(new FormData(body).get(field) ?? "");
  const side = (): Side => (valueOf("learn-side") === "black" ? "black" : "red");
  function choose(field: string, value: string) {
    for (const input of body.querySelectorAll("input"))
      if (input.name === field) input.checked = input.value === value;
  }

  function update() {
    translate(body, i18n);
    setText(hint, t("analysis.learn.hint"));
    setText(press, t("analysis.learn.press"));
    const { startFen, nodes, tags } = data();
    const part = valueOf("learn-part") === "all" ? "all" : { node };
    tasks = tasksOfLines(Game, { startFen, nodes, ruleset: rulesetOf(tags) }, part, side());
    setText(count, t("analysis.learn.count", { count: tasks.length }));
    press.disabled = tasks.length === 0;
  }
  body.addEventListener("change", update);

  function learn() {
    const lines = tasks.map(({ before, moves }) => [...before, ...moves.slice(0, 1)]);
    const longest = lines.reduce((one, other) => (other.length > one.length ? other : one), []);
    const own = side();
    dialog.close();
    add({ kind: "line", side: own, name: lineName(longest) }, tasks);
  }

  return {
    /** Opens the sheet for the line of a node. `bottom` is the side at the bottom of the board. */
    show(of: number, bottom: Side) {
      node = of;
      const isOneLine = data().nodes.every(({ children }) => children.length < 2);
      choose("learn-side", bottom);
      choose("learn-part", isOneLine ? "line" : valueOf("learn-part") || "line");
      parts.hidden = isOneLine;
      open(t("analysis.learn.title"));
      update();
    },
  };
}
