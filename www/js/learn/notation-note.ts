// How the last move is written: three notations, each sign with what it means.

import { el, langOfMoves } from "../ui/dom.ts";

/** @typedef {import("../core/i18n.ts").I18n} I18n */
/** @typedef {import("./notation-parts.ts").Part} Part */
/** @typedef {import("../core/xiangqi.ts").Notation} Notation */

/** @type {readonly Notation[]} */
const KINDS = ["chinese", "wxf", "iccs"];

/**
 * @param {HTMLElement} host
 * @param {import("./lesson-runner.ts").Runner["written"]} written  null: nothing was played yet
 * @param {I18n} i18n
 */
export function fillNote(host, written, i18n) {
  const { t } = i18n;
  if (!written) return host.replaceChildren(el("p", "hint", t("learn.note.empty")));
  host.replaceChildren(
    ...KINDS.map((kind) => {
      const title = el("h4", "note-kind", t(`learn.read.${kind}`));
      const text = el("span", "note-text", i18n.move(written.texts[kind]));
      text.lang = langOfMoves(kind, i18n);
      title.append(text);
      const parts = written.parts[kind];
      const marks = parts.map(({ text: mark }) => mark);
      const own = kind === "wxf" ? i18n.signs(marks) : marks.map(i18n.move);
      const signs = parts.map((part, place) => sign({ ...part, text: own[place] }, kind, i18n));
      return el("div", "note-row", title, el("ul", "note-signs", ...signs));
    }),
  );
}

/** @param {Part} part @param {Notation} kind @param {I18n} i18n */
function sign({ text, key, piece, value }, kind, i18n) {
  const { t } = i18n;
  const mark = el("b", "note-sign", text);
  mark.lang = langOfMoves(kind, i18n);
  const words = t(`learn.part.${key}`, {
    ...(piece && { piece: t(`piece.${piece}`) }),
    ...(value && { value }),
  });
  return el("li", "", mark, el("span", "note-meaning", words));
}
