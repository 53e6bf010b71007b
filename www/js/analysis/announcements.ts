// What a step through the moves is to those who do not see it: the move, what is said of it, and how the game stands.

import { describeMove } from "../core/words.ts";
import { sayStatus } from "./status-line.ts";

/** @typedef {import("./study.ts").StudyState} StudyState */

/** How a node is called for ears: by its move in words. @param {import("./study.ts").Study} study @param {number} node @param {import("../core/i18n.ts").I18n} i18n */
export const sayNode = (study, node, i18n) =>
  node === 0
    ? i18n.t("analysis.step.first")
    : describeMove(study.told(node), study.get().notation, i18n);

/**
 * @param {import("../core/i18n.ts").I18n} i18n
 * @param {object} page
 * @param {import("./study.ts").Study} page.study
 * @param {(words: string) => void} page.announce
 * @param {ReturnType<typeof import("./comment-field.ts").createComment>} page.comment  named by the same words
 */
export function createAnnouncements(i18n, { study, announce, comment: field }) {
  /** @type {{ study: number, at: number }|null} where one was heard to be */
  let heard = null;

  field.tellBy(({ at }) => sayNode(study, at, i18n));

  /** @param {StudyState} state */
  function say(state) {
    const { nodes, at, position } = state;
    const standing = sayStatus(position, i18n);
    const { comment } = nodes[at];
    if (position.moves.length === 0) return [standing, comment];
    const ends = position.verdict.result !== "ongoing" || position.check !== null;
    return [`${sayNode(study, at, i18n)}.`, ends ? standing : "", comment];
  }

  return {
    /** The place may be another one. @param {StudyState} state */
    follow(state) {
      const { study: count, at } = state;
      const isSame = heard?.study === count && heard.at === at;
      const isFirst = heard === null;
      heard = { study: count, at };
      if (isSame || isFirst || !i18n.ready) return;
      announce(say(state).filter(Boolean).join(" "));
    },
  };
}
