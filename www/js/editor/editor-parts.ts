// The elements of the editor's sheet and what they show; what they do is told to them.

import { isRed } from "../core/xiangqi.ts";
import { button, el, setText, toClipboard } from "../ui/dom.ts";
import { token } from "../ui/token.ts";
import { optionOf } from "./setup-form.ts";
import { BLACK, RED } from "./setup.ts";

/**
 * @typedef {object} Does
 * @property {(held: import("./editor-sheet.ts").Held) => void} choose
 * @property {(turn: "w"|"b") => void} turn
 * @property {() => void} clear
 * @property {() => void} start
 * @property {() => void} mirror
 * @property {() => void} swap
 * @property {(text: string) => void} read
 * @property {() => void} picture
 * @property {() => void} play
 */

/** What is shown besides the set-up. @typedef {{ held: import("./editor-sheet.ts").Held, left: (piece: string) => number, fen: string, i18n: import("../core/i18n.ts").I18n }} Shown */

/** @param {Does} does */
export function build(does) {
  const board = el("div", "editor-board");
  const black = makeTray(BLACK, does);
  const red = makeTray(RED, does);
  const trays = [black.element, red.element];
  const eraser = named(
    button("button button-small", () => does.choose({ erases: true })),
    "editor.eraser",
  );
  const commands = /** @type {const} */ (["start", "clear", "mirror", "swap"]).map((command) => {
    const element = named(
      button("button button-small", () => does[command]()),
      `editor.${command}`,
    );
    element.id = `editor-${command}`;
    return element;
  });
  eraser.id = "editor-eraser";
  const picture = named(button("button button-small", does.picture), "share.picture");
  picture.id = "editor-picture";
  const turn = makeTurn(does.turn);
  const fine = el("p", "hint");
  const faults = el("ul", "faults");
  faults.id = "editor-faults";
  const verdict = el("div", "editor-verdict", fine, faults);
  verdict.setAttribute("role", "status");
  const said = el("p", "unseen");
  said.setAttribute("role", "status");
  const text = makeText(does.read);
  const play = named(button("button button-primary", does.play), "editor.play");
  play.id = "editor-play";
  const words = el("div", "editor-words");
  const stage = el("div", "editor-stage", black.element, board, red.element);
  const tools = el("div", "editor-tools", eraser, ...commands, picture);
  const side = el(
    "div",
    "editor-side",
    verdict,
    tools,
    turn.element,
    play,
    text.element,
    words,
    said,
  );

  return {
    body: el("div", "editor", stage, side),
    /** What only a whole position has. */
    ofPositions: [turn.element, text.element],
    board,
    trays,
    fine,
    faults,
    said,
    play,
    words,
    /** @param {import("./setup.ts").Setup} setup @param {Shown} shown */
    update(setup, shown) {
      black.update(shown);
      red.update(shown);
      eraser.setAttribute("aria-pressed", String(shown.held.erases === true));
      turn.update(setup.turn);
      text.update(shown);
    },
  };
}

/** @template {HTMLElement} Element @param {Element} element @param {string} key of its words */
function named(element, key) {
  element.dataset.i18n = key;
  return element;
}

/** The pieces of a side, each with how many are left. @param {string[]} pieces @param {Does} does */
function makeTray(pieces, does) {
  const slots = pieces.map((piece) => {
    const count = el("span", "editor-count");
    const element = button("editor-slot", () => does.choose({ piece }), token(piece), count);
    element.dataset.piece = piece;
    return { piece, element, count };
  });
  const tray = el("div", "editor-tray", ...slots.map(({ element }) => element));
  tray.setAttribute("role", "group");
  tray.dataset.i18nLabel = isRed(pieces[0]) ? "side.red" : "side.black";

  return {
    element: tray,
    /** @param {Shown} shown */
    update({ held, left, i18n }) {
      for (const { piece, element, count } of slots) {
        element.disabled = left(piece) === 0;
        element.setAttribute("aria-pressed", String(held.piece === piece));
        const name = optionOf(piece, left(piece), i18n);
        element.setAttribute("aria-label", name);
        element.title = name;
        setText(count, String(left(piece)));
      }
    },
  };
}

/** @param {(turn: "w"|"b") => void} choose */
function makeTurn(choose) {
  const radios = /** @type {const} */ ([
    ["w", "side.red"],
    ["b", "side.black"],
  ]).map(([turn, key]) => {
    const input = el("input");
    Object.assign(input, { type: "radio", name: "editor-turn", value: turn });
    input.addEventListener("change", () => choose(turn));
    return { turn, input, label: el("label", "", input, named(el("span"), key)) };
  });
  const segments = el("div", "segments", ...radios.map(({ label }) => label));
  return {
    element: el("fieldset", "field", named(el("legend"), "editor.turn"), segments),
    /** @param {"w"|"b"} now */
    update(now) {
      for (const { turn, input } of radios) input.checked = turn === now;
    },
  };
}

/** The position as a text, to read and to write. @param {(text: string) => void} read */
function makeText(read) {
  const field = el("textarea");
  Object.assign(field, { id: "editor-fen", rows: 2, spellcheck: false, autocapitalize: "off" });
  const label = named(el("label", "field-label"), "new.fen");
  label.htmlFor = field.id;
  const said = el("span", "hint");
  said.setAttribute("role", "status");
  const copy = named(
    button("button button-small", () => void copyFrom()),
    "editor.copy",
  );
  copy.id = "editor-copy";
  /** @type {import("../core/i18n.ts").I18n|null} */
  let i18n = null;
  field.addEventListener("input", () => read(field.value));

  /** Where the clipboard is forbidden the text is marked instead, to be copied by hand. */
  async function copyFrom() {
    const done = await toClipboard(field.value);
    if (!done) field.select();
    setText(said, i18n?.t(done ? "export.copied" : "export.copyFailed") ?? "");
  }

  return {
    element: el("div", "field", label, field, el("p", "editor-copy", copy, said)),
    /** @param {Shown} shown */
    update(shown) {
      i18n = shown.i18n;
      setText(said, "");
      if (field.value !== shown.fen) field.value = shown.fen;
    },
  };
}
