// The part of the practice sheet that shows in which phases of the game a person loses chances, and by which mistakes.

import { html, nothing } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import type { I18n } from "../core/i18n.ts";
import { MINIMUM } from "../practice/profile.ts";
import type { Profile } from "../practice/profile.ts";

export function profileTemplate(profile: Profile, { t, htmlLang }: I18n) {
  const { games, isEnough, perGame, phases, kinds, timed } = profile;
  const title = html`<h3 class="field-label">${t("practice.profile")}</h3>`;
  if (!isEnough)
    return html`${title}
      <p class="hint">${t("practice.profile.few", { ...MINIMUM, now: games })}</p>`;
  const each = new Intl.NumberFormat(htmlLang, { maximumFractionDigits: 1 }).format(perGame);
  const [worst] = phases;
  const summary = [
    t("practice.profile.from", { now: games, each }),
    worst ? t(`practice.profile.most.${worst.phase}`) : "",
  ];
  return html`${title}
    <p>${summary.join(" ")}</p>
    <ul class="share-rows">
      ${phases.map((phase) => shareRow(phase, t))}
    </ul>
    <h3 class="field-label">${t("practice.profile.by")}</h3>
    <ul class="kind-rows">
      ${kinds.map((kind) => kindRow(kind, t))}
    </ul>
    ${timed ? html`<p>${t("practice.profile.hurried", timed)}</p>` : nothing}
    <p class="hint">${t("practice.profile.rule")}</p>`;
}

/** Returns the row of a phase. Its markup has no white space between the parts. */
// prettier-ignore
function shareRow({ phase, share, count }: Profile["phases"][number], t: I18n["t"]) {
  const percent = Math.round(share * 100);
  const setShare = (bar?: Element) =>
    bar instanceof HTMLElement && bar.style.setProperty("--share", `${percent}%`);
  return html`<li class="share-row"><span class="share-name">${t(`practice.profile.${phase}`)}</span
    ><span class="share-bar" ${ref(setShare)}></span
    ><span class="share-words">${t("practice.profile.share", { percent, count })}</span></li>`;
}

// prettier-ignore
const kindRow = ({ kind, count }: Profile["kinds"][number], t: I18n["t"]) =>
  html`<li class="kind-row"><span>${t(`practice.profile.kind.${kind}`)}</span
    ><span class="kind-count">${count}</span></li>`;
