// Controls that move through the steps: buttons, a slider, play and pause with a speed, and keys.

import { type TemplateResult, html, nothing } from "lit-html";
import type { I18n } from "../../core/i18n.ts";
import { lineIcon, rangeInput, selectList } from "../templates.ts";
import { nextCut, stepOut, stepOver } from "./search-tree.ts";
import type { Session } from "./session.ts";

/** Path data of the buttons' icons, in a box of 24 × 24 units. */
const SHAPES = {
  first: "M7 6v12M17 6l-6.5 6 6.5 6",
  back: "m14.5 5.5-6.5 6.5 6.5 6.5",
  play: "M8.5 6v12l9-6z",
  on: "m9.5 5.5 6.5 6.5-6.5 6.5",
  last: "M17 6v12M7 6l6.5 6L7 18",
  over: "M4.5 14a7.5 7.5 0 0 1 14-1.5M19.5 7v5.5H14M11 18.5h2",
  cut: "M6.5 5.5 16 17M17.5 5.5 8 17M6 21a2.3 2.3 0 1 0 0-4.6A2.3 2.3 0 0 0 6 21zM18 21a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6z",
};
const PAUSE = "M9 6v12M15 6v12";
type Action = keyof typeof SHAPES;

/** The speeds in steps per second. */
const SPEEDS = { slow: 0.5, normal: 1, fast: 4, fastest: 20 };
type Speed = keyof typeof SPEEDS;
const SPEED_NAMES = Object.keys(SPEEDS) as Speed[];

interface TransportOptions {
  i18n: I18n;
  session: () => Session | undefined;
  /** Goes to a step and shows it. */
  go: (step: number) => void;
  isVisible: () => boolean;
  /** Draws the buttons again after playing has started or stopped. */
  draw: () => void;
  /** Called when playing has stopped. */
  onStop: () => void;
}

export function createTransport(options: TransportOptions) {
  const { session, go, isVisible, draw, onStop } = options;
  const { t } = options.i18n;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let speed: Speed = "normal";

  function stop() {
    const wasPlaying = timer !== null;
    clearTimer();
    draw();
    if (wasPlaying) onStop();
  }

  function clearTimer() {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  }

  const goTo = (step: (now: Session) => number) => () => {
    const now = session();
    clearTimer();
    if (now) go(step(now));
  };

  const isAtEnd = (now = session()) => !now || now.step >= now.last;

  function play() {
    if (isAtEnd()) go(0);
    waitForStep();
    draw();
  }

  function waitForStep() {
    timer = setTimeout(() => {
      timer = null;
      if (!isVisible()) return draw(); // stops, because another tab of the page is shown
      waitForStep();
      go((session()?.step ?? 0) + 1);
      if (isAtEnd()) stop();
    }, 1000 / SPEEDS[speed]);
  }

  const actions: Record<Action, () => void> = {
    first: goTo(() => 0),
    back: goTo(({ step }) => step - 1),
    play: () => (timer === null ? play() : stop()),
    on: goTo(({ step }) => step + 1),
    last: goTo(({ last }) => last),
    over: goTo(({ tree, steps, step }) => stepOver(tree, steps, step)),
    cut: goTo(({ tree, steps, step }) => nextCut(tree, steps, step) ?? step),
  };

  const keys: Record<string, () => void> = {
    ArrowRight: actions.on,
    ArrowLeft: actions.back,
    ArrowDown: actions.over,
    ArrowUp: goTo(({ tree, steps, step }) => stepOut(tree, steps, step)),
    Home: actions.first,
    End: actions.last,
    PageDown: actions.cut,
    " ": actions.play,
  };

  function actionButton(action: Action, isOff = false) {
    const isPlaying = action === "play" && timer !== null;
    const text = t(`lab.tree.act.${isPlaying ? "pause" : action}`);
    // These two buttons show their text beside the icon; for the other buttons the text is only the accessible name.
    const hasText = action === "over" || action === "cut";
    return html`<button
      type="button"
      class="lab-step is-${action} ${isPlaying ? "is-playing" : ""}"
      data-act=${action}
      title=${text}
      aria-label=${hasText ? nothing : text}
      aria-disabled=${isOff}
      @click=${actions[action]}
    >
      ${lineIcon(SHAPES[action])}<span class="lab-act">${hasText ? text : nothing}</span>
      ${action === "play" ? lineIcon(PAUSE) : nothing}
    </button>`;
  }

  /** Returns the controls. `map` is the picture of the steps above the slider. */
  function template(now: Session, map: TemplateResult) {
    const { tree, steps, step, last } = now;
    return html`<div class="lab-track">
        <div class="lab-tree-map">${map}</div>
        ${rangeInput({
          look: "lab-slider",
          value: step,
          max: last,
          onInput: (value) => goTo(() => value)(),
          label: t("lab.tree.steps"),
          text: t("lab.tree.step", { step: step + 1, total: last + 1 }),
        })}
      </div>
      <div class="lab-buttons">
        ${actionButton("first", step === 0)} ${actionButton("back", step === 0)}
        ${actionButton("play")} ${actionButton("on", step === last)}
        ${actionButton("last", step === last)}
      </div>
      <div class="lab-extras">
        ${actionButton("over")} ${actionButton("cut", nextCut(tree, steps, step) === null)}
        ${selectList({
          look: "lab-speed",
          label: t("lab.tree.speed"),
          values: SPEED_NAMES,
          chosen: speed,
          name: (name) => t(`lab.tree.speed.${name}`),
          onChange: (value) => (speed = value),
        })}
      </div>`;
  }

  return {
    template,
    stop,
    get isPlaying() {
      return timer !== null;
    },
    /** Handles a key, unless the focused element needs the key. */
    onKey(event: KeyboardEvent) {
      const act = keys[event.key];
      const { target } = event;
      if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target instanceof HTMLSelectElement || target instanceof HTMLInputElement) return;
      if (event.key === " " && target instanceof HTMLButtonElement) return;
      event.preventDefault();
      act();
    },
  };
}
