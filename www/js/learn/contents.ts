// The list of chapters with what is done in each. Beside the lesson where there is room, folded above it
// where there is not.

import { el, icon, setText } from "../ui/dom.ts";
import { token } from "../ui/token.ts";
import { CHAPTERS, STEP_IDS, stepId } from "./chapters.ts";

/** @typedef {import("../core/i18n.ts").I18n} I18n */

/** Where the list stands beside the lesson; the same width as in learn.css. */
const WIDE = "(min-width: 1100px)";

/**
 * @param {{ fold: HTMLElement, summary: HTMLElement, list: HTMLElement, words: HTMLElement, bar: HTMLElement }} parts
 * @param {I18n} i18n @param {import("./lesson-progress.ts").Progress} progress
 */
export function createContents(parts, { t }, progress) {
  const fold = /** @type {HTMLDetailsElement} */ (parts.fold);
  const bar = /** @type {HTMLProgressElement} */ (parts.bar);
  const wide = matchMedia(WIDE);
  const unfold = () => {
    fold.open = wide.matches;
  };
  wide.addEventListener("change", unfold);
  unfold();
  const entries = CHAPTERS.map((chapter, number) => entry(chapter, number + 1));
  parts.list.replaceChildren(...entries.map(({ item }) => item));

  return {
    /** @param {number} current chapter, from 0 */
    update(current) {
      entries.forEach(({ link, title, state }, index) => {
        const { id, steps } = CHAPTERS[index];
        const done = steps.filter((_, step) => progress.has(stepId(id, step))).length;
        const total = steps.length;
        const whole = done === total;
        if (index === current) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
        setText(title, t(`learn.${id}.title`));
        state.replaceChildren(...stateOf(done, total));
        const words = whole ? t("learn.chapter.done") : t("learn.chapter.part", { done, total });
        state.append(el("span", "unseen", words));
        link.classList.toggle("is-done", whole);
      });
      const number = t("learn.chapter.number", { number: current + 1, total: CHAPTERS.length });
      parts.summary.replaceChildren(
        el("span", "chapters-now", t(`learn.${CHAPTERS[current].id}.title`)),
        el("span", "chapters-count", number),
      );
      const total = STEP_IDS.length;
      bar.max = total;
      bar.value = progress.count;
      setText(parts.words, t("learn.progress", { done: progress.count, total }));
    },
    /** A chapter was chosen: the fold makes room for it. */
    close: unfold,
  };
}

/** @param {import("./chapters.ts").Chapter} chapter @param {number} number */
function entry({ id, piece }, number) {
  const picture = piece ? token(piece) : el("span", "chapter-number", String(number));
  picture.setAttribute("aria-hidden", "true");
  const title = el("span", "chapter-name");
  const state = el("span", "chapter-state");
  const link = el("a", "chapter", picture, title, state);
  link.href = `#${id}/`; // not a bare name, which may be that of an element
  return { item: el("li", "", link), link, title, state };
}

/** A tick for a chapter that is done; else a dot for each of its exercises. @param {number} done @param {number} total */
function stateOf(done, total) {
  if (done === total) return [icon("done")];
  return Array.from({ length: total }, (_, i) => el("i", i < done ? "dot is-done" : "dot"));
}
