// The row of commands for a study: begin, open, set up, export, learn, play on.

import type { I18n } from "../core/i18n.ts";
import { nodeAt } from "../study/tree.ts";
import { button, el, icon, setText } from "../ui/dom.ts";
import type { StudyState } from "./study.ts";

/** The commands with their icons. */
const ICONS = {
  new: "new",
  open: "open",
  setup: "setup",
  export: "export",
  learn: "again",
  play: "play",
} as const;

type ToolbarAction = keyof typeof ICONS;

export function createToolbar(
  host: HTMLElement,
  i18n: I18n,
  actions: Record<ToolbarAction, () => void>,
) {
  const all = (Object.keys(ICONS) as ToolbarAction[]).map((name) => {
    const label = el("span");
    const element = button("control", actions[name], icon(ICONS[name]), label);
    element.id = `control-${name}`;
    host.append(element);
    return { element, label, name };
  });

  return {
    update({ position, nodes }: StudyState) {
      const isDisabled: Partial<Record<ToolbarAction, boolean>> = {
        learn: nodeAt(nodes, 0).children.length === 0,
        play: position.verdict.result !== "ongoing",
      };
      for (const { element, label, name } of all) {
        setText(label, i18n.t(`analysis.do.${name}`));
        element.title = i18n.t(`analysis.do.${name}.more`);
        element.disabled = isDisabled[name] ?? false;
      }
    },
  };
}
