// Makes the elements of the editor's sheet, and updates them.

import type { I18n } from "../core/i18n.ts";
import type { Turn } from "../core/xiangqi.ts";
import { button, el, setText, toClipboard } from "../ui/dom.ts";
import { choice, labelOf, textField } from "../ui/sheet-parts.ts";
import { token } from "../ui/token.ts";
import { describeRemaining } from "./setup-form.ts";
import { BLACK, RED } from "./setup.ts";
import type { Setup } from "./setup.ts";

/**
 * The action of the next tap on the board: puts a piece, moves the piece of the square `from`, or erases a piece.
 * Without any field, the tap selects a piece.
 */
export interface Tool {
  piece?: string;
  from?: string;
  erases?: true;
}

const COMMANDS = ["start", "clear", "mirror", "swap"] as const;

export interface EditorActions extends Record<(typeof COMMANDS)[number], () => void> {
  choose(tool: Tool): void;
  turn(turn: Turn): void;
  read(text: string): void;
  picture(): void;
  play(): void;
}

interface Shown {
  tool: Tool;
  /** Returns the number of copies of a piece that may still be put on the board. */
  remaining: (piece: string) => number;
  fen: string;
  i18n: I18n;
}

export function buildParts(actions: EditorActions) {
  const board = el("div", "editor-board");
  const black = makeTray(BLACK, "side.black", actions);
  const red = makeTray(RED, "side.red", actions);
  const small = (name: string, key: string, onClick: () => void) =>
    commandButton("button button-small", `editor-${name}`, key, onClick);
  const eraser = small("eraser", "editor.eraser", () => actions.choose({ erases: true }));
  const commands = COMMANDS.map((name) => small(name, `editor.${name}`, () => actions[name]()));
  const picture = small("picture", "share.picture", () => actions.picture());
  const tools = el("div", "editor-tools", eraser, ...commands, picture);
  const turn = makeTurn(actions);
  const status = el("p", "hint");
  const faults = Object.assign(el("ul", "faults"), { id: "editor-faults" });
  const verdict = el("div", "editor-verdict", status, faults);
  verdict.setAttribute("role", "status");
  const announcement = el("p", "unseen");
  announcement.setAttribute("role", "status");
  const text = makeText(actions);
  const play = commandButton("button button-primary", "editor-play", "editor.play", () =>
    actions.play(),
  );
  const words = el("div", "editor-words");
  const layout = el("div", "editor-stage", black.element, board, red.element);
  const controls = [verdict, tools, turn.element, play, text.element, words, announcement];

  return {
    body: el("div", "editor", layout, el("div", "editor-side", ...controls)),
    /** Parts that are hidden while a few pieces are set up instead of a position. */
    positionParts: [turn.element, text.element],
    board,
    trays: [black.element, red.element],
    status,
    faults,
    announcement,
    play,
    words,
    update(setup: Setup, shown: Shown) {
      black.update(shown);
      red.update(shown);
      eraser.setAttribute("aria-pressed", String(shown.tool.erases === true));
      turn.update(setup.turn);
      text.update(shown);
    },
  };
}

function commandButton(className: string, id: string, key: string, onClick: () => void) {
  const element = Object.assign(button(className, onClick), { id });
  element.dataset.i18n = key;
  return element;
}

/** Makes the tray of a side: a button for each kind of piece, with the number that may still be put on the board. */
function makeTray(pieces: readonly string[], labelKey: string, { choose }: EditorActions) {
  const slots = pieces.map((piece) => {
    const count = el("span", "editor-count");
    const element = button("editor-slot", () => choose({ piece }), token(piece), count);
    element.dataset.piece = piece;
    return { piece, element, count };
  });
  const tray = el("div", "editor-tray", ...slots.map(({ element }) => element));
  tray.setAttribute("role", "group");
  tray.dataset.i18nLabel = labelKey;

  return {
    element: tray,
    update({ tool, remaining, i18n }: Shown) {
      for (const { piece, element, count } of slots) {
        const number = remaining(piece);
        const name = describeRemaining(piece, number, i18n);
        element.disabled = number === 0;
        element.setAttribute("aria-pressed", String(tool.piece === piece));
        element.setAttribute("aria-label", name);
        element.title = name;
        setText(count, String(number));
      }
    },
  };
}

function makeTurn({ turn: choose }: EditorActions) {
  const element = choice("editor.turn", "editor-turn", [
    ["w", "side.red"],
    ["b", "side.black"],
  ]);
  const radios = element.querySelectorAll("input");
  for (const radio of radios)
    radio.addEventListener("change", () => choose(radio.value === "w" ? "w" : "b"));
  return {
    element,
    update(turn: Turn) {
      for (const radio of radios) radio.checked = radio.value === turn;
    },
  };
}

/** Makes the field that shows the position as a FEN and reads a typed one. */
function makeText({ read }: EditorActions) {
  const field = textField("editor-fen", 2);
  const result = el("span", "hint");
  result.setAttribute("role", "status");
  const copy = commandButton("button button-small", "editor-copy", "editor.copy", () => {
    void copyText();
  });
  let i18n: I18n | null = null;
  field.addEventListener("input", () => read(field.value));

  /** Copies the text, or selects it where the clipboard is forbidden. */
  async function copyText() {
    const isCopied = await toClipboard(field.value);
    if (!isCopied) field.select();
    setText(result, i18n?.t(isCopied ? "export.copied" : "export.copyFailed") ?? "");
  }

  const line = el("p", "editor-copy", copy, result);
  return {
    element: el("div", "field", labelOf("new.fen", field.id), field, line),
    update(shown: Shown) {
      ({ i18n } = shown);
      setText(result, "");
      if (field.value !== shown.fen) field.value = shown.fen;
    },
  };
}
