// The sheet for a new game: the opponent and its strength, handicap, clock, rules and position.

import { isWorthKeeping } from "../../core/game-record.ts";
import type { I18n } from "../../core/i18n.ts";
import { MAX_LEVEL } from "../../core/levels.ts";
import { RULESETS } from "../../core/xiangqi.ts";
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
import type { Options } from "../../ui/sheet-parts.ts";
import { HANDICAPS } from "../../rules/handicaps.ts";
import { CLOCKS, defaultChoices, readChoices } from "../game-options.ts";
import type { Choices } from "../game-options.ts";
import { isOver } from "../state.ts";
import type { State } from "../state.ts";

/** Returns each value of a field with the message key of its label. */
const optionsOf = (family: string, ...values: string[]): Options =>
  values.map((value) => [value, `new.${family}.${value}` as const]);

/** The opponent whose games are on a page of their own. */
const FRIEND = "friend";

export interface NewGameCommands {
  /**
   * Starts the game. If `startFen` is undefined, continues the game on the board with the chosen players. Returns the
   * error messages if the choices are invalid; empty on success.
   */
  start(choices: Choices, startFen?: string | null): string[];
  /** Opens the sheet for opening a recorded game. */
  open(): void;
  /** Opens the position editor with `fen`, the text of the field. */
  setup(fen: string): void;
}

export function createNewGameDialog(i18n: I18n, { start, open, setup }: NewGameCommands) {
  const level = makeLevel(i18n);
  const goOn = Object.assign(i18nElement("button", "new.goOn", "button"), { type: "submit" });
  goOn.id = "new-go-on";
  const position = makePosition({
    open: () => (dialog.close(), open()),
    setup: () => (dialog.close(), setup(field("fen").value.trim())),
  });
  const ruleset = makeRuleset();
  const form = el(
    "form",
    "",
    ...makeOpponent(),
    makeStrength(),
    level.element,
    ...makeTerms(),
    ruleset,
    position.element,
    el("div", "sheet-actions", submit("new.start"), goOn),
  );
  form.id = "new-form";
  const dialog = makeSheet("new", "new.title", i18n, form);
  const field = fields(form);

  /** True if a rating is in use, so that the engine can fit it. */
  let isRated = false;
  let canGoOn = false;
  const update = () => {
    const { mode, fit, handicap, clock } = valuesOf(field);
    const isFriend = mode === FRIEND;
    if (isFriend) Object.assign(form.dataset, { mode, handicap: "none", clock: "none" });
    else Object.assign(form.dataset, { mode, handicap, clock });
    Object.assign(form.dataset, { fit: isRated && fit, rated: isRated && !isFriend });
    showFor(form, isFriend);
    goOn.hidden = !canGoOn || isFriend;
    level.update();
  };
  form.addEventListener("input", update);
  field("fen").addEventListener("input", () => position.faults.replaceChildren());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (field("mode").value === FRIEND) return location.assign(friendPage(valuesOf(field)));
    const startFen = field("fen").value.trim() || null;
    const faults = start(
      readChoices(valuesOf(field)),
      event.submitter === goOn ? undefined : startFen,
    );
    position.faults.replaceChildren(...faults.map((fault) => el("li", "", fault)));
    if (faults.length === 0) dialog.close();
    else position.element.open = true;
  });

  return {
    /** Opens the sheet with the last choices; `fen` is the start position, empty for the usual start position. */
    open(state: State, choices: Choices, fen = "") {
      isRated = state.rating.inUse;
      canGoOn = !isOver(state) && isWorthKeeping(state.game);
      for (const [name, value] of Object.entries(choices)) field(name).value = String(value);
      field("fen").value = fen;
      if (fen) position.element.open = true;
      if (choices.ruleset !== RULESETS[0]) ruleset.open = true;
      position.faults.replaceChildren();
      update();
      show(dialog); // focuses the last button, so that Enter presses it
    },
  };
}

/** Shows what belongs to a game with a friend, and hides what does not. */
function showFor(form: HTMLElement, isFriend: boolean) {
  for (const part of form.querySelectorAll<HTMLElement>(".for-friend, .not-friend"))
    part.hidden = part.classList.contains("for-friend") !== isFriend;
}

/** Returns the address of the page for games with friends, with the choices for a new one. */
const friendPage = ({ side, handicap, ruleset }: Record<string, unknown>): string =>
  `friend.html#${new URLSearchParams({ side: `${side}`, handicap: `${handicap}`, ruleset: `${ruleset}` })}`;

