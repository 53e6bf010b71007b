// The row of things one can do to a study: begin, open, set up, save, learn, play on.

import { button, el, icon, setText } from "../ui/dom.ts";

/** @typedef {"new"|"open"|"setup"|"export"|"learn"|"play"} ToolbarAction */

/** Of those that are not named as their icons are: what is learned is asked again. @type {Partial<Record<ToolbarAction, string>>} */
const ICONS = { learn: "again" };

/** @param {HTMLElement} host @param {import("../core/i18n.ts").I18n} i18n @param {Record<ToolbarAction, () => void>} actions */
export function createToolbar(host, i18n, actions) {
  /** @type {ToolbarAction[]} */
  const names = ["new", "open", "setup", "export", "learn", "play"];
  const all = names.map((name) => {
    const label = el("span");
    const element = button("control", actions[name], icon(ICONS[name] ?? name), label);
    element.id = `control-${name}`;
    host.append(element);
    return { element, label, name };
  });

  return {
    /** @param {import("./study.ts").StudyState} state */
    update({ position, nodes }) {
      const unable = {
        learn: nodes[0].children.length === 0,
        play: position.verdict.result !== "ongoing",
      };
      for (const { element, label, name } of all) {
        setText(label, i18n.t(`analysis.do.${name}`));
        element.title = i18n.t(`analysis.do.${name}.more`);
        element.disabled = (name === "learn" || name === "play") && unable[name];
      }
    },
  };
}
