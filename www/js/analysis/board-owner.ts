// What the board shows: the study, or for a while a mode, such as a line or a retry. A mode ends when the person goes
// elsewhere in the study.

/** @typedef {import("../explain/board-mode.ts").BoardMode} BoardMode */
/** @typedef {import("../board/arrows.ts").Arrow} Arrow */

/** @param {() => void} changed  shows the board anew */
export function createBoardOwner(changed) {
  /** @type {BoardMode|null} */
  let mode = null;
  /** @type {Arrow[]} */
  let arrows = [];
  /** @type {string} where the study stands behind the mode */
  let place = "";

  function dismiss() {
    const gone = mode;
    mode = null;
    gone?.dismiss();
    changed();
  }

  return {
    get mode() {
      return mode;
    },
    /** Drawn over the study's position; while there are any, no others are. */
    get marks() {
      return arrows;
    },
    refresh: changed,

    /** @param {BoardMode} next */
    enter(next) {
      if (mode && mode !== next) mode.dismiss();
      mode = next;
      changed();
    },

    /** @param {BoardMode} from */
    leave(from) {
      if (mode !== from) return;
      mode = null;
      changed();
    },

    /** The study stands somewhere. @param {import("./study.ts").StudyState} state */
    follow({ study, at }) {
      const now = `${study}:${at}`;
      if (now !== place && mode) dismiss();
      place = now;
    },

    /** @param {Arrow[]} next */
    arrows(next) {
      if (JSON.stringify(next) === JSON.stringify(arrows)) return;
      arrows = next;
      changed();
    },
  };
}
