// What is to be compared: methods, evaluation, depth; and what will take long.

import { button, el, setOptions, i18nElement, setText } from "../../ui/dom.ts";
import { afterPress } from "../../ui/after-press.ts";
import { slowOnes } from "./comparison.ts";
import { MOST_DEPTH } from "./compare-storage.ts";
import { piecesOf, pliesOf } from "../lab-position.ts";

/** @typedef {import("./compare-storage.ts").Choices} Choices */
/** @typedef {import("../methods.ts").Method} Method */

/** @param {import("../lab-client.ts").Lab} lab @param {() => void} changed */
function createMethods({ methods }, changed) {
  const inputs = methods.map(({ code }) =>
    Object.assign(el("input"), { type: "checkbox", name: "method", value: code }),
  );
  const labels = inputs.map((input) => {
    const name = i18nElement("span", `lab.compare.method.${input.value}.name`);
    return el("label", "lab-check", input, name);
  });
  for (const input of inputs) input.addEventListener("change", changed);
  const group = el("fieldset", "field lab-checks", i18nElement("legend", "lab.compare.methods"));
  group.append(...labels);
  return {
    element: group,
    get: () =>
      inputs.filter(({ checked }) => checked).map(({ value }) => /** @type {Method} */ (value)),
    /** @param {Method[]} chosen */
    set: (chosen) =>
      inputs.forEach(
        (input) => (input.checked = chosen.includes(/** @type {Method} */ (input.value))),
      ),
  };
}

/** A list under a label. @param {string} key @param {string} id @param {() => void} changed */
function createList(key, id, changed) {
  const list = Object.assign(el("select", "lab-select"), { id });
  const label = Object.assign(i18nElement("label", key, "field-label"), { htmlFor: id });
  list.addEventListener("change", changed);
  return { element: el("div", "field", label, list), list };
}

/**
 * @param {HTMLElement} host @param {import("../lab-client.ts").Lab} lab @param {Choices} first
 * @param {{ run: () => void, cancel: () => void, changed: () => void }} does
 */
export function createForm(host, lab, first, does) {
  const { i18n, position } = lab;
  const changed = () => {
    update();
    does.changed();
  };
  const methods = createMethods(lab, changed);
  const judge = createList("lab.compare.judge", "compare-judge", changed);
  const rule = createList("lab.compare.rule", "compare-rule", changed);
  const depth = Object.assign(el("input", "lab-number"), {
    type: "number",
    min: "1",
    id: "compare-depth",
  });
  depth.max = String(MOST_DEPTH);
  depth.addEventListener("change", () =>
    afterPress(() => {
      depth.value = String(depthChosen()); // shows the clamped value
      changed();
    }),
  );
  const [judgeHint, ruleHint] = [el("p", "hint"), el("p", "hint")];
  const depthLabel = Object.assign(i18nElement("label", "lab.compare.depth", "field-label"), {
    htmlFor: depth.id,
  });
  const depthField = el("div", "field", depthLabel, depth);
  judge.element.append(judgeHint);
  const guard = el("ul", "lab-guard");
  const run = button("button button-primary", () => does.run(), "");
  const cancel = button("button", () => does.cancel(), "");
  [run.id, cancel.id] = ["compare-run", "compare-cancel"];
  run.dataset.i18n = "lab.compare.run";
  cancel.dataset.i18n = "lab.compare.cancel";
  const depths = el("div", "lab-depths", rule.element, depthField);
  const fields = el("div", "lab-fields", judge.element, el("div", "field", depths, ruleHint));
  const actions = el("div", "lab-actions", run, cancel);
  host.append(methods.element, fields, guard, actions);
  methods.set(first.methods);
  depth.value = String(first.depth);
  let isRunning = false;
  let limit = first.depth;

  /** A whole number that can be chosen, whatever was typed. */
  const depthChosen = () => Math.min(MOST_DEPTH, Math.max(1, Math.round(depth.valueAsNumber) || 1));

  /** @returns {Choices} */
  const get = () => ({
    methods: methods.get(),
    judge: /** @type {Choices["judge"]} */ (judge.list.value || first.judge),
    rule: /** @type {Choices["rule"]} */ (rule.list.value || first.rule),
    depth: depthChosen(),
  });

  function say() {
    const { t } = i18n;
    const choices = get();
    setText(judgeHint, t(`lab.compare.judge.${choices.judge}.how`));
    setText(
      ruleHint,
      `${t(`lab.compare.rule.${choices.rule}.how`)} ${t("lab.compare.here", { depth: limit })}`,
    );
    depthField.hidden = choices.rule === "phase";
    run.disabled = choices.methods.length === 0;
    run.hidden = isRunning;
    cancel.hidden = !isRunning;
    const slow = slowOnes(choices.methods, countMoves(lab), limit);
    guard.hidden = slow.length === 0;
    guard.replaceChildren(
      ...slow.map(({ method, leaves }) => {
        const name = t(`lab.compare.method.${method}.name`);
        return el(
          "li",
          "",
          t("lab.compare.guard", { method: name, depth: limit, leaves: i18n.compact(leaves) }),
        );
      }),
    );
  }

  let asked = 0;
  /** The depth that the rule gives here is the wasm's to say. */
  async function ask() {
    const { rule: code, depth: base } = get();
    const mine = ++asked;
    if (code === "fixed") limit = base;
    else {
      const now = position.get();
      const found = await lab.depth(code, pliesOf(now), piecesOf(now), base).catch(() => base);
      if (mine !== asked) return;
      limit = found;
    }
    say();
  }

  function update() {
    const { t } = i18n;
    const { judge: judged, rule: ruled } = get();
    setOptions(judge.list, [...lab.judges], (code) => t(`lab.compare.judge.${code}.name`));
    setOptions(rule.list, [...lab.rules], (code) => t(`lab.compare.rule.${code}`));
    judge.list.value = judged;
    rule.list.value = ruled;
    depth.value = String(depthChosen());
    void ask();
  }

  return {
    update,
    get,
    /** Settles when the depth is known. */
    limit: async () => {
      await ask();
      return limit;
    },
    /** The keyboard stays on the button that changes its meaning. @param {boolean} next */
    running(next) {
      const [before, after] = next ? [run, cancel] : [cancel, run];
      const isThere = document.activeElement === before;
      isRunning = next;
      say();
      if (isThere) after.focus({ preventScroll: true });
    },
  };
}

/** Legal moves in the position that is chosen. @param {import("../lab-client.ts").Lab} lab */
export function countMoves({ Game, position }) {
  const { startFen, moves } = position.get();
  const game = new Game(startFen, moves);
  try {
    return [...game.dests().values()].reduce((sum, targets) => sum + targets.length, 0);
  } finally {
    game.free();
  }
}
