// Shows how the last move is written in three notations, with the meaning of each sign.

import type { I18n } from "../core/i18n.ts";
import { NOTATIONS } from "../core/xiangqi.ts";
import type { Notation } from "../core/xiangqi.ts";
import { el, langOfMoves } from "../ui/dom.ts";
import type { WrittenMove } from "./lesson-runner.ts";
import type { Part } from "./notation-parts.ts";

/** Fills `host` with the note; `written` is null before the first move. */
export function fillNote(host: HTMLElement, written: WrittenMove | null, i18n: I18n): void {
  const { t } = i18n;
  if (!written) return host.replaceChildren(el("p", "hint", t("learn.note.empty")));
  host.replaceChildren(
    ...NOTATIONS.map((notation) => {
      const text = el("span", "note-text", i18n.move(written.texts[notation]));
      text.lang = langOfMoves(notation, i18n);
      const title = el("h4", "note-kind", t(`learn.read.${notation}`), text);
      const parts = written.parts[notation];
      const signs = signsOf(parts, notation, i18n);
      const items = parts.map((part, index) => makeSign(part, signs[index] ?? "", text.lang, i18n));
      return el("div", "note-row", title, el("ul", "note-signs", ...items));
    }),
  );
}

/** Returns the signs of a move as readers of the current language write them. */
function signsOf(parts: readonly Part[], notation: Notation, i18n: I18n) {
  const texts = parts.map(({ text }) => text);
  return notation === "wxf" ? i18n.signs(texts) : texts.map((text) => i18n.move(text));
}

function makeSign({ key, piece, value }: Part, sign: string, lang: string, { t }: I18n) {
  const mark = el("b", "note-sign", sign);
  mark.lang = lang;
  const meaning = t(`learn.part.${key}`, {
    ...(piece && { piece: t(`piece.${piece}`) }),
    ...(value && { value }),
  });
  return el("li", "", mark, el("span", "note-meaning", meaning));
}
