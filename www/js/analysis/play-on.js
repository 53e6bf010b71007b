// Whom to play on against from the present place.

import { buildSheet } from "../panels/build-sheet.js";
import { button, el, setText } from "../panels/dom.js";

/** @typedef {{ mode: import("../state.js").Mode, side: import("../state.js").Side }} Opponent */

/** @type {(Opponent & { name: string })[]} */
const WAYS = [
  { name: "red", mode: "engine", side: "red" },
  { name: "black", mode: "engine", side: "black" },
  { name: "local", mode: "local", side: "red" },
];

/** @param {import("../i18n.js").I18n} i18n @param {(opponent: Opponent) => void} play */
export function createPlayOn(i18n, play) {
  const rows = WAYS.map((way) => {
    const [label, more] = [el("span", "start-label"), el("span", "start-more")];
    const element = button("menu-way", () => (sheet.dialog.close(), play(way)), label, more);
    element.id = `play-on-${way.name}`;
    return { way, element, label, more };
  });
  const sheet = buildSheet(
    "play-on-dialog",
    i18n,
    el("div", "menu", ...rows.map((row) => row.element)),
  );
  return {
    show() {
      for (const { way, label, more } of rows) {
        setText(label, i18n.t(`analysis.play.${way.name}`));
        setText(more, i18n.t(`analysis.play.${way.name}.more`));
      }
      sheet.open(i18n.t("analysis.play.title"));
    },
  };
}
