// The export sheet: writes the game in one format at a time, to copy or to save.

import { downloadFile } from "../core/download.ts";
import type { I18n } from "../core/i18n.ts";
import { memoizeAsync } from "../core/memoize.ts";
import type { Notation } from "../core/xiangqi.ts";
import { EXPORT_FORMATS, fileName } from "../rules/records.ts";
import type { ExportFormat } from "../rules/records.ts";
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
import type { Shared } from "./share-form.ts";

interface ExportActions {
  /** Writes the game on the board, or only its moves if `bare` is true. */
  write(format: ExportFormat, bare?: boolean): string;
  shared(): Shared;
  /** Returns the notation of the page. When the sheet is first opened, PGN in this notation is chosen. */
  notation(): Notation;
}

/** Creates the export dialog. `more` is an optional form field above the choice of format. */
export async function createExportDialog(
  i18n: I18n,
  { write, shared, notation }: ExportActions,
  more?: HTMLElement,
) {
  const { form, hint, text, status, bare, save, share } = makeForm(more);
  const field = fields(form);

  const format = () => field("format").value as ExportFormat;
  const update = () => {
    setText(hint, i18n.t(`export.hint.${format()}`));
    const record = write(format());
    const moves = format().startsWith("pgn") ? write(format(), true) : record;
    bare.hidden = moves === record;
    text.value = field("bare").checked ? moves : record;
    text.scrollTop = 0;
    setText(status, "");
  };
  let isChosen = false;
  form.addEventListener("change", ({ target }) => {
    isChosen ||= (target as Element).getAttribute("name") === "format";
    update();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const isCopied = await copy(text);
    setText(status, i18n.t(isCopied ? "export.copied" : "export.copyFailed"));
  });
  save.addEventListener("click", () => {
    const name = fileName(format(), new Date());
    downloadFile(name, text.value);
    setText(status, i18n.t("export.saved", { name }));
  });

  const sharing = memoizeAsync(async () => {
    const { createSharePanel } = await import("./share-form.ts");
    return createSharePanel(share, i18n, shared);
  });
  const showSharing = async () => {
    try {
      (await sharing()).show();
    } catch {
      // The panel for sharing could not be fetched; the next opening of the sheet tries again.
    }
  };

  // If the panel were added after the sheet has opened, it would move the sheet's buttons away from the pointer.
  await sharing().catch(() => {});
  const dialog = makeSheet("export", "export.title", i18n, form);

  return {
    form,
    show() {
      if (!isChosen) field("format").value = `pgn-${notation()}`;
      update();
      void showSharing();
      show(dialog);
    },
  };
}

function makeForm(more: HTMLElement | undefined) {
  const options = EXPORT_FORMATS.map(({ format }) => [format, `export.format.${format}`] as const);
  const formats = el("fieldset", "field is-ruled", i18nElement("legend", "export.format"));
  const hint = Object.assign(el("p", "hint"), { id: "export-hint" });
  formats.append(segments("format", options, "is-grid"), hint);
  const bare = el("div", "", toggle("bare", "export.bare", "export.bareHint"));
  const text = Object.assign(textField("export-text", 8), { readOnly: true });
  const status = Object.assign(el("p", "hint export-said"), { id: "export-said" });
  status.setAttribute("role", "status");
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
    el("div", "field", labelOf("export.text", text.id), text, status),
    el("div", "sheet-actions is-pair", save, submit("export.copy")),
  );
  form.id = "export-form";
  return { form, hint, text, status, bare, save, share };
}

/**
 * Copies the text of a field. If the clipboard is forbidden, selects the text so that the person can copy it, and
 * returns false.
 */
async function copy(field: HTMLTextAreaElement): Promise<boolean> {
  if (await toClipboard(field.value)) return true;
  field.focus();
  field.select();
  return false;
}
