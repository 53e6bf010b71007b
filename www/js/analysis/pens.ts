// The pens for those who have no right button: a button in the row under the board takes one in hand, and the row shows
// them until they are put down.

import { PENS } from "../board/shapes.ts";
import { button, draw, el, icon, setText } from "../ui/dom.ts";

const COLOURS = Object.freeze(Object.keys(PENS));

/** A stroke as the pen draws it. @param {string} colour */
function sample(colour) {
  const { ink, dashes, double } = PENS[colour];
  const line = { d: "M3 8h30", fill: "none", stroke: ink, "stroke-width": double ? 6 : 4.5 };
  const dashed = { ...line, "stroke-dasharray": dashes.map((part) => part * 4.5).join(" ") };
  const caps = { "stroke-linecap": dashes[0] < 1 ? "round" : "butt" };
  const second = { ...line, stroke: "var(--paper)", "stroke-width": 2 };
  const paths = [draw("path", { ...(dashes.length > 0 ? dashed : line), ...caps })];
  if (double) paths.push(draw("path", second));
  return draw(
    "svg",
    { class: "icon pen-sample", viewBox: "0 0 36 16", "aria-hidden": "true" },
    ...paths,
  );
}

/**
 * @param {HTMLElement} bar @param {import("../core/i18n.ts").I18n} i18n
 * @param {{ changed: (pen: string|null) => void, wipe: () => void }} does
 */
export function createPens(bar, i18n, { changed, wipe }) {
  /** @type {string|null} */
  let pen = null;
  let last = COLOURS[0];
  const open = button("step", () => take(pen ? null : last), icon("draw"));
  open.id = "step-draw";
  const colours = COLOURS.map((colour) => {
    const made = button("step pen", () => take(colour), sample(colour));
    made.id = `pen-${colour}`;
    return made;
  });
  const clear = button("step", wipe, icon("wipe"));
  clear.id = "pen-wipe";
  const done = button("button", () => take(null));
  done.id = "pen-done";
  const row = el("div", "pens", ...colours, clear, done);
  row.setAttribute("role", "group");
  row.hidden = true;
  bar.append(open, row);

  /** @param {string|null} next */
  function take(next) {
    const had = row.contains(document.activeElement) || document.activeElement === open;
    const was = pen;
    pen = next;
    last = next ?? last;
    row.hidden = pen === null;
    bar.toggleAttribute("data-drawing", pen !== null);
    for (const [index, made] of colours.entries())
      made.setAttribute("aria-pressed", String(COLOURS[index] === pen));
    if (had && was === null && pen) colours[COLOURS.indexOf(pen)].focus();
    else if (had && pen === null) open.focus();
    changed(pen);
  }

  return {
    /** In hand. */
    get pen() {
      return pen;
    },
    toggle: () => take(pen ? null : last),
    drop: () => pen && take(null),
    update() {
      const name = (/** @type {HTMLElement} */ of, /** @type {string} */ key) => {
        of.setAttribute("aria-label", i18n.t(key));
        of.title = i18n.t(key);
      };
      name(open, "analysis.draw");
      name(row, "analysis.draw.pens");
      row.removeAttribute("title");
      name(clear, "analysis.draw.wipe");
      for (const [index, made] of colours.entries())
        name(made, `analysis.draw.pen.${COLOURS[index]}`);
      setText(done, i18n.t("analysis.draw.done"));
    },
  };
}
