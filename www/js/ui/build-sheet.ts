// Sheets that are made when they are first opened, in the shape of those in the page.

import { button, el, icon } from "./dom.ts";
import { sheet } from "./dialogs.ts";

/**
 * @param {string} id of the dialog @param {import("../core/i18n.js").I18n} i18n @param {Node[]} children of its body
 */
export function buildSheet(id, { t }, ...children) {
  const title = el("h2");
  title.id = `${id}-title`;
  const close = button("tool", () => {}, icon("close"));
  close.dataset.close = "";
  const head = el("header", "sheet-head", title, close);
  const dialog = el("dialog", "sheet", head, el("div", "sheet-body", ...children));
  dialog.id = id;
  dialog.setAttribute("aria-labelledby", title.id);
  document.body.append(dialog);
  sheet(id);

  return {
    dialog,
    /** @param {string} words over the sheet @param {string} [spoken] for ears, where that is another thing */
    open(words, spoken) {
      title.textContent = words;
      title.ariaLabel = spoken ?? null;
      close.setAttribute("aria-label", t("action.close"));
      if (!dialog.open) dialog.showModal();
      dialog.scrollTop = 0;
    },
  };
}
