// Sheets over the page. <dialog> brings focus and Escape along.

import { byId } from "./dom.ts";

/** @param {string} id @returns {HTMLDialogElement} */
export function sheet(id) {
  const dialog = /** @type {HTMLDialogElement} */ (byId(id));
  const close = () => dialog.close();
  for (const closer of dialog.querySelectorAll("[data-close]"))
    closer.addEventListener("click", close);
  // Only a press that begins outside closes it: text may be marked beyond the edge of the sheet.
  let outside = false;
  dialog.addEventListener("pointerdown", (event) => {
    outside = event.target === dialog;
  });
  dialog.addEventListener("click", (event) => {
    if (outside && event.target === dialog) close();
  });
  return dialog;
}
