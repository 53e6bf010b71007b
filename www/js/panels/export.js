// The sheet that writes the game: one format at a time, to copy or to save.

import { byId, setText } from "./dom.js";
import { sheet } from "./dialogs.js";
import { fileName } from "../records.js";
import { saveFile } from "../save.js";

/** @typedef {import("../i18n.js").I18n} I18n */
/** @typedef {import("../records.js").ExportFormat} ExportFormat */

/**
 * @param {I18n} i18n
 * @param {object} does
 * @param {(format: ExportFormat) => string} does.write  the game on the board
 * @param {() => import("../share/panel.js").Shared} does.shared  the same, for handing it on
 */
export function createExportDialog(i18n, { write, shared }) {
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
    saveFile(name, text.value);
    setText(said, i18n.t("export.saved", { name }));
  });

  /** Fetched with the first look into the sheet. @type {Promise<{ show: () => void }>|null} */
  let sharing = null;
  const showSharing = async () => {
    const load = () => import("../share/panel.js");
    sharing ??= load().then(({ createSharePanel }) =>
      createSharePanel(byId("share"), i18n, shared),
    );
    try {
      (await sharing).show();
    } catch {
      sharing = null; // no network: the next look tries again
    }
  };

  return {
    show() {
      retell();
      void showSharing();
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
