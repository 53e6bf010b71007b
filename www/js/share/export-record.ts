// The export sheet: writes the game in one format at a time, to copy or to save.

import { downloadFile } from "../core/download.ts";
import type { I18n } from "../core/i18n.ts";
import { memoizeAsync } from "../core/memoize.ts";
import type { MessageKey } from "../core/message-keys.ts";
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

/** A format of binary files, which have no text to copy. Its code is also the extension of its files. */
interface BinaryFormat {
  code: string;
  name: MessageKey;
  hint: MessageKey;
  write: () => Promise<Blob>;
}

/** What a page adds to the export sheet. */
interface ExportExtras {
  /** Form fields after the choice of format. */
  options?: HTMLElement;
  /** True if the sections for saving come before those for sharing. */
  savesFirst?: boolean;
  /** Another way to save, after the buttons. */
  saving?: HTMLElement;
  /** A form field of the section for sharing. */
  sharing?: HTMLElement;
  /** A section at the end. */
  below?: HTMLElement;
  binary?: BinaryFormat;
  /** Called when a format is chosen and when the sheet opens, before the text is written. */
  onFormat?: (format: string) => void;
}

/** Creates the export dialog. */
export async function createExportDialog(
  i18n: I18n,
  { write, shared, notation }: ExportActions,
  extras: ExportExtras = {},
) {
  const { binary, onFormat } = extras;
  const { form, hint, words, text, status, bare, save, share, submitButton } = makeForm(extras);
  const field = fields(form);

  const format = () => field("format").value as ExportFormat;
  const isBinary = () => binary !== undefined && field("format").value === binary.code;
  const update = () => {
    onFormat?.(format());
    words.hidden = submitButton.hidden = isBinary();
    if (binary && isBinary()) {
      setText(hint, i18n.t(binary.hint));
      bare.hidden = true;
      setText(status, "");
      return;
    }
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
  const saveFile = async () => {
    const isFile = binary && isBinary();
    const textName = fileName(format(), new Date(), shared().title);
    const name = isFile ? textName.replace(/\w+$/, binary.code) : textName;
    downloadFile(name, isFile ? await binary.write() : text.value);
    setText(status, i18n.t("export.saved", { name }));
  };
  save.addEventListener("click", () => {
    saveFile().catch((error: unknown) => {
      reportError(error);
      setText(status, i18n.t("share.failed"));
    });
  });

  const sharing = memoizeAsync(async () => {
    const { createSharePanel } = await import("./share-form.ts");
    return createSharePanel(share, i18n, shared, extras.sharing);
  });
  const showSharing = async () => {
    try {
      (await sharing()).show();
    } catch {
      // The panel for sharing could not be fetched; the next opening of the sheet tries again.
    }
  };

  // If the panel were added after the sheet has opened, it would move what follows away from the pointer.
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

function makeForm({ options: more, savesFirst, saving, below, binary }: ExportExtras) {
  const options: [string, MessageKey][] = EXPORT_FORMATS.map(({ format }) => [
    format,
    `export.format.${format}`,
  ]);
  if (binary) options.push([binary.code, binary.name]);
  const formats = el("fieldset", "field", i18nElement("legend", "export.format"));
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
  const words = el("div", "", labelOf("export.text", text.id), text);
  const submitButton = submit("export.copy");
  const buttons = el("div", "sheet-actions is-pair", save, submitButton);
  const parts = [formats, more ?? "", bare, buttons, status, words, saving ?? ""];
  (savesFirst ? share : formats).classList.add("is-ruled");
  const sections = savesFirst ? [...parts, share] : [share, ...parts];
  const form = el("form", "", ...sections, below ?? "");
  form.id = "export-form";
  return { form, hint, words, text, status, bare, save, share, submitButton };
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
