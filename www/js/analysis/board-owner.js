// Who has the board: the study, or a guest for a while. A guest goes when the person goes elsewhere in the study.

/** @typedef {import("../explain/board-mode.js").Guest} Guest */
/** @typedef {import("../board/arrows.js").Arrow} Arrow */

/** @param {() => void} changed  shows the board anew */
export function createBoardOwner(changed) {
  /** @type {Guest|null} */
  let guest = null;
  /** @type {Arrow[]} */
  let arrows = [];
  /** @type {string} where the study stands behind the guest */
  let place = "";

  function dismiss() {
    const gone = guest;
    guest = null;
    gone?.left();
    changed();
  }

  return {
    get guest() {
      return guest;
    },
    /** Drawn over the study's position; while there are any, no others are. */
    get marks() {
      return arrows;
    },
    changed,

    /** @param {Guest} next */
    take(next) {
      if (guest && guest !== next) guest.left();
      guest = next;
      changed();
    },

    /** @param {Guest} from */
    give(from) {
      if (guest !== from) return;
      guest = null;
      changed();
    },

    /** The study stands somewhere. @param {import("./study.js").StudyState} state */
    follow({ study, at }) {
      const now = `${study}:${at}`;
      if (now !== place && guest) dismiss();
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
