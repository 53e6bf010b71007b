// The form of a comparison: methods, evaluation and depth, a warning about searches that take long, and notes about the
// methods.

import type { MessageKey } from "../../core/message-keys.ts";
import { html } from "lit-html";
import type { I18n } from "../../core/i18n.ts";
import { afterPress } from "../../ui/after-press.ts";
import { JUDGES, METHODS, RULES } from "../methods.ts";
import { type On, selectList, wordButton } from "../templates.ts";
import { type Choices, MAX_CHOSEN_DEPTH } from "./compare-storage.ts";
import { methodName } from "./compare-words.ts";
import { slowMethods } from "./comparison.ts";

interface Form {
  i18n: I18n;
  choices: Choices;
  /** The depth that the chosen depth rule gives for the position, in plies. */
  limit: number;
  /** The number of legal moves in the position. */
  moves: number;
  isRunning: boolean;
  choose: (changed: Partial<Choices>) => void;
  run: () => void;
  cancel: () => void;
}

const CODES = METHODS.map(({ code }) => code);

export function compareForm(form: Form) {
  const { choices, isRunning: hidden, run, cancel } = form;
  const disabled = choices.methods.length === 0;
  const runOptions = { id: "compare-run", look: "button-primary", disabled, hidden };
  const cancelOptions = { id: "compare-cancel", look: "", hidden: !hidden };
  return html`<div class="lab-form">
    <fieldset class="field lab-checks">
      <legend data-i18n="lab.compare.methods"></legend>
      ${CODES.map((code) => methodField(code, form))}
    </fieldset>
    <div class="lab-fields">
      <div class="field">
        ${list("judge", JUDGES, ".name", form)}
        <p class="hint">${form.i18n.t(`lab.compare.judge.${choices.judge}.how`)}</p>
      </div>
      <div class="field">${depthFields(form)}</div>
    </div>
    ${warnings(form)}
    <div class="lab-actions">
      ${wordButton("lab.compare.run", run, runOptions)}
      ${wordButton("lab.compare.cancel", cancel, cancelOptions)}
    </div>
  </div>`;
}

function methodField(code: Choices["methods"][number], { choices: { methods }, choose }: Form) {
  const toggle = ({ currentTarget: { checked } }: On<HTMLInputElement>) =>
    choose({ methods: CODES.filter((each) => (each === code ? checked : methods.includes(each))) });
  return html`<label class="lab-check">
    <input
      type="checkbox"
      name="method"
      value=${code}
      .checked=${methods.includes(code)}
      @change=${toggle}
    />
    <span data-i18n="lab.compare.method.${code}.name"></span>
  </label>`;
}

/** Returns a labelled selection list. `suffix` is appended to the locale key of each option's name. */
function list<Name extends "judge" | "rule">(
  field: Name,
  values: readonly Choices[Name][],
  suffix: string,
  { choices, choose, i18n: { t } }: Form,
) {
  const id = `compare-${field}`;
  const key = `lab.compare.${field}` as const;
  const name = (code: Choices[Name]) => t(`${key}.${code}${suffix}` as MessageKey);
  const onChange = (value: Choices[Name]) => choose({ [field]: value });
  return html`<label class="field-label" for=${id} data-i18n=${key}></label>
    ${selectList({ id, values, chosen: choices[field], name, onChange })}`;
}

function depthFields(form: Form) {
  const { choices, limit, choose, i18n } = form;
  const how = i18n.t(`lab.compare.rule.${choices.rule}.how`);
  const onChange = ({ currentTarget: input }: On<HTMLInputElement>) =>
    afterPress(() => {
      const depth = Math.min(MAX_CHOSEN_DEPTH, Math.max(1, Math.round(input.valueAsNumber) || 1));
      input.value = String(depth); // shows the clamped value
      choose({ depth });
    });
  return html`<div class="lab-depths">
      <div class="field">${list("rule", RULES, "", form)}</div>
      <div class="field" ?hidden=${choices.rule === "phase"}>
        <label class="field-label" for="compare-depth" data-i18n="lab.compare.depth"></label>
        <input
          class="lab-number"
          type="number"
          min="1"
          max=${MAX_CHOSEN_DEPTH}
          id="compare-depth"
          .value=${String(choices.depth)}
          @change=${onChange}
        />
      </div>
    </div>
    <p class="hint">${how} ${i18n.t("lab.compare.here", { depth: limit })}</p>`;
}

function warnings({ choices, moves, limit: depth, i18n }: Form) {
  const slow = slowMethods(choices.methods, moves, depth);
  return html`<ul class="lab-guard" ?hidden=${slow.length === 0}>
    ${slow.map(({ method, leaves }) => {
      const names = { method: methodName(method, i18n), leaves: i18n.compact(leaves) };
      return html`<li>${i18n.t("lab.compare.guard", { ...names, depth })}</li>`;
    })}
  </ul>`;
}

/** Returns notes on what each method does, where it comes from, and what each evaluation counts. */
export const methodNotes = () =>
  html`<section class="lab-card">
    <details class="lab-about">
      <summary data-i18n="lab.compare.about"></summary>
      <dl>
        ${METHODS.map(
          ({ code }) =>
            html`<dt data-i18n="lab.compare.method.${code}.name"></dt>
              <dd>
                <p data-i18n="lab.compare.method.${code}.how"></p>
                <p class="hint" data-i18n="lab.compare.method.${code}.source"></p>
              </dd>`,
        )}
      </dl>
    </details>
    <details class="lab-about">
      <summary data-i18n="lab.compare.judges"></summary>
      <dl>
        ${JUDGES.map(
          (code) =>
            html`<dt data-i18n="lab.compare.judge.${code}.name"></dt>
              <dd data-i18n="lab.compare.judge.${code}.how"></dd>`,
        )}
      </dl>
    </details>
  </section>`;