function makeOpponent() {
  const mode = choice("new.mode", "mode", optionsOf("mode", "engine", "local", FRIEND));
  mode.append(
    i18nElement("p", "new.mode.friend.hint", "hint for-friend"),
    i18nElement("p", "new.mode.local.hint", "hint when-local"),
  );
  const turning = optionsOf("turning", "none", "board", "pieces");
  const side = optionsOf("side", "red", "black", "random");
  return [
    mode,
    choice("new.turning", "turning", turning, "when-local"),
    choice("new.side", "side", side, "when-engine when-even"),
  ];
}

/** Makes the choice between an engine as strong as the person and a level. */
function makeStrength() {
  const options: Options = [
    ["true", "fit.name"],
    ["false", "new.fit.level"],
  ];
  const field = choice("new.level", "fit", options, "when-engine when-rated");
  field.append(i18nElement("p", "new.fit.hint", "hint when-fit"));
  return field;
}

/** Makes the field for the level, with a description of the level in words. */
function makeLevel({ t }: I18n) {
  const input = Object.assign(el("input"), { type: "range", id: "new-level", name: "level" });
  Object.assign(input, { min: "1", max: String(MAX_LEVEL), step: "1" });
  const value = Object.assign(el("span", "field-value"), { id: "new-level-value" });
  const name = Object.assign(el("strong"), { id: "new-level-name" });
  const hint = Object.assign(el("span", "hint"), { id: "new-level-hint" });
  const head = el("div", "field-head", labelOf("new.level.pick", input.id, ""), value);
  const line = el("p", "level-line", name, hint);
  return {
    element: el("div", "field when-engine when-level not-friend", head, input, line),
    update() {
      const level = input.valueAsNumber;
      setText(value, t("new.level.value", { level }));
      setText(name, t(`level.${level}.name`));
      setText(hint, t(`level.${level}.hint`));
      input.setAttribute("aria-valuetext", `${level}, ${t(`level.${level}.name`)}`);
    },
  };
}

/** Makes the fields of handicap and clock. */
function makeTerms() {
  const handicaps = optionsOf("handicap", ...Object.keys(HANDICAPS));
  const handicap = list("new-handicap", "handicap", handicaps);
  const clock = list("new-clock", "clock", optionsOf("clock", ...Object.keys(CLOCKS)));
  const giver = optionsOf("giver", "opponent", "person");
  const custom = [makeNumber("minutes", "0.5", "0.5"), makeNumber("seconds", "0", "1")];
  return [
    el("div", "field", labelOf("new.handicap", handicap.id), handicap),
    el("div", "field not-friend", labelOf("new.clock", clock.id), clock),
    choice("new.giver", "giver", giver, "when-engine when-given"),
    i18nElement("p", "new.handicap.hint", "hint when-given"),
    el("div", "field field-pair when-custom", ...custom),
  ];
}

/**
 * Makes the field for the rules of repetition. The field is closed at first, since few people want to change these
 * rules.
 */
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

function makeNumber(name: string, min: string, step: string) {
  const input = Object.assign(el("input"), { type: "number", id: `new-${name}`, name });
  Object.assign(input, { min, max: "600", step, required: true });
  return el("div", "", labelOf(`new.${name}`, input.id), input);
}

/** Makes the field of the position to start from. */
function makePosition({ open, setup }: Record<"open" | "setup", () => void>) {
  const text = Object.assign(textField("new-fen", 2), { name: "fen" });
  const faults = Object.assign(el("ul", "faults"), { id: "new-faults" });
  const alert = el("div", "", faults);
  alert.setAttribute("role", "alert");
  const makeLink = (id: string, key: string, onClick: () => void) => {
    const element = button("link", onClick);
    element.dataset.i18n = key;
    return Object.assign(element, { id });
  };
  const puzzles = Object.assign(i18nElement("a", "new.puzzles", "link"), { href: "puzzles.html" });
  const element = el(
    "details",
    "field",
    i18nElement("summary", "new.position"),
    labelOf("new.fen", text.id),
    text,
    i18nElement("p", "new.fen.hint", "hint"),
    alert,
    el(
      "p",
      "elsewhere",
      makeLink("new-setup", "editor.open", setup),
      makeLink("new-open", "new.open", open),
      puzzles,
    ),
  );
  element.id = "new-position";
  element.classList.add("not-friend");
  return { element, faults };
}

const NUMBERS = ["level", "minutes", "seconds"];

/** Returns the values of the fields, unchecked. */
function valuesOf(field: (name: string) => HTMLInputElement) {
  const values = Object.keys(defaultChoices()).map((name) => {
    const { value } = field(name);
    return [name, NUMBERS.includes(name) ? Number(value) : value] as const;
  });
  return { ...Object.fromEntries(values), fit: field("fit").value === "true" } as Record<
    string,
    string | number | boolean
  >;
}
