// A small board beside a move of a line. It shows the position after the move. A preview opened by touch stays open,
// and has a button that adds the line.

import { createBoard } from "../../board/index.ts";
import type { Board, BoardState } from "../../board/index.ts";
import type { I18n } from "../../core/i18n.ts";
import { button, el, setText } from "../../ui/dom.ts";

interface PreviewPosition extends Pick<BoardState, "placement" | "lastMove" | "check" | "turn"> {
  /** The last move in words. */
  words: string;
  /** True if the line can be added to the study. */
  mayTake: boolean;
}

/** The smallest distance to the move and to the edges of the window, in CSS pixels. */
const GAP = 6;
const STILL = { fileLabels: false, animationMs: 0 };

/** Creates the preview. `look` returns the appearance of the page's board. */
export function createPreview({ t }: I18n, look: () => Partial<BoardState>, onTake: () => void) {
  const place = el("div", "preview-board");
  const take = button("button button-small button-primary", onTake);
  const box = el("div", "line-preview is-away", place, take);
  let board: Board | null = null;

  /** Creates the board before it is first shown, because drawing its pieces takes time. */
  function prepare() {
    board ??= createBoard(place, { ...look(), ...STILL });
    return board;
  }

  /** Places the box below an element, or above it if there is no room below. */
  function settle(element: HTMLElement) {
    const { left, top, bottom } = element.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = box;
    const below = bottom + GAP + height <= innerHeight || top < height + GAP;
    const y = below ? Math.min(bottom + GAP, innerHeight - height - GAP) : top - GAP - height;
    const x = Math.min(Math.max(GAP, left), document.documentElement.clientWidth - width - GAP);
    Object.assign(box.style, {
      left: `${Math.round(x)}px`,
      top: `${Math.round(Math.max(0, y))}px`,
    });
  }

  return {
    element: box,
    prepare,
    show(
      { words, mayTake, ...position }: PreviewPosition,
      beside: HTMLElement,
      isPinned: boolean,
    ): void {
      box.classList.remove("is-away");
      box.classList.toggle("is-pinned", isPinned);
      take.hidden = !isPinned || !mayTake;
      setText(take, t("analysis.lines.take"));
      const label = t("analysis.lines.after", { move: words });
      prepare().set({ ...look(), ...position, ...STILL, label });
      settle(beside);
    },
    hide: (): void => box.classList.add("is-away"),
  };
}
