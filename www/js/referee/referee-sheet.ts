// The referee's sheet over a page, with words and a style of its own, fetched when it is first opened.

import { createI18n, fetchJson } from "../core/i18n.ts";
import { notationOf } from "../core/languages.ts";
import { buildSheet } from "../ui/build-sheet.ts";
import { readCase } from "./read-repetition.ts";
import { createPanel } from "./referee-panel.ts";
import "../../css/referee.css";

/** @typedef {import("./read-repetition.ts").Line} Line */

/**
 * @param {object} around
 * @param {import("../core/i18n.ts").I18n} around.i18n
 * @param {() => import("../rules/rules.ts").GameClass|undefined} around.rules
 * @param {() => import("./referee-panel.ts").Look} around.look
 */
export async function createReferee({ i18n, rules, look }) {
  const own = createI18n(i18n.lang, (lang) =>
    fetchJson(new URL(`../../locales/referee/${lang}.json`, import.meta.url)),
  );
  await own.use(i18n.lang);
  const panel = createPanel({ i18n, t: own.t });
  const sheet = buildSheet("referee-dialog", i18n, panel.host);

  sheet.dialog.addEventListener("keydown", (event) => {
    const away = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!away || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    panel.step(away);
  });

  return {
    /** Shows how the position after a line has come up again, if it has. @param {Line} line */
    async show(line) {
      const Game = rules();
      if (!Game) return;
      const now = look();
      const found = readCase(Game, line, notationOf(now.settings));
      if (!found) return;
      await own.use(i18n.lang).catch(() => {}); // then in the language that there is
      sheet.open(own.t("referee.title"));
      panel.show(found, now);
    },
  };
}
