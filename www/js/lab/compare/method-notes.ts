import { html } from "lit-html";
import { JUDGES, METHODS } from "../methods.ts";

/** Returns what each method does and where it comes from, and what each evaluation counts. */
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
