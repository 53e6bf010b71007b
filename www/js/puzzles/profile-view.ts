// Where a person loses chances, in plain words: part of the practice's sheet.

import { el } from "../ui/dom.ts";
import { MINIMUM } from "../practice/profile.ts";

/** @typedef {import("../practice/profile.ts").Profile} Profile */

/** @param {Profile} profile @param {import("../core/i18n.ts").I18n} i18n @returns {HTMLElement[]} */
export function showProfile(profile, i18n) {
  const { t } = i18n;
  const { games, isEnough, perGame, phases, kinds, timed } = profile;
  const title = el("h3", "field-label", t("practice.profile"));
  if (!isEnough)
    return [title, el("p", "hint", t("practice.profile.few", { ...MINIMUM, now: games }))];
  const each = new Intl.NumberFormat(i18n.htmlLang, { maximumFractionDigits: 1 }).format(perGame);
  const sum = [
    t("practice.profile.from", { now: games, each }),
    t(`practice.profile.most.${phases[0].phase}`),
  ];
  const rows = phases.map(({ phase, share, count }) => {
    const percent = Math.round(share * 100);
    const bar = el("span", "share-bar");
    bar.style.setProperty("--share", `${percent}%`);
    const words = t("practice.profile.share", { percent, count });
    return el(
      "li",
      "share-row",
      el("span", "share-name", t(`practice.profile.${phase}`)),
      bar,
      el("span", "share-words", words),
    );
  });
  const listed = kinds.map(({ kind, count }) =>
    el(
      "li",
      "kind-row",
      el("span", "", t(`practice.profile.kind.${kind}`)),
      el("span", "kind-count", String(count)),
    ),
  );
  return [
    title,
    el("p", "", sum.join(" ")),
    el("ul", "share-rows", ...rows),
    el("h3", "field-label", t("practice.profile.by")),
    el("ul", "kind-rows", ...listed),
    ...(timed ? [el("p", "", t("practice.profile.hurried", timed))] : []),
    el("p", "hint", t("practice.profile.rule")),
  ];
}
