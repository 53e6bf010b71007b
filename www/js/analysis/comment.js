// What is said about the present move, to be written; it is kept with every key.

import { el, setText } from "../panels/dom.js";

/** @param {HTMLElement} host @param {import("../i18n.js").I18n} i18n @param {(node: number, text: string) => void} write */
export function createComment(host, i18n, write) {
  const label = el("label", "unseen");
  const field = el("textarea", "comment-text");
  Object.assign(field, { id: "comment-text", rows: 1, maxLength: 4000 });
  label.htmlFor = field.id;
  host.append(label, field);
  let node = 0;
  field.addEventListener("input", () => write(node, field.value));
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") field.blur();
  });

  return {
    /** @param {import("./study.js").StudyState} state */
    update({ nodes, texts, at }) {
      node = at;
      const move = i18n.move(texts[at]);
      const about = i18n.t(at === 0 ? "analysis.comment.start" : "analysis.comment", { move });
      setText(label, about);
      field.placeholder = i18n.t("analysis.comment.empty", { about });
      if (field.value !== nodes[at].comment) field.value = nodes[at].comment;
    },
    focus: () => field.focus(),
  };
}
