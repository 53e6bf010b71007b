// What a person puts beside a move: signs by keys and menu, rings and arrows on the board. And the wheel, which steps
// through the moves.

import { pointOf } from "../board/grid.ts";
import { squareIndex } from "../board/geometry.ts";
import { describePoint } from "../shell/grid-words.ts";
import { el, setText } from "../ui/dom.ts";
import { sayNode } from "./announcements.ts";
import { bindDrawing, withShape } from "./drawing.ts";
import { overlayAt } from "../study/overlay.ts";
import { createPens } from "./pens.ts";
import { MOVE_SIGNS, SIGN_KEYS, describeSign, applySignKey, toggleSign } from "../study/signs.ts";
import { bindWheel } from "./wheel-steps.ts";

/** @typedef {import("./study.ts").StudyState} StudyState */

/**
 * @typedef {object} MarkingsPage
 * @property {import("../core/i18n.ts").I18n} i18n
 * @property {import("../board/index.ts").Board} board
 * @property {() => import("./study.ts").Study|null} study
 * @property {() => boolean} inMode  a mode has the board
 * @property {() => void} changed     the board is to be shown anew
 * @property {(words: string) => void} announce
 */

/** @param {{ board: HTMLElement, bar: HTMLElement, said: HTMLElement }} hosts @param {MarkingsPage} page @param {{ back: () => void, on: () => void }} step */
export function createMarkings(hosts, { i18n, board, study, inMode, changed, announce }, step) {
  const { t } = i18n;
  /** Being drawn. @type {string|null} */
  let coming = null;
  const said = el("p", "unseen");
  said.id = "drawn-said";
  hosts.said.append(said);

  const here = () => study()?.get() ?? null;
  const may = () => study() !== null && !inMode();
  const pens = createPens(hosts.bar, i18n, {
    changed: () => drawing.stop(),
    wipe: () => wipe(here()?.at ?? 0),
  });
  const drawing = bindDrawing(hosts.board, {
    squareAt: (x, y) => board.squareAt(x, y),
    may,
    pen: () => pens.pen,
    draw,
    preview(shape) {
      coming = shape;
      changed();
    },
  });
  bindWheel(hosts.board, step);

  /** @param {string} shape */
  function draw(shape) {
    const state = here();
    if (!state) return;
    const { shapes } = state.nodes[state.at];
    const gone = shapes.includes(shape);
    study()?.mark(state.at, { shapes: withShape(shapes, shape) });
    const what = sayShape(shape);
    announce(gone ? t("analysis.draw.gone", { what }) : what);
  }

  /** @param {string} shape */
  function sayShape(shape) {
    const pen = t(`analysis.draw.pen.${shape[0]}`);
    const say = (/** @type {string} */ square) =>
      describePoint(pointOf(board.state, squareIndex(square)), i18n);
    const [from, to] = [shape.slice(1, 3), shape.slice(3)];
    if (!to) return t("analysis.draw.ring", { pen, at: say(from) });
    return t("analysis.draw.arrow", { pen, from: say(from), to: say(to) });
  }

  /** @param {number} node */
  function wipe(node) {
    study()?.mark(node, { shapes: [] });
    announce(t("analysis.draw.wiped"));
  }

  /** Signs of the move only where there is one. @param {number} node @param {readonly number[]} signs */
  function sign(node, signs) {
    const state = here();
    if (!state || (node === 0 && signs.some((one) => MOVE_SIGNS.includes(one)))) return;
    study()?.mark(node, { signs });
    const move = sayNode(/** @type {import("./study.ts").Study} */ (study()), node, i18n);
    const words = signs.map((one) => describeSign(one, i18n)).join(", ");
    announce(t("analysis.sign.said", { move, signs: words || t("analysis.sign.none") }));
  }

  /** @param {import("../study/signs.ts").SignKey} key */
  const type = (key) => () => {
    const state = here();
    if (state && may()) sign(state.at, applySignKey(state.nodes[state.at].signs, key));
  };

  return {
    keys: { ...Object.fromEntries(SIGN_KEYS.map((key) => [key, type(key)])), d: pens.toggle },
    wipe,

    /** @param {number} node @param {number} one sign */
    toggle(node, one) {
      const signs = here()?.nodes[node].signs;
      if (signs) sign(node, toggleSign(signs, one));
    },

    /** What is drawn over the pieces of the study. */
    overlay() {
      const state = here();
      if (!state) return null;
      const { shapes, signs } = state.nodes[state.at];
      const all = coming ? withShape(shapes, coming) : shapes;
      return overlayAt(all, signs, state.position.lastMove?.[1]);
    },

    /** @param {StudyState} state */
    update({ nodes, at }) {
      pens.update();
      if (inMode()) pens.drop();
      const list = nodes[at].shapes.map(sayShape).join("; ");
      setText(said, list ? t("analysis.draw.drawn", { list }) : "");
    },
  };
}
