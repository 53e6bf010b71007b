// What is to be searched step by step: the position, the method, the evaluation, the depth.

import { el, setOptions, setText } from "../../ui/dom.ts";
import { LESSONS } from "./tree-lessons.ts";

/** @typedef {import("../methods.ts").Method} Method */
/** @typedef {import("../methods.ts").Judge} Judge */

/** The position of the page, instead of a lesson. */
const OWN = "own";
/** Deeper trees are too large to be stepped through. */
const DEPTHS = [1, 2, 3, 4];
const NAMES = /** @type {const} */ (["position", "method", "judge", "depth"]);

/** @typedef {{ startFen: string|null, moves: string[], method: Method, judge: Judge, depth: number }} Wanted */

/** @param {HTMLElement} host @param {import("../lab-client.ts").Lab} lab @param {() => void} onChange */
export function createSetup(host, lab, onChange) {
  const fields = NAMES.map((name) => {
    const [label, list] = [el("span", "field-label"), el("select", "lab-select")];
    list.id = `lab-tree-${name}`;
    const made = el("label", "lab-choice", label, list);
    return { name, label, list, made };
  });
  const [position, method, judge, depth] = fields.map(({ list }) => list);
  const about = el("p", "hint lab-tree-about");
  const [head, how] = [el("summary"), el("p", "hint")];
  const more = el("details", "lab-tree-how", head, how);
  host.append(el("div", "lab-tree-choices", ...fields.map(({ made }) => made)), about, more);
  const methods = lab.methods.filter(({ exact }) => exact).map(({ code }) => code);

  const lesson = () => LESSONS.find(({ id }) => id === position.value);

  function update() {
    const { t } = lab.i18n;
    for (const { name, label } of fields) setText(label, t(`lab.tree.choose.${name}`));
    const places = [...LESSONS.map(({ id }) => id), OWN];
    setOptions(position, places, (id) =>
      t(id === OWN ? "lab.tree.position.own" : `lab.tree.lesson.${id}`),
    );
    setOptions(method, methods, (code) => t(`lab.compare.method.${code}.name`));
    setOptions(judge, [...lab.judges], (code) => t(`lab.compare.judge.${code}.name`));
    setOptions(depth, DEPTHS.map(String), (plies) => plies);
    const chosen = lesson();
    host.classList.toggle("has-lesson", chosen !== undefined);
    const name = t(`lab.compare.method.${method.value}.name`);
    setText(head, t("lab.tree.how", { method: name }));
    setText(how, t(`lab.compare.method.${method.value}.how`));
    setText(about, aboutOf(chosen));
  }

  /** What there is to see; with another method than the lesson's perhaps not. @param {import("./tree-lessons.ts").Lesson} [chosen] */
  function aboutOf(chosen) {
    const { t } = lab.i18n;
    if (!chosen) return t("lab.tree.about.own");
    const words = t(`lab.tree.about.${chosen.id}`);
    if (method.value === chosen.method) return words;
    const meant = t(`lab.compare.method.${chosen.method}.name`);
    return words + t("lab.tree.about.for", { method: meant });
  }

  /** A lesson brings what shows best what it is about. */
  function begin() {
    const chosen = lesson();
    if (!chosen) return;
    method.value = chosen.method;
    judge.value = chosen.judge;
    depth.value = String(chosen.depth);
  }

  for (const { list } of fields)
    list.addEventListener("change", () => {
      if (list === position) begin();
      update();
      onChange();
    });
  update();
  begin();
  update();

  return {
    update,
    /** The page's position is wanted: it was just chosen. */
    takeOwn() {
      position.value = OWN;
      update();
    },
    /** @returns {Wanted} */
    get wanted() {
      const chosen = lesson();
      const { startFen, moves } = lab.position.get();
      return {
        ...(chosen ? { startFen: chosen.fen, moves: [] } : { startFen, moves }),
        method: /** @type {Method} */ (method.value),
        judge: /** @type {Judge} */ (judge.value),
        depth: Number(depth.value),
      };
    },
  };
}
