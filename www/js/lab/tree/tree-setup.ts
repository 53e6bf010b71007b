// Controls that choose the search to trace: position, method, evaluation and depth.

import { html } from "lit-html";
import { JUDGES, METHODS } from "../methods.ts";
import type { I18n } from "../../core/i18n.ts";
import type { LabPosition } from "../lab-position.ts";
import type { Job } from "../types.ts";
import { selectList } from "../templates.ts";
import { type Lesson, LESSONS } from "./tree-lessons.ts";

/** The value of `position` that selects the Lab's position rather than a lesson's. */
export const OWN = "own";
const POSITIONS = [...LESSONS.map(({ id }) => id), OWN];
const EXACT = METHODS.filter(({ exact }) => exact).map(({ code }) => code);
/** The depths to choose from, in plies; deeper trees are too large to step through. */
const DEPTHS = ["1", "2", "3", "4"];

/** The choices of the tree panel. `position` is the id of a lesson or `OWN`. */
export type TreeChoices = Pick<Job, "method" | "judge" | "depth"> & { position: string };

const lessonOf = ({ position }: TreeChoices): Lesson | undefined =>
  LESSONS.find(({ id }) => id === position);

/** Returns the search that the choices describe. */
export function jobOf(choices: TreeChoices, { startFen, moves }: LabPosition): Job {
  const { method, judge, depth } = choices;
  const fen = lessonOf(choices)?.fen;
  return { ...(fen ? { startFen: fen, moves: [] } : { startFen, moves }), method, judge, depth };
}

/** Returns the choices that a lesson begins with. */
export const choicesOf = ({ id, method, judge, depth }: Lesson): TreeChoices => ({
  position: id,
  method,
  judge,
  depth,
});

export function treeSetup(
  choices: TreeChoices,
  choose: (choices: TreeChoices) => void,
  { t }: I18n,
) {
  const lesson = lessonOf(choices);
  const nameOf = (method: string) => t(`lab.compare.method.${method}.name`);

  function list<Value extends string>(
    field: keyof TreeChoices,
    values: readonly Value[],
    name: (value: Value) => string,
  ) {
    const onChange = (value: Value) => {
      const next = { ...choices, [field]: field === "depth" ? Number(value) : value };
      const newLesson = field === "position" ? lessonOf(next) : undefined;
      choose(newLesson ? choicesOf(newLesson) : next);
    };
    const chosen = String(choices[field]) as Value;
    return html`<label class="lab-choice">
      <span class="field-label">${t(`lab.tree.choose.${field}`)}</span>
      ${selectList({ id: `lab-tree-${field}`, values, chosen, name, onChange })}
    </label>`;
  }

  /**
   * Describes the subject of the lesson. If another method is chosen, adds the name of the lesson's method, because the
   * chosen method may not show the subject.
   */
  function about() {
    if (!lesson) return t("lab.tree.about.own");
    const text = t(`lab.tree.about.${lesson.id}`);
    if (choices.method === lesson.method) return text;
    return text + t("lab.tree.about.for", { method: nameOf(lesson.method) });
  }

  return html`<div class="lab-tree-setup ${lesson ? "has-lesson" : ""}">
    <div class="lab-tree-choices">
      ${list("position", POSITIONS, (id) =>
        t(id === OWN ? "lab.tree.position.own" : `lab.tree.lesson.${id}`),
      )}
      ${list("method", EXACT, nameOf)}
      ${list("judge", JUDGES, (code) => t(`lab.compare.judge.${code}.name`))}
      ${list("depth", DEPTHS, (plies) => plies)}
    </div>
    <p class="hint lab-tree-about">${about()}</p>
    <details class="lab-tree-how">
      <summary>${t("lab.tree.how", { method: nameOf(choices.method) })}</summary>
      <p class="hint">${t(`lab.compare.method.${choices.method}.how`)}</p>
    </details>
  </div>`;
}
