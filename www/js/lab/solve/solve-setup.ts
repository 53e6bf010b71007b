// Controls that choose the ending, and the explanation of the method.

import { type TemplateResult, html } from "lit-html";
import type { I18n } from "../../core/i18n.ts";
import { selectList } from "../templates.ts";
import { type Ending, ATTACKERS, DEFENCES } from "./solve-endings.ts";

/** The steps of the explanation; the keys end with these numbers. */
const STEPS = [1, 2, 3, 4, 5, 6] as const;

interface SolveSetup {
  i18n: Pick<I18n, "t">;
  ending: Ending;
  choose: (ending: Ending) => void;
  /** The progress and the outcome of the solver. */
  state: TemplateResult;
}

export function solveSetup({ i18n: { t }, ending, choose, state }: SolveSetup) {
  return html`<section class="lab-card solve-setup">
    <h2 class="lab-subtitle">${t("lab.solve.title")}</h2>
    <p class="hint">${t("lab.solve.lead")}</p>
    <div class="solve-choices">
      <label class="lab-choice">
        <span class="field-label">${t("lab.solve.attacker")}</span>
        ${selectList({
          id: "solve-attacker",
          values: ATTACKERS,
          chosen: ending.attacker,
          name: (attacker) => t(`lab.solve.attacker.${attacker}`),
          onChange: (attacker) => choose({ ...ending, attacker }),
        })}
      </label>
      <label class="lab-choice">
        <span class="field-label">${t("lab.solve.defence")}</span>
        ${selectList({
          id: "solve-defence",
          values: DEFENCES,
          chosen: ending.defence,
          name: (defence) => t(`lab.solve.defence.${defence}`),
          onChange: (defence) => choose({ ...ending, defence }),
        })}
      </label>
    </div>
    ${state}
    <details class="lab-tree-how">
      <summary>${t("lab.solve.how")}</summary>
      <ol class="solve-how">
        ${STEPS.map((step) => html`<li>${t(`lab.solve.how.${step}`)}</li>`)}
      </ol>
    </details>
  </section>`;
}
