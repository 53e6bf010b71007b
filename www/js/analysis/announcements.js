// What a step through the moves is to those who do not see it: the move, what is said of it, and how the game stands.

import { toldMove } from "../core/move-description.js";
import { sayMove } from "../core/words.js";
import { sayStanding } from "./status-line.js";

/** @typedef {import("./study.js").StudyState} StudyState */

/**
 * @param {import("../core/i18n.js").I18n} i18n
 * @param {object} page
 * @param {import("../rules/rules.js").GameClass} page.Game
 * @param {(words: string) => void} page.announce
 * @param {() => import("../core/xiangqi.js").Notation} page.notation
 * @param {ReturnType<typeof import("./comment.js").createComment>} page.comment  named by the same words
 */
export function createTold(i18n, { Game, announce, notation, comment: field }) {
  /** @type {{ study: number, at: number }|null} where one was heard to be */
  let heard = null;

  /** The move that led here. @param {StudyState} state */
  function sayLast({ startFen, position: { moves } }) {
    const before = new Game(startFen, moves.slice(0, -1));
    const told = toldMove(before, moves[moves.length - 1]);
    before.free();
    return sayMove(told, notation(), i18n);
  }
  field.tellBy(sayLast);

  /** @param {StudyState} state */
  function say(state) {
    const { nodes, at, position } = state;
    const standing = sayStanding(position, i18n);
    const { comment } = nodes[at];
    if (position.moves.length === 0) return [standing, comment];
    const ends = position.verdict.result !== "ongoing" || position.check !== null;
    return [`${sayLast(state)}.`, ends ? standing : "", comment];
  }

  return {
    /** The place may be another one. @param {StudyState} state */
    follow(state) {
      const { study, at } = state;
      const isSame = heard?.study === study && heard.at === at;
      const isFirst = heard === null;
      heard = { study, at };
      if (isSame || isFirst || !i18n.ready) return;
      announce(say(state).filter(Boolean).join(" "));
    },
  };
}
