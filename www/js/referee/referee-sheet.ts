// The referee's sheet, which is fetched at its first use, together with its own messages and style sheet.

import { createI18n, fetchJson } from "../core/i18n.ts";
import type { I18n } from "../core/i18n.ts";
import { notationOf } from "../core/languages.ts";
import type { GameClass } from "../rules/rules.ts";
import { buildSheet } from "../ui/build-sheet.ts";
import { readRepetition } from "./read-repetition.ts";
import type { Line } from "./read-repetition.ts";
import { createPanel } from "./referee-panel.ts";
import type { Look } from "./referee-panel.ts";
import "../../css/referee.css";

interface RefereeOptions {
  i18n: I18n;
  /** Returns undefined until the rules are loaded. */
  rules: () => GameClass | undefined;
  look: () => Look;
}

export async function createReferee({ i18n, rules, look }: RefereeOptions) {
  const own = createI18n(i18n.lang, (lang) =>
    fetchJson(new URL(`../../locales/referee/${lang}.json`, import.meta.url)),
  );
  await own.use(i18n.lang);
  const panel = createPanel({ i18n, t: own.t });
  const sheet = buildSheet("referee-dialog", i18n, panel.host);

  sheet.dialog.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!steps || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    panel.step(steps);
  });

  return {
    /** Shows the repetition that a line ends with; does nothing if there is none. */
    async show(line: Line) {
      const Game = rules();
      if (!Game) return;
      const now = look();
      const repetition = readRepetition(Game, line, notationOf(now.settings));
      if (!repetition) return;
      await own.use(i18n.lang).catch(() => {}); // the sheet stays in the language that is loaded
      sheet.open(own.t("referee.title"));
      panel.show(repetition, now);
    },
  };
}
