// The row under the board: to the start, one back, one on, to the end of the line; and the board turned.

import { button, icon } from "../panels/dom.js";
import { mainFrom } from "./tree.js";

/** @typedef {import("./study.js").StudyState} StudyState */

/**
 * @param {HTMLElement} host @param {import("../i18n.js").I18n} i18n
 * @param {{ go: (node: number) => void, flip: () => void }} actions
 */
export function createSteps(host, i18n, { go, flip }) {
  /** @type {StudyState|null} */
  let state = null;
  /** @param {(state: StudyState) => number|undefined} where */
  const to = (where) => () => {
    const node = state && where(state);
    if (node !== null && node !== undefined && node >= 0) go(node);
  };
  const does = {
    first: to(() => 0),
    back: to(({ nodes, at }) => nodes[at].parent),
    on: to(({ nodes, at }) => nodes[at].children[0]),
    last: to(({ nodes, at }) => mainFrom(nodes, at).at(-1)),
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
    update(now) {
      state = now;
      const { nodes, at } = now;
      const atStart = at === 0;
      const atEnd = nodes[at].children.length === 0;
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
