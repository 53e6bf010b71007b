// What leads through the steps: buttons, a slider, play and pause with a speed, the keyboard.

import { button, el, setOptions, lineIcon, setText } from "../../ui/dom.ts";

/** @typedef {"first"|"back"|"play"|"on"|"last"|"over"|"cut"} Act */

/** @type {Record<Act|"pause", string>} */
const SHAPES = {
  first: "M7 6v12M17 6l-6.5 6 6.5 6",
  back: "m14.5 5.5-6.5 6.5 6.5 6.5",
  play: "M8.5 6v12l9-6z",
  pause: "M9 6v12M15 6v12",
  on: "m9.5 5.5 6.5 6.5-6.5 6.5",
  last: "M17 6v12M7 6l6.5 6L7 18",
  over: "M4.5 14a7.5 7.5 0 0 1 14-1.5M19.5 7v5.5H14M11 18.5h2",
  cut: "M6.5 5.5 16 17M17.5 5.5 8 17M6 21a2.3 2.3 0 1 0 0-4.6A2.3 2.3 0 0 0 6 21zM18 21a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6z",
};
/** Steps in a second. */
const SPEEDS = { slow: 0.5, normal: 1, fast: 4, fastest: 20 };
const BUTTONS = /** @type {Act[]} */ (["first", "back", "play", "on", "last", "over", "cut"]);

/** @param {Act|"pause"} name */
const picture = (name) => lineIcon(SHAPES[name]);

/**
 * @typedef {object} Walk
 * @property {() => number} step
 * @property {() => number} last
 * @property {(step: number) => void} go
 * @property {() => number} over        the step after all that is below
 * @property {() => number} out         the step where the node above was entered
 * @property {() => number|null} cut    the next cut
 * @property {() => void} halted        it has played, and does no more
 */

/** @param {HTMLElement} host @param {HTMLElement} picturePlace  a map of the steps, over the slider @param {import("../../core/i18n.ts").I18n} i18n @param {Walk} walk */
export function createTransport(host, picturePlace, i18n, walk) {
  /** @type {ReturnType<typeof setTimeout>|null} */
  let timer = null;
  const slider = el("input", "lab-slider");
  Object.assign(slider, { type: "range", min: "0", step: "1" });
  const speed = el("select", "lab-select lab-speed");
  const does = {
    first: () => halt(() => walk.go(0)),
    back: () => halt(() => walk.go(walk.step() - 1)),
    play: () => (timer === null ? play() : halt()),
    on: () => halt(() => walk.go(walk.step() + 1)),
    last: () => halt(() => walk.go(walk.last())),
    over: () => halt(() => walk.go(walk.over())),
    cut: () => halt(() => walk.go(walk.cut() ?? walk.step())),
  };
  const buttons = new Map(BUTTONS.map((act) => [act, makeButton(act, does[act])]));
  const all = [...buttons.values()];
  host.append(
    el("div", "lab-track", picturePlace, slider),
    el("div", "lab-buttons", ...all.slice(0, 5)),
    el("div", "lab-extras", ...all.slice(5), speed),
  );
  slider.addEventListener("input", () => halt(() => walk.go(Number(slider.value))));

  /** @param {() => void} [then] */
  function halt(then) {
    const hasPlayed = timer !== null;
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (then) return then();
    update();
    if (hasPlayed) walk.halted();
  }

  function play() {
    if (walk.step() >= walk.last()) walk.go(0);
    tick();
    update();
  }

  function tick() {
    const rate = SPEEDS[/** @type {keyof typeof SPEEDS} */ (speed.value)] ?? 1;
    timer = setTimeout(() => {
      timer = null;
      if (host.getClientRects().length === 0) return update(); // another part of the page is looked at
      tick();
      walk.go(walk.step() + 1);
      if (walk.step() >= walk.last()) halt();
    }, 1000 / rate);
  }

  function update() {
    const [step, last] = [walk.step(), walk.last()];
    slider.max = String(last);
    slider.value = String(step);
    slider.setAttribute(
      "aria-valuetext",
      i18n.t("lab.tree.step", { step: step + 1, total: last + 1 }),
    );
    const isOff = { first: step === 0, back: step === 0, on: step === last, last: step === last };
    for (const [act, made] of buttons) {
      const off = act === "cut" ? walk.cut() === null : Object(isOff)[act] === true;
      made.setAttribute("aria-disabled", String(off));
    }
    const player = /** @type {HTMLButtonElement} */ (buttons.get("play"));
    player.classList.toggle("is-playing", timer !== null);
    label(player, i18n.t(timer !== null ? "lab.tree.act.pause" : "lab.tree.act.play"));
  }

  /** What is the same at every step. */
  function translate() {
    slider.setAttribute("aria-label", i18n.t("lab.tree.steps"));
    speed.setAttribute("aria-label", i18n.t("lab.tree.speed"));
    setOptions(speed, Object.keys(SPEEDS), (name) => i18n.t(`lab.tree.speed.${name}`));
    for (const [act, made] of buttons) label(made, i18n.t(`lab.tree.act.${act}`));
  }

  const keys = {
    ArrowRight: does.on,
    ArrowLeft: does.back,
    ArrowDown: does.over,
    ArrowUp: () => halt(() => walk.go(walk.out())),
    Home: does.first,
    End: does.last,
    PageDown: does.cut,
    " ": does.play,
  };
  setOptions(speed, Object.keys(SPEEDS), (name) => name);
  speed.value = "normal";
  return {
    update,
    translate,
    halt: () => halt(),
    get isPlaying() {
      return timer !== null;
    },
    /** A key, unless what has the focus needs it itself. @param {KeyboardEvent} event */
    onKey(event) {
      const act = keys[/** @type {keyof typeof keys} */ (event.key)];
      const { target } = event;
      if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target instanceof HTMLSelectElement || target instanceof HTMLInputElement) return;
      if (event.key === " " && target instanceof HTMLButtonElement) return;
      event.preventDefault();
      act();
    },
  };
}

/** @param {Act} act @param {() => void} does */
function makeButton(act, does) {
  const words = el("span", "lab-act");
  const made = button(`lab-step is-${act}`, does, picture(act), words);
  if (act === "play") made.append(picture("pause"));
  made.dataset.act = act;
  return made;
}

/** Those with words have them beside the picture, the others as their name. @param {HTMLButtonElement} made @param {string} text */
function label(made, text) {
  const hasWords = made.dataset.act === "over" || made.dataset.act === "cut";
  made.title = text;
  if (hasWords) setText(/** @type {Element} */ (made.querySelector(".lab-act")), text);
  else made.setAttribute("aria-label", text);
}
