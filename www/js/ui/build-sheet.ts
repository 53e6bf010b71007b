// Builds sheets at their first use, with the same markup as the sheets in the page's HTML.

import type { I18n } from "../core/i18n.ts";
import { sheet } from "./dialogs.ts";
import { button, el, icon } from "./dom.ts";

export interface BuiltSheet {
  dialog: HTMLDialogElement;
  body: HTMLElement;
  /** Opens the sheet under a title. `spoken` is the title for screen readers, if it differs. */
  open(title: string, spoken?: string): void;
}

/** Builds a sheet and adds it to the page. `id` becomes the id of the dialog; the children are put into its body. */
export function buildSheet(id: string, { t }: I18n, ...children: Node[]): BuiltSheet {
  const heading = el("h2");
  heading.id = `${id}-title`;
  const close = button("tool", () => {}, icon("close"));
  close.dataset.close = "";
  const head = el("header", "sheet-head", heading, close);
  const body = el("div", "sheet-body", ...children);
  const dialog = el("dialog", "sheet", head, body);
  dialog.id = id;
  dialog.setAttribute("aria-labelledby", heading.id);
  document.body.append(dialog);
  sheet(id);

  return {
    dialog,
    body,
    open(title, spoken) {
      heading.textContent = title;
      heading.ariaLabel = spoken ?? null;
      close.setAttribute("aria-label", t("action.close"));
      if (!dialog.open) dialog.showModal();
      dialog.scrollTop = 0;
    },
  };
}
