// The row under the board: to the start, one back, one on, to the end of the line; and the board turned.

import { button, icon } from "../ui/dom.ts";
import { mainFrom } from "../study/tree.ts";

/** @typedef {import("./study.ts").StudyState} StudyState */

/**
 * @param {HTMLElement} host @param {import("../core/i18n.ts").I18n} i18n
 * @param {object} actions
 * @param {() => StudyState|null} actions.state
 * @param {(node: number) => void} actions.go
 * @param {() => void} actions.flip
 * @param {() => import("../explain/board-mode.ts").BoardMode|null} actions.mode  who has the board is stepped through instead of the study
 */
export function createNavigation(host, i18n, { state, go, flip, mode }) {
  /** @param {import("../explain/board-mode.ts").StepName} name @param {(state: StudyState) => number|undefined} where */
  const to = (name, where) => () => {
    const shown = mode();
    if (shown) return shown.step(name);
    const now = state();
    const node = now && where(now);
    if (node !== null && node !== undefined && node >= 0) go(node);
  };
  const does = {
    first: to("first", () => 0),
    back: to("back", ({ nodes, at }) => nodes[at].parent),
    on: to("on", ({ nodes, at }) => nodes[at].children[0]),
    last: to("last", ({ nodes, at }) => mainFrom(nodes, at).at(-1)),
    flip,
  };
  const names = /** @type {(keyof typeof does)[]} */ (Object.keys(does));
  const buttons = names.map((name) => {
    const made = button("step", does[name], icon(name));
    made.id = `step-${name}`;
    return made;
  });
  host.append(...buttons);

  return {
    does,
    /** @param {StudyState} now */
    update({ nodes, at }) {
      const ends = mode()?.canStep();
      const atStart = ends ? !ends.back : at === 0;
      const atEnd = ends ? !ends.on : nodes[at].children.length === 0;
      for (const [index, made] of buttons.entries()) {
        const label = i18n.t(`analysis.step.${names[index]}`);
        made.setAttribute("aria-label", label);
        made.title = label;
      }
      const off = [atStart, atStart, atEnd, atEnd, false];
      // Still to be reached by the keyboard: who goes to the end by it does not lose the place.
      for (const [index, made] of buttons.entries())
        made.setAttribute("aria-disabled", String(off[index]));
    },
  };
}
