// Sheets over the page. The browser's <dialog> keeps the focus inside and closes on Escape.

import { byId } from "./dom.ts";

/** Makes a sheet close at a click on its close buttons or outside it. Returns the dialog. */
export function sheet(id: string): HTMLDialogElement {
  const dialog = byId(id, HTMLDialogElement);
  const close = () => dialog.close();
  for (const closer of dialog.querySelectorAll("[data-close]"))
    closer.addEventListener("click", close);
  // Only a press that begins outside closes the sheet, since a selection of text may end outside.
  let beganOutside = false;
  dialog.addEventListener("pointerdown", (event) => {
    beganOutside = event.target === dialog;
  });
  dialog.addEventListener("click", (event) => {
    if (beganOutside && event.target === dialog) close();
  });
  return dialog;
}
