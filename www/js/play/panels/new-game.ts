// The sheet for a new game: against whom, how strong, with which odds and clock, from which position.

import { defaultChoices, readChoices } from "../game-options.ts";
import { MAX_LEVEL } from "../../core/levels.ts";
import { RULESETS } from "../../core/xiangqi.ts";
import { isOver } from "../state.ts";
import { isWorthKeeping } from "../../core/game-record.ts";
import { button, el, i18nElement, setText } from "../../ui/dom.ts";
import {
  choice,
  fields,
  labelOf,
  list,
  makeSheet,
  show,
  submit,
  textField,
} from "../../ui/sheet-parts.ts";

/** @typedef {import("../state.ts").State} State */
/** @typedef {import("../../core/i18n.ts").I18n} I18n */
/** @typedef {import("../game-options.ts").Choices} Choices */

/** Each value of a field with the key of its words. @param {string} family @param {string[]} values @returns {[string, string][]} */
const optionsOf = (family, ...values) => values.map((value) => [value, `new.${family}.${value}`]);
const CLOCKS = ["none", "5+3", "10+5", "15+10", "30+0", "custom"];

/**
 * @param {I18n} i18n
 * @param {object} does
 * @param {(choices: Choices, startFen?: string|null) => string[]} does.start  begins the game; returns what is wrong
 *        with the choices, nothing when it began. Without a `startFen` the game on the board goes on
 * @param {() => void} does.open  a record instead
 * @param {(fen: string) => void} does.setup  a position is to be set up; `fen` is what is written so far
 */
export function createNewGameDialog(i18n, { start, open, setup }) {
  const level = makeLevel();
  const goOn = Object.assign(i18nElement("button", "new.goOn", "button"), { type: "submit" });
  goOn.id = "new-go-on";
  const position = makePosition({
    open: () => (dialog.close(), open()),
    setup: () => (dialog.close(), setup(field("fen").value.trim())),
  });
  const ruleset = makeRuleset();
  const actions = el("div", "sheet-actions", submit("new.start"), goOn);
  const form = el(
    "form",
    "",
    ...opponent(),
    strength(),
    level.element,
    ...terms(),
    ruleset,
    position.element,
    actions,
  );
  form.id = "new-form";
  const dialog = makeSheet("new", "new.title", i18n, form);
  const field = fields(form);

  /** A rating is in use, and the engine can be chosen by it. */
  let rated = false;
  const retell = () => {
    const { mode, fit, handicap, clock } = valuesOf(field);
    Object.assign(form.dataset, { mode, handicap, clock, fit: rated && fit, rated });
    level.tell(i18n);
  };
  form.addEventListener("input", retell);
  field("fen").addEventListener("input", () => position.faults.replaceChildren());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const startFen = field("fen").value.trim() || null;
    const lines = start(
      readChoices(valuesOf(field)),
      event.submitter === goOn ? undefined : startFen,
    );
    position.faults.replaceChildren(...lines.map((line) => el("li", "", line)));
    if (lines.length === 0) dialog.close();
    else position.element.open = true;
  });

  return {
    /** @param {State} state @param {Choices} choices the last ones @param {string} [fen] to start from */
    open(state, choices, fen = "") {
      rated = state.rating.inUse;
      goOn.hidden = isOver(state) || !isWorthKeeping(state.game);
      for (const [name, value] of Object.entries(choices)) field(name).value = String(value);
      field("fen").value = fen;
      if (fen) position.element.open = true;
      if (choices.ruleset !== RULESETS[0]) ruleset.open = true;
      position.faults.replaceChildren();
      retell();
      show(dialog); // the focus is on the last button, for Enter
    },
  };
}

/** Against whom. */
function opponent() {
  const mode = choice("new.mode", "mode", optionsOf("mode", "engine", "local"));
  mode.append(i18nElement("p", "new.mode.local.hint", "hint when-local"));
  const turning = optionsOf("turning", "none", "board", "pieces");
  const side = optionsOf("side", "red", "black", "random");
  return [
    mode,
    choice("new.turning", "turning", turning, "when-local"),
    choice("new.side", "side", side, "when-engine when-even"),
  ];
}

/** As strong as the person, or at a level. */
function strength() {
  const options = /** @type {const} */ ([
    ["true", "fit.name"],
    ["false", "new.fit.level"],
  ]);
  const field = choice("new.level", "fit", options, "when-engine when-rated");
  field.append(i18nElement("p", "new.fit.hint", "hint when-fit"));
  return field;
}

