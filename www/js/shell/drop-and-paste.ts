// Opens games that a person drops or pastes: files or folders dropped on the page, and a text or file pasted outside
// the page's text fields.

import { droppedFiles } from "./dropped-files.ts";

interface DropActions {
  /** Returns true while the page can open something. */
  ready(): boolean;
  take(data: string | File): void;
  /** Opens several files; if absent, only the first one is opened. */
  takeAll?(files: File[]): void;
  /** Called with true while a file is held over the page. */
  hover(isOver: boolean): void;
}

const bringsFile = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes("Files") ?? false;

/** Binds the events to the document. Returns a function that unbinds them. */
export function bindDropAndPaste({ ready, take, takeAll, hover }: DropActions): () => void {
  const stop = new AbortController();
  const { signal } = stop;

  /** Opens the game between friends that a text has a link to; takes any other text. */
  async function follow(text: string) {
    const { liveAddress, friendCodeIn } = await import("../rules/friend-link.ts");
    const code = friendCodeIn(text);
    if (code === null) take(text);
    else location.assign(liveAddress(code, document.baseURI));
  }

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
      if (!event.dataTransfer || !bringsFile(event)) return;
      event.preventDefault();
      hover(false);
      const files = await droppedFiles(event.dataTransfer);
      const [first] = files;
      if (!first || !ready()) return;
      if (takeAll && files.length > 1) takeAll(files);
      else take(first);
    },
    { signal },
  );
  document.addEventListener(
    "paste",
    (event) => {
      const target = event.target as HTMLElement;
      if (!ready() || target.closest?.("input:not([type=radio], [type=checkbox]), textarea"))
        return;
      const [file] = event.clipboardData?.files ?? [];
      const data = file ?? event.clipboardData?.getData("text/plain");
      if (!data) return;
      event.preventDefault();
      // All links to games between friends have these letters; what reads them is fetched when it is needed.
      if (typeof data === "string" && data.includes("AQ"))
        void follow(data).catch(() => take(data));
      else take(data);
    },
    { signal },
  );
  return () => stop.abort();
}
