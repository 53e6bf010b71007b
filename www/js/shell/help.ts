// The sheet of help: how one plays, and by which keys.

import { el, i18nElement } from "../ui/dom.ts";
import { makeSheet, show } from "../ui/sheet-parts.ts";

/** @type {[keys: string[], key: string][]} */
const KEYS = [
  [["←"], "help.key.undo"],
  [["→"], "help.key.redo"],
  [["F"], "help.key.flip"],
  [["N"], "help.key.new"],
  [["O"], "help.key.open"],
  [["E"], "help.key.export"],
  [["M"], "help.key.moveNow"],
  [["P"], "help.key.pause"],
  [["H"], "help.key.hint"],
  [["S"], "help.key.sound"],
  [["?"], "help.key.help"],
  [["Esc"], "help.key.close"],
  [["B"], "help.key.board"],
  [["/"], "help.key.type"],
];
/** @type {typeof KEYS} */
const PUZZLE_KEYS = [
  [["←"], "help.key.previous"],
  [["→"], "help.key.next"],
  [["H"], "help.key.hint"],
  [["G"], "help.key.goal"],
  [["?"], "help.key.help"],
  [["Esc"], "help.key.close"],
  [["B"], "help.key.board"],
  [["/"], "help.key.type"],
];
/** @type {typeof KEYS} */
const LESSON_KEYS = [
  [["H"], "help.key.hint"],
  [["S"], "help.key.sound"],
  [["?"], "help.key.help"],
  [["Esc"], "help.key.close"],
  [["B"], "help.key.board"],
];
/** By what a page is for. */
const ROWS = { play: KEYS, puzzles: PUZZLE_KEYS, learn: LESSON_KEYS };
/** @type {typeof KEYS} */
const ON_THE_BOARD = [
  [["←", "↑", "↓", "→"], "help.board.walk"],
  [["Home", "End"], "help.board.row"],
  [["PgUp", "PgDn"], "help.board.column"],
  [["Space", "Enter"], "help.board.press"],
  [["Esc"], "help.board.escape"],
];

/** @param {import("../core/i18n.ts").I18n} i18n @param {keyof typeof ROWS} [page] */
export function createHelp(i18n, page = "play") {
  const body = el(
    "div",
    "prose",
    ...topic("help.play", "help.play.text"),
    ...topic("help.goal", "help.goal.text"),
    ...topic("help.notation", "help.notation.text"),
    i18nElement("h3", "help.keys"),
    table(ROWS[page]),
    ...topic("help.board", "help.board.text"),
    table(ON_THE_BOARD),
    i18nElement("p", "help.store", "hint"),
  );
  const dialog = makeSheet("help", "help.title", i18n, body);
  return { show: () => show(dialog) };
}

/** @param {string} title key @param {string} text key */
const topic = (title, text) => [i18nElement("h3", title), i18nElement("p", text)];

/** @param {typeof KEYS} rows */
function table(rows) {
  const made = rows.map(([keys, key]) => {
    const caps = keys.flatMap((cap, index) =>
      index > 0 ? [" ", el("kbd", "", cap)] : [el("kbd", "", cap)],
    );
    return el("div", "", el("dt", "", ...caps), i18nElement("dd", key));
  });
  return el("dl", "keys", ...made);
}
