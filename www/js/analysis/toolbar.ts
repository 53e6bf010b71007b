// The row of buttons for the commands on a study.

import { html, render } from "lit-html";
import type { I18n } from "../core/i18n.ts";
import { nodeAt } from "../study/tree.ts";
import type { StudyState } from "./study.ts";
import { iconTemplate } from "../ui/icon-template.ts";

const NAMES = ["new", "open", "mine", "setup", "export", "learn", "play"] as const;
type Actions = Record<(typeof NAMES)[number], () => void>;

export function createToolbar(host: HTMLElement, { t }: I18n, actions: Actions) {
  /** Commands whose icon has another name. */
  const ICONS: Partial<Record<keyof Actions, string>> = { learn: "again", mine: "list" };

  function show(isDisabled: Record<string, boolean>) {
    const control = (name: keyof Actions) => {
      // prettier-ignore
      return html`<button type="button" class="control" id="control-${name}"
        title=${t(`analysis.do.${name}.more`)} ?disabled=${isDisabled[name]} @click=${actions[name]}
        >${iconTemplate(ICONS[name] ?? name)}<span>${t(`analysis.do.${name}`)}</span></button>`;
    };
    render(NAMES.map(control), host);
  }
  show({}); // reserves the buttons' room at the first paint, before the words are loaded
  return {
    update({ position, nodes }: StudyState) {
      const isOver = position.verdict.result !== "ongoing";
      show({ learn: nodeAt(nodes, 0).children.length === 0, play: isOver });
    },
  };
}
