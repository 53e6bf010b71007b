// The sheet that writes the game: one format at a time, to copy or to save.

import { memoizeAsync } from "../core/memoize.ts";
import { fileName } from "../rules/records.ts";
import { downloadFile } from "../core/download.ts";
import { button, el, i18nElement, setText, toClipboard } from "../ui/dom.ts";
import {
  fields,
  labelOf,
  makeSheet,
  segments,
  show,
  submit,
  textField,
  toggle,
} from "../ui/sheet-parts.ts";

/** @typedef {import("../core/i18n.ts").I18n} I18n */
/** @typedef {import("../rules/records.ts").ExportFormat} ExportFormat */

/** As they are offered. @type {ExportFormat[]} */
const FORMATS = ["pgn-chinese", "pgn-wxf", "pgn-vietnamese", "pgn-iccs", "fen", "dhtmlxq", "ucci"];

/**
 * @param {I18n} i18n
 * @param {object} does
 * @param {(format: ExportFormat, bare?: boolean) => string} does.write  the game on the board, or its moves alone
 * @param {() => import("./share-form.ts").Shared} does.shared  the same, for handing it on
 * @param {() => import("../core/xiangqi.ts").Notation} does.notation  how moves are written now: so is the PGN that is offered first
 * @param {HTMLElement} [more]  what a page asks besides, before it is handed on
 */
export async function createExportDialog(i18n, { write, shared, notation }, more) {
  const { form, hint, text, told, bare, save, share } = makeForm(more);
  const field = fields(form);

  const format = () => /** @type {ExportFormat} */ (field("format").value);
  const retell = () => {
    setText(hint, i18n.t(`export.hint.${format()}`));
    const record = write(format());
    const moves = format().startsWith("pgn") ? write(format(), true) : record;
    bare.hidden = moves === record;
    text.value = field("bare").checked ? moves : record;
    text.scrollTop = 0;
    setText(told, "");
  };
  let isChosen = false;
  form.addEventListener("change", ({ target }) => {
    isChosen ||= /** @type {Element} */ (target).getAttribute("name") === "format";
    retell();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const copied = await copy(text);
    setText(told, i18n.t(copied ? "export.copied" : "export.copyFailed"));
  });
  save.addEventListener("click", () => {
    const name = fileName(format(), new Date());
    downloadFile(name, text.value);
    setText(told, i18n.t("export.saved", { name }));
  });

  const sharing = memoizeAsync(async () => {
    const { createSharePanel } = await import("./share-form.ts");
    return createSharePanel(share, i18n, shared);
  });
  const showSharing = async () => {
    try {
      (await sharing()).show();
    } catch {
      // no network: the next look tries again
    }
  };

  // What came after the sheet is open would push its buttons away from under the pointer.
  await sharing().catch(() => {});
  const dialog = makeSheet("export", "export.title", i18n, form);

  return {
    form,
    show() {
      if (!isChosen) field("format").value = `pgn-${notation()}`;
      retell();
      void showSharing();
      show(dialog);
    },
  };
}

/** @param {HTMLElement} [more] */
function makeForm(more) {
  const options = FORMATS.map((name) => /** @type {const} */ ([name, `export.format.${name}`]));
  const formats = el("fieldset", "field is-ruled", i18nElement("legend", "export.format"));
  const hint = Object.assign(el("p", "hint"), { id: "export-hint" });
  formats.append(segments("format", options, "is-grid"), hint);
  const bare = el("div", "", toggle("bare", "export.bare", "export.bareHint"));
  const text = Object.assign(textField("export-text", 8), { readOnly: true });
  const told = Object.assign(el("p", "hint export-said"), { id: "export-said" });
  told.setAttribute("role", "status");
  const save = button("button", () => {});
  save.id = "export-save";
  save.dataset.i18n = "export.save";
  const share = Object.assign(el("section", "field"), { id: "share" });
  const form = el(
    "form",
    "",
    more ?? "",
    share,
    formats,
    bare,
    el("div", "field", labelOf("export.text", text.id), text, told),
    el("div", "sheet-actions is-pair", save, submit("export.copy")),
  );
  form.id = "export-form";
  return { form, hint, text, told, bare, save, share };
}

/** Where the clipboard is forbidden the text is marked instead, to be copied by hand. @param {HTMLTextAreaElement} field */
async function copy(field) {
  if (await toClipboard(field.value)) return true;
  field.focus();
  field.select();
  return false;
}
