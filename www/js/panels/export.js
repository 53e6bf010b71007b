// The sheet that writes the game: one format at a time, to copy or to save.

import { byId, setText } from "./dom.js";
import { sheet } from "./dialogs.js";
import { fileName } from "../records.js";

/** @typedef {import("../i18n.js").I18n} I18n */
/** @typedef {import("../records.js").ExportFormat} ExportFormat */

/**
 * @param {I18n} i18n
 * @param {object} does
 * @param {(format: ExportFormat) => string} does.write  the game on the board
 */
export function createExportDialog(i18n, { write }) {
  const dialog = sheet("export-dialog");
  const form = /** @type {HTMLFormElement} */ (byId("export-form"));
  const text = /** @type {HTMLTextAreaElement} */ (byId("export-text"));
  const said = byId("export-said");

  const format = () =>
    /** @type {ExportFormat} */ (
      /** @type {RadioNodeList} */ (form.elements.namedItem("format")).value
    );
  const retell = () => {
    setText(byId("export-hint"), i18n.t(`export.hint.${format()}`));
    text.value = write(format());
    text.scrollTop = 0;
    setText(said, "");
  };
  form.addEventListener("change", retell);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const copied = await copy(text);
    setText(said, i18n.t(copied ? "export.copied" : "export.copyFailed"));
  });
  byId("export-save").addEventListener("click", () => {
    const name = fileName(format(), new Date());
    save(name, text.value);
    setText(said, i18n.t("export.saved", { name }));
  });

  return {
    show() {
      retell();
      dialog.showModal();
      dialog.scrollTop = 0;
    },
  };
}

/** Where the clipboard is forbidden the text is marked instead, to be copied by hand. @param {HTMLTextAreaElement} field */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return false;
  }
}

/** @param {string} name @param {string} text */
function save(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
