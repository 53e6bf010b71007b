// Sheets over the page. The browser's <dialog> holds the focus and closes on Escape.

import { byId } from "./dom.ts";

/** Makes the close buttons of a sheet close it, and presses beside it. Returns the dialog. */
export function sheet(id: string): HTMLDialogElement {
  const dialog = byId(id, HTMLDialogElement);
  const close = () => dialog.close();
  for (const closer of dialog.querySelectorAll("[data-close]"))
    closer.addEventListener("click", close);
  // Only a press that begins outside closes the sheet: text may be selected beyond its edge.
  let beganOutside = false;
  dialog.addEventListener("pointerdown", (event) => {
    beganOutside = event.target === dialog;
  });
  dialog.addEventListener("click", (event) => {
    if (beganOutside && event.target === dialog) close();
  });
  return dialog;
}
