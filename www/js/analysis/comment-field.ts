// What is said about the present move, to be written; it is kept with every key.

import { formatClock } from "../core/move-clock.ts";
import { el, setText } from "../ui/dom.ts";

/** @param {HTMLElement} host @param {import("../core/i18n.ts").I18n} i18n @param {(node: number, text: string) => void} write */
export function createComment(host, i18n, write) {
  const label = el("label", "unseen");
  const field = el("textarea", "comment-text");
  Object.assign(field, { id: "comment-text", rows: 1, maxLength: 4000 });
  label.htmlFor = field.id;
  host.append(label, field);
  let node = 0;
  let named = "";
  /** How the move is called for ears. @type {(state: import("./study.ts").StudyState) => string} */
  let spoken = ({ texts, at }) => i18n.move(texts[at]);

  /** The field's name, which only ears have. @param {import("./study.ts").StudyState} state @param {string} about */
  function name(state, about) {
    const key = [about, state.study, state.at].join(" ");
    if (key === named) return;
    named = key;
    setText(label, state.at === 0 ? about : aboutMove(state, spoken(state)));
  }

  /** With what its player had left on the clock. @param {import("./study.ts").StudyState} state @param {string} move */
  function aboutMove({ nodes, at }, move) {
    const { clock } = nodes[at];
    const about = i18n.t("analysis.comment", { move });
    return clock === null ? about : `${about} (${formatClock(clock - (clock % 1000))})`;
  }

  field.addEventListener("input", () => write(node, field.value));
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") field.blur();
  });

  return {
    /** @param {import("./study.ts").StudyState} state */
    update(state) {
      const { nodes, texts, at } = state;
      node = at;
      const about =
        at === 0 ? i18n.t("analysis.comment.start") : aboutMove(state, i18n.move(texts[at]));
      name(state, about);
      field.placeholder = i18n.t("analysis.comment.empty", { about });
      if (field.value !== nodes[at].comment) field.value = nodes[at].comment;
    },
    /** @param {typeof spoken} say */
    tellBy(say) {
      spoken = say;
      named = "";
    },
    focus: () => field.focus(),
  };
}
