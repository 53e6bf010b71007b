// The head of the engine's lines: the switch, the score, the choice of the number of lines, and the progress of the
// search.

import { html } from "lit-html";
import type { I18n } from "../../core/i18n.ts";
import { MAX_LINES } from "./engine-line.ts";
import type { Standing } from "./line-words.ts";
import type { LinesModel } from "./lines-model.ts";
import type { LineChoice } from "./lines-setting.ts";

interface Head extends LineChoice, Standing {
  /** Short texts about the progress of the search, such as its depth and time. */
  facts: string[];
  /** The button that continues a search that has ended, or retries one that has failed. */
  offer: { words: string; act: () => void } | null;
  isBusy: boolean;
  /** True while the lines show the opponent's threat; null if no threat can be shown. */
  threat: boolean | null;
}

const COUNTS = Array.from({ length: MAX_LINES }, (_, index) => index + 1);

export function headTemplate(head: Head, { t }: I18n, { choose, toggleThreat }: LinesModel) {
  const { on, count, score, scoreWords, tone, facts, offer, threat } = head;
  const onSwitch = ({ target }: Event) => choose({ on: (target as HTMLInputElement).checked });
  const onCount = ({ target }: Event) =>
    choose({ count: Number((target as HTMLSelectElement).value) });
  const options = COUNTS.map(
    (n) =>
      html`<option value=${n} .selected=${n === count}>
        ${t("analysis.lines.count.of", { count: n })}
      </option>`,
  );
  const parts = facts.map((fact) => html`<span>${fact}</span>`);
  return html`<header class=${head.isBusy ? "lines-head is-busy" : "lines-head"}>
    <div class="lines-top">
      <label class="lines-switch" title="${t("analysis.lines.engine")} (L)">
        <input type="checkbox" role="switch" .checked=${on} @change=${onSwitch} />
        <span class="lines-name">${t("analysis.lines.engine")}</span>
      </label>
      <span class="lines-score" data-tone=${tone} .textContent=${score}></span>
      <span class="lines-words">${scoreWords}</span>
      <select
        class="lines-count"
        ?disabled=${!on}
        aria-label=${t("analysis.lines.count")}
        @change=${onCount}
      >
        ${options}
      </select>
    </div>
    <div class="lines-status" ?hidden=${facts.length === 0 && !offer && threat === null}>
      <p class="lines-facts">${parts}</p>
      <button
        type="button"
        class="button button-small lines-offer"
        ?hidden=${!offer}
        @click=${() => offer?.act()}
      >
        ${offer?.words ?? ""}
      </button>
      <button
        type="button"
        class="button button-small lines-threat"
        ?hidden=${threat === null}
        aria-pressed=${threat === true}
        title=${t("analysis.lines.threat.title")}
        @click=${toggleThreat}
      >
        ${t("analysis.lines.threat")}
      </button>
    </div>
  </header>`;
}
