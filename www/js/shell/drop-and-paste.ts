// Games that come without a button: files or a folder dropped on the page, a text or file pasted beside its fields.

import { filesDropped } from "./dropped-files.ts";

/**
 * @param {object} does
 * @param {() => boolean} does.ready               may something be taken in now?
 * @param {(data: string|File) => void} does.take
 * @param {(files: File[]) => void} [does.takeAll] several files at once; without it the first is taken
 * @param {(over: boolean) => void} does.hover     a file is held over the page
 * @returns {() => void} unbinds
 */
export function bindDropAndPaste({ ready, take, takeAll, hover }) {
  const stop = new AbortController();
  const { signal } = stop;
  const bringsFile = (/** @type {DragEvent} */ { dataTransfer }) =>
    dataTransfer?.types.includes("Files") ?? false;

  document.addEventListener(
    "dragover",
    (event) => {
      if (!bringsFile(event)) return;
      event.preventDefault(); // else the browser leaves the page to show the file
      hover(ready());
    },
    { signal },
  );
  document.addEventListener("dragleave", ({ relatedTarget }) => relatedTarget || hover(false), {
    signal,
  });
  document.addEventListener(
    "drop",
    async (event) => {
      if (!bringsFile(event)) return;
      event.preventDefault();
      hover(false);
      const files = await filesDropped(/** @type {DataTransfer} */ (event.dataTransfer));
      if (files.length === 0 || !ready()) return;
      if (takeAll && files.length > 1) takeAll(files);
      else take(files[0]);
    },
    { signal },
  );
  document.addEventListener(
    "paste",
    (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (!ready() || target.closest?.("input:not([type=radio], [type=checkbox]), textarea"))
        return;
      const [file] = event.clipboardData?.files ?? [];
      const data = file ?? event.clipboardData?.getData("text/plain");
      if (!data) return;
      event.preventDefault();
      take(data);
    },
    { signal },
  );
  return () => stop.abort();
}
