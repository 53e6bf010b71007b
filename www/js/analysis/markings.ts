// Annotations of the move on the board: signs, set by keys and in the menu, and rings and arrows drawn on the board.
// Also binds the wheel over the board to steps through the moves.

import { squareIndex } from "../board/geometry.ts";
import { pointOf } from "../board/grid.ts";
import type { Board } from "../board/index.ts";
import type { I18n } from "../core/i18n.ts";
import { describePoint } from "../shell/grid-words.ts";
import { overlayAt } from "../study/overlay.ts";
import { MOVE_SIGNS, SIGN_KEYS, applySignKey, describeSign, toggleSign } from "../study/signs.ts";
import type { SignKey } from "../study/signs.ts";
import { nodeAt } from "../study/tree.ts";
import { el, setText } from "../ui/dom.ts";
import type { Announce } from "../ui/notice.ts";
import { describeNode } from "./announcements.ts";
import { bindDrawing, withShape } from "./drawing.ts";
import type { Steps } from "./navigation.ts";
import { createPens } from "./pens.ts";
import type { Study, StudyState } from "./study.ts";
import { bindWheel } from "../ui/wheel-steps.ts";

interface MarkingsPage {
  i18n: I18n;
  board: Board;
  study(): Study | null;
  /** Returns true while a mode, such as retrying a mistake, controls the board. The person cannot draw then. */
  isInMode(): boolean;
  /** Draws the board again. */
  drawBoard(): void;
  announce: Announce;
  steps: Pick<Steps, "back" | "on">;
}

interface MarkingsHosts {
  board: HTMLElement;
  bar: HTMLElement;
  comment: HTMLElement;
}

export function createMarkings(
  hosts: MarkingsHosts,
  { i18n, board, study, isInMode, drawBoard, announce, steps }: MarkingsPage,
) {
  const { t } = i18n;
  let preview: string | null = null;
  const description = el("p", "unseen");
  description.id = "drawn-said";
  hosts.comment.append(description);

  const mayMark = () => study() !== null && !isInMode();
  const notesOf = (node?: number) => {
    const state = study()?.get();
    return state && nodeAt(state.nodes, node ?? state.at);
  };
  const pens = createPens(hosts.bar, i18n, {
    onChange: () => drawing.stop(),
    wipe: () => wipe(study()?.get().at ?? 0),
  });
  const drawing = bindDrawing(hosts.board, {
    squareAt: (x, y) => board.squareAt(x, y),
    mayDraw: mayMark,
    pen: () => pens.pen,
    draw,
    preview(shape) {
      preview = shape;
      drawBoard();
    },
  });
  bindWheel(hosts.board, steps);

  function draw(shape: string) {
    const { shapes } = notesOf() ?? {};
    if (!shapes) return;
    study()?.mark(study()?.get().at ?? 0, { shapes: withShape(shapes, shape) });
    const what = describeShape(shape);
    announce(shapes.includes(shape) ? t("analysis.draw.gone", { what }) : what);
  }

  function describeShape(shape: string) {
    const pen = t(`analysis.draw.pen.${shape.charAt(0)}`);
    const describe = (square: string) =>
      describePoint(pointOf(board.state, squareIndex(square)), i18n);
    const [from, to] = [shape.slice(1, 3), shape.slice(3)];
    if (!to) return t("analysis.draw.ring", { pen, at: describe(from) });
    return t("analysis.draw.arrow", { pen, from: describe(from), to: describe(to) });
  }

  function wipe(node: number) {
    study()?.mark(node, { shapes: [] });
    announce(t("analysis.draw.wiped"));
  }

  /**
   * Sets the signs of a node and announces them. For the start, which has no move, ignores the signs that judge a move.
   */
  function sign(node: number, signs: readonly number[]) {
    const open = study();
    if (!open || (node === 0 && signs.some((one) => MOVE_SIGNS.includes(one)))) return;
    open.mark(node, { signs });
    const move = describeNode(open, node, i18n);
    const words = signs.map((one) => describeSign(one, i18n)).join(", ");
    announce(t("analysis.sign.said", { move, signs: words || t("analysis.sign.none") }));
  }

  const typeSign = (key: SignKey) => () => {
    const state = study()?.get();
    if (state && mayMark()) sign(state.at, applySignKey(nodeAt(state.nodes, state.at).signs, key));
  };

  return {
    keys: { ...Object.fromEntries(SIGN_KEYS.map((key) => [key, typeSign(key)])), d: pens.toggle },
    wipe,

    /** Sets or removes a sign, and returns the signs of the node. */
    toggle(node: number, one: number): readonly number[] {
      sign(node, toggleSign(notesOf(node)?.signs ?? [], one));
      return notesOf(node)?.signs ?? [];
    },

    /** Returns the shapes and signs to draw over the pieces, including the unfinished shape. */
    overlay() {
      const notes = notesOf();
      if (!notes) return null;
      const shapes = preview ? withShape(notes.shapes, preview) : notes.shapes;
      return overlayAt(shapes, notes.signs, study()?.get().position.lastMove?.[1]);
    },

    update({ nodes, at }: StudyState) {
      pens.update();
      if (isInMode()) pens.drop();
      const list = nodeAt(nodes, at).shapes.map(describeShape).join("; ");
      setText(description, list ? t("analysis.draw.drawn", { list }) : "");
    },
  };
}
