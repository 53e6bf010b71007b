// The pens, for drawing without a right mouse button. A button in the row below the board opens the row of pens and
// chooses the pen used last. The row closes when the pen is deselected.

import type { MessageKey } from "../core/message-keys.ts";
import { PENS } from "../board/shapes.ts";
import type { I18n } from "../core/i18n.ts";
import { button, draw, el, icon, setText } from "../ui/dom.ts";

/** Creates the icon of a pen: a stroke in its colour and dashes. */
function strokeOf({ ink, dashes, double }: (typeof PENS)[string]) {
  const line = { d: "M3 8h30", fill: "none", stroke: ink, "stroke-width": double ? 6 : 4.5 };
  const [first = 1] = dashes;
  const style = {
    ...(dashes.length > 0 && { "stroke-dasharray": dashes.map((part) => part * 4.5).join(" ") }),
    "stroke-linecap": first < 1 ? "round" : "butt",
  };
  const gap = { ...line, stroke: "var(--paper)", "stroke-width": 2 };
  return draw(
    "svg",
    { class: "icon pen-sample", viewBox: "0 0 36 16", "aria-hidden": "true" },
    draw("path", { ...line, ...style }),
    ...(double ? [draw("path", gap)] : []),
  );
}

interface PenActions {
  onChange(): void;
  /** Removes the drawings of the move on the board. */
  wipe(): void;
}

export function createPens(bar: HTMLElement, i18n: I18n, { onChange, wipe }: PenActions) {
  const colours = Object.entries(PENS).map(([colour, pen]) => {
    const element = button("step pen", () => choose(colour), strokeOf(pen));
    element.id = `pen-${colour}`;
    return { colour, element };
  });
  let pen: string | null = null;
  let last = colours[0]?.colour ?? "";
  const toggle = () => choose(pen ? null : last);
  const open = button("step", toggle, icon("draw"));
  open.id = "step-draw";
  const clear = button("step", wipe, icon("wipe"));
  clear.id = "pen-wipe";
  const done = button("button", () => choose(null));
  done.id = "pen-done";
  const row = el("div", "pens", ...colours.map(({ element }) => element), clear, done);
  row.setAttribute("role", "group");
  row.hidden = true;
  bar.append(open, row);

  function choose(next: string | null) {
    const hadFocus = row.contains(document.activeElement) || document.activeElement === open;
    const before = pen;
    pen = next;
    last = next ?? last;
    row.hidden = pen === null;
    bar.toggleAttribute("data-drawing", pen !== null);
    for (const { colour, element } of colours) {
      element.setAttribute("aria-pressed", String(colour === pen));
      if (hadFocus && before === null && colour === pen) element.focus();
    }
    if (hadFocus && pen === null) open.focus();
    onChange();
  }

  function name(element: HTMLElement, key: MessageKey) {
    const label = i18n.t(key);
    element.setAttribute("aria-label", label);
    if (element !== row) element.title = label;
  }

  return {
    /** The colour of the chosen pen; null if none is chosen. */
    get pen() {
      return pen;
    },
    toggle,
    drop: () => pen && choose(null),
    update() {
      name(open, "analysis.draw");
      name(row, "analysis.draw.pens");
      name(clear, "analysis.draw.wipe");
      for (const { colour, element } of colours) name(element, `analysis.draw.pen.${colour}`);
      setText(done, i18n.t("analysis.draw.done"));
    },
  };
}
