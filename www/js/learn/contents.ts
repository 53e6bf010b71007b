// The list of chapters with their progress. In wide windows the list is beside the lesson; in other windows it is
// folded above the lesson.

import type { I18n } from "../core/i18n.ts";
import { byId, el, icon, setText } from "../ui/dom.ts";
import { token } from "../ui/token.ts";
import { CHAPTERS, STEP_IDS, chapterAt, stepId } from "./chapters.ts";
import type { Chapter } from "./chapters.ts";
import type { Progress } from "./lesson-progress.ts";

/** The media query of windows with the list beside the lesson; its width is also in learn.css. */
const WIDE = "(min-width: 1100px)";

export function createContents({ t }: Pick<I18n, "t">, progress: Progress) {
  const fold = byId("chapters", HTMLDetailsElement);
  const bar = byId("progress", HTMLProgressElement);
  const wide = matchMedia(WIDE);
  const resetFold = () => {
    fold.open = wide.matches;
  };
  wide.addEventListener("change", resetFold);
  resetFold();
  const entries = CHAPTERS.map((chapter, index) => makeEntry(chapter, index + 1));
  byId("chapter-list").replaceChildren(...entries.map(({ item }) => item));

  return {
    /** `current` is the index of the open chapter. */
    update(current: number) {
      for (const [index, { chapter, link, title, state }] of entries.entries()) {
        const { id, steps } = chapter;
        const done = steps.filter((_, step) => progress.has(stepId(id, step))).length;
        const total = steps.length;
        const isDone = done === total;
        if (index === current) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
        setText(title, t(`learn.${id}.title`));
        const words = isDone ? t("learn.chapter.done") : t("learn.chapter.part", { done, total });
        state.replaceChildren(...makeState(done, total), el("span", "unseen", words));
        link.classList.toggle("is-done", isDone);
      }
      const number = t("learn.chapter.number", { number: current + 1, total: CHAPTERS.length });
      byId("chapters-summary").replaceChildren(
        el("span", "chapters-now", t(`learn.${chapterAt(current).id}.title`)),
        el("span", "chapters-count", number),
      );
      const total = STEP_IDS.length;
      bar.max = total;
      bar.value = progress.count;
      setText(byId("progress-words"), t("learn.progress", { done: progress.count, total }));
    },
    /** Folds the list after a chapter is chosen, unless it is beside the lesson. */
    close: resetFold,
  };
}

/** Creates the link of a chapter; `number` counts from 1. */
function makeEntry(chapter: Chapter, number: number) {
  const { id, piece } = chapter;
  const picture = piece ? token(piece) : el("span", "chapter-number", String(number));
  picture.setAttribute("aria-hidden", "true");
  const title = el("span", "chapter-name");
  const state = el("span", "chapter-state");
  const link = el("a", "chapter", picture, title, state);
  link.href = `#${id}/`; // the slash keeps the browser from scrolling to an element with this id
  return { chapter, item: el("li", "", link), link, title, state };
}

/** Creates a tick if the chapter is done; otherwise creates a dot for each exercise. */
function makeState(done: number, total: number) {
  if (done === total) return [icon("done")];
  return Array.from({ length: total }, (_, i) => el("i", i < done ? "dot is-done" : "dot"));
}
