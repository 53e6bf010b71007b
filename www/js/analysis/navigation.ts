// The row of buttons below the board: to the start, back, forward, to the end of the line, and turn the board.

import type { BoardMode, StepName } from "../explain/board-mode.ts";
import { mainFrom, nodeAt } from "../study/tree.ts";
import { button, icon } from "../ui/dom.ts";
import type { I18n } from "../core/i18n.ts";
import type { StudyState } from "./study.ts";

interface StepActions {
  /** Returns null until the study is created. */
  state(): StudyState | null;
  go(node: number): void;
  flip(): void;
  /** Returns the mode on the board; null if there is none. A mode handles the steps in place of the study. */
  mode(): BoardMode | null;
}

export type Steps = ReturnType<typeof createNavigation>["steps"];

export function createNavigation(
  host: HTMLElement,
  i18n: I18n,
  { state, go, flip, mode }: StepActions,
) {
  const to = (name: StepName, find: (state: StudyState) => number | undefined) => () => {
    const current = mode();
    if (current) return current.step(name);
    const now = state();
    const node = now ? find(now) : undefined;
    if (node !== undefined && node >= 0) go(node);
  };
  const steps = {
    first: to("first", () => 0),
    back: to("back", ({ nodes, at }) => nodeAt(nodes, at).parent),
    on: to("on", ({ nodes, at }) => nodeAt(nodes, at).children[0]),
    last: to("last", ({ nodes, at }) => mainFrom(nodes, at).at(-1)),
    flip,
  };
  const buttons = (Object.keys(steps) as (keyof typeof steps)[]).map((name) => {
    const element = button("step", steps[name], icon(name));
    element.id = `step-${name}`;
    return { name, element };
  });
  host.append(...buttons.map(({ element }) => element));

  return {
    steps,
    update({ nodes, at }: StudyState) {
      const ways = mode()?.canStep() ?? {
        back: at !== 0,
        on: nodeAt(nodes, at).children.length > 0,
      };
      const isEnabled: Record<string, boolean> = { first: ways.back, last: ways.on, ...ways };
      for (const { name, element } of buttons) {
        const label = i18n.t(`analysis.step.${name}`);
        element.setAttribute("aria-label", label);
        element.title = label;
        // `disabled` would drop the keyboard's focus when the end of a line is reached.
        element.setAttribute("aria-disabled", String(isEnabled[name] === false));
      }
    },
  };
}
