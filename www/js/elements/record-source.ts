// The rules, and records from elsewhere.

import { memoizeAsync } from "../core/memoize.ts";
import { readAny } from "../rules/records.ts";
import { loadRules } from "../rules/rules.ts";
import type { StudyData } from "../study/study-data.ts";
import { readStudy } from "../study/study-record.ts";
import { mainFrom, newTree } from "../study/tree.ts";

/** Loads the rules, once for all elements of a page. */
export const loadRulesOnce = memoizeAsync(() => loadRules());

export function emptyStudy(): StudyData {
  return { startFen: null, nodes: newTree(), at: 0, tags: {}, result: "ongoing" };
}

/** Reads a record in any format, of which the rare ones need a second module. */
export async function readAsStudy(record: Uint8Array | string): Promise<StudyData> {
  const rules = await loadRulesOnce();
  const { data } = await readAny(record, (converted, summary) =>
    readStudy(rules, converted, summary),
  );
  return data;
}

/** Returns the node of the main line after a number of moves, or its last one. */
export function nodeOfPly({ nodes }: StudyData, ply: number): number {
  const line = mainFrom(nodes);
  return line[Math.min(ply, line.length) - 1] ?? 0;
}

/** Fetches a file; `src` is relative to the page. */
export async function fetchBytes(src: string): Promise<Uint8Array> {
  const response = await fetch(new URL(src, document.baseURI));
  if (!response.ok) throw new Error(`${src}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * Returns the text inside an element: that of a script of type "text/plain", or else all that is not slotted, as lines
 * without the indentation of the page.
 */
export function textInside(element: Element): string {
  const script = element.querySelector(":scope > script[type='text/plain']");
  const nodes = script ? [script] : [...element.childNodes].filter(isOfRecord);
  return nodes
    .map(({ textContent }) => textContent ?? "")
    .join("")
    .replaceAll(/^[ \t]+/gm, "")
    .trim();
}

/** Frameworks leave comments in the content; what has a slot is not the record. */
const isOfRecord = (node: Node) =>
  node.nodeType !== Node.COMMENT_NODE && !(node instanceof Element && node.hasAttribute("slot"));

/** Calls a listener when the content of an element changes, until the signal. */
export function observeContent(element: Element, listener: () => void, signal: AbortSignal): void {
  const observer = new MutationObserver(listener);
  observer.observe(element, { childList: true, characterData: true, subtree: true });
  signal.addEventListener("abort", () => observer.disconnect());
}

/** Reads a number of moves; null is none. */
export function readPly(text: string | null): number {
  const ply = Number(text ?? 0);
  if (!Number.isInteger(ply) || ply < 0) throw new RangeError("a ply is a number from 0 on");
  return ply;
}
