// What is printed instead of the page: an element that only the printer shows. A page prepares it by `prepare` when the
// person prints, by the page's button, by Ctrl+P or by the browser's menu.

import "../../css/print.css";
import { el } from "../ui/dom.ts";

/**
 * `make` returns what to print; null leaves the page as it is. It may take time only if the page's button or Ctrl+P asks;
 * `makeNow` is called where the browser's menu does, which waits for nothing.
 */
export function createPrintView(
  make: () => Promise<Node | null> | Node | null,
  makeNow: () => Node | null,
) {
  const host = el("div", "print-view");
  document.body.append(host);
  /** True if the next print has been prepared by `print`. */
  let isPrepared = false;

  const fill = (content: Node | null) => host.replaceChildren(...(content ? [content] : []));

  /** The number of the latest request; earlier ones that end later are not printed. */
  let latest = 0;

  async function run() {
    const request = ++latest;
    const content = await make();
    if (request !== latest) return;
    fill(content);
    isPrepared = true;
    print();
  }

  addEventListener("beforeprint", () => {
    if (!isPrepared) fill(makeNow());
  });
  // The content stays, since some browsers read it after this event; the next print replaces it.
  addEventListener("afterprint", () => (isPrepared = false));
  return { print: run };
}

/** Calls `act` instead of the browser's print when the person presses Ctrl+P (Command+P on a Mac). */
export function onPrintKey(act: () => void): void {
  addEventListener("keydown", (event) => {
    const isPrint = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isPrint || event.key.toLowerCase() !== "p" || event.defaultPrevented) return;
    event.preventDefault();
    act();
  });
}
