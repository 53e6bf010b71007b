// The help sheet: the aim of the game, and the keys.

import type { MessageKey } from "../core/message-keys.ts";
import type { I18n } from "../core/i18n.ts";
import { el, i18nElement } from "../ui/dom.ts";
import { makeSheet, show } from "../ui/sheet-parts.ts";

/** Keys of the keyboard, and the locale key of the text that describes them. */
type KeyRow = readonly [caps: readonly string[], text: MessageKey];

const PAGE_KEYS = {
  play: [
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
  ],
  puzzles: [
    [["←"], "help.key.previous"],
    [["→"], "help.key.next"],
    [["H"], "help.key.hint"],
    [["G"], "help.key.goal"],
    [["?"], "help.key.help"],
    [["Esc"], "help.key.close"],
    [["B"], "help.key.board"],
    [["/"], "help.key.type"],
  ],
  learn: [
    [["H"], "help.key.hint"],
    [["S"], "help.key.sound"],
    [["?"], "help.key.help"],
    [["Esc"], "help.key.close"],
    [["B"], "help.key.board"],
  ],
} as const satisfies Record<string, readonly KeyRow[]>;

const BOARD_KEYS: readonly KeyRow[] = [
  [["←", "↑", "↓", "→"], "help.board.walk"],
  [["Home", "End"], "help.board.row"],
  [["PgUp", "PgDn"], "help.board.column"],
  [["Space", "Enter"], "help.board.press"],
  [["Esc"], "help.board.escape"],
];

export function createHelp(i18n: I18n, page: keyof typeof PAGE_KEYS = "play") {
  const body = el(
    "div",
    "prose",
    ...topic("help.play", "help.play.text"),
    ...topic("help.goal", "help.goal.text"),
    ...topic("help.notation", "help.notation.text"),
    i18nElement("h3", "help.keys"),
    table(PAGE_KEYS[page]),
    ...topic("help.board", "help.board.text"),
    table(BOARD_KEYS),
    i18nElement("p", "help.store", "hint"),
  );
  const dialog = makeSheet("help", "help.title", i18n, body);
  return { show: () => show(dialog) };
}

const topic = (title: MessageKey, text: MessageKey) => [
  i18nElement("h3", title),
  i18nElement("p", text),
];

function table(rows: readonly KeyRow[]): HTMLElement {
  const elements = rows.map(([caps, text]) => {
    const keys = caps.flatMap((cap, index) =>
      index > 0 ? [" ", el("kbd", "", cap)] : [el("kbd", "", cap)],
    );
    return el("div", "", el("dt", "", ...keys), i18nElement("dd", text));
  });
  return el("dl", "keys", ...elements);
}