/** How strong the engine is, in a number and in words. */
function makeLevel() {
  const input = Object.assign(el("input"), { type: "range", id: "new-level", name: "level" });
  Object.assign(input, { min: "1", max: String(MAX_LEVEL), step: "1" });
  const value = Object.assign(el("span", "field-value"), { id: "new-level-value" });
  const name = Object.assign(el("strong"), { id: "new-level-name" });
  const hint = Object.assign(el("span", "hint"), { id: "new-level-hint" });
  const head = el("div", "field-head", labelOf("new.level.pick", input.id, ""), value);
  return {
    element: el(
      "div",
      "field when-engine when-level",
      head,
      input,
      el("p", "level-line", name, hint),
    ),
    /** @param {I18n} i18n */
    tell({ t }) {
      const level = input.value;
      setText(value, t("new.level.value", { level }));
      setText(name, t(`level.${level}.name`));
      setText(hint, t(`level.${level}.hint`));
      input.setAttribute("aria-valuetext", `${level}, ${t(`level.${level}.name`)}`);
    },
  };
}

/** Odds and clock. */
function terms() {
  const handicaps = optionsOf("handicap", "none", "horse", "horses", "rook", "nine");
  const handicap = list("new-handicap", "handicap", handicaps);
  const clock = list("new-clock", "clock", optionsOf("clock", ...CLOCKS));
  const giver = optionsOf("giver", "opponent", "person");
  const custom = [number("minutes", "0.5", "0.5"), number("seconds", "0", "1")];
  return [
    el("div", "field", labelOf("new.handicap", handicap.id), handicap),
    el("div", "field", labelOf("new.clock", clock.id), clock),
    choice("new.giver", "giver", giver, "when-engine when-given"),
    i18nElement("p", "new.handicap.hint", "hint when-given"),
    el("div", "field field-pair when-custom", ...custom),
  ];
}

/** By which rules of repetition; few people want others than the usual ones. */
function makeRuleset() {
  const ruleset = list("new-ruleset", "ruleset", optionsOf("ruleset", ...RULESETS));
  return el(
    "details",
    "field",
    i18nElement("summary", "new.ruleset"),
    labelOf("new.ruleset.label", ruleset.id),
    ruleset,
    i18nElement("p", "new.ruleset.hint", "hint"),
  );
}

/** @param {string} name @param {string} min @param {string} step */
function number(name, min, step) {
  const input = Object.assign(el("input"), { type: "number", id: `new-${name}`, name });
  Object.assign(input, { min, max: "600", step, required: true });
  return el("div", "", labelOf(`new.${name}`, input.id), input);
}

/** From which position. @param {{ open: () => void, setup: () => void }} does */
function makePosition({ open, setup }) {
  const text = Object.assign(textField("new-fen", 2), { name: "fen" });
  const faults = Object.assign(el("ul", "faults"), { id: "new-faults" });
  const alert = el("div", "", faults);
  alert.setAttribute("role", "alert");
  const link = (
    /** @type {string} */ id,
    /** @type {string} */ key,
    /** @type {() => void} */ act,
  ) => {
    const element = button("link", act);
    element.dataset.i18n = key;
    return Object.assign(element, { id });
  };
  const puzzles = Object.assign(i18nElement("a", "new.puzzles", "link"), { href: "puzzles.html" });
  const ways = [link("new-setup", "editor.open", setup), link("new-open", "new.open", open)];
  const element = el(
    "details",
    "field",
    i18nElement("summary", "new.position"),
    labelOf("new.fen", text.id),
    text,
    i18nElement("p", "new.fen.hint", "hint"),
    alert,
    el("p", "elsewhere", ...ways, puzzles),
  );
  element.id = "new-position";
  return { element, faults };
}

const NUMBERS = ["level", "minutes", "seconds"];

/** What the fields say, unchecked. @param {(name: string) => HTMLInputElement} field @returns {Record<string, string|number|boolean>} */
function valuesOf(field) {
  const names = Object.keys(defaultChoices());
  const read = (/** @type {string} */ name) =>
    NUMBERS.includes(name) ? Number(field(name).value) : field(name).value;
  return {
    ...Object.fromEntries(names.map((name) => [name, read(name)])),
    fit: read("fit") === "true",
  };
}
