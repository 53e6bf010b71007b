import { el } from "./dom.ts";

/**
 * The most sentences in a live region; more than one, so that a new sentence does not remove one that has not been read
 * yet.
 */
const MAX_SENTENCES = 4;

/** Adds a sentence to a live region, which announces it even if it equals the sentence before. */
export function addSentence(region: HTMLElement, words: string): void {
  while (region.childElementCount >= MAX_SENTENCES) region.firstElementChild?.remove();
  region.append(el("p", "", words));
}
