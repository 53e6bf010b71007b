// The field for the comment on the move that led to the position on the board. The comment is stored after every
// keystroke. The tree shows the comment, so the closed field only says how to edit it.

import type { I18n } from "../core/i18n.ts";
import { formatClock } from "../core/move-clock.ts";
import { nodeAt } from "../study/tree.ts";
import { el, icon, setText } from "../ui/dom.ts";
import type { StudyState } from "./study.ts";

interface CommentActions {
  /** Returns the present state, of which the page may show an older one until the next frame. */
  now(): StudyState | null;
  /** Describes the move on the board for screen readers. */
  describe(state: StudyState): string;
  write(node: number, text: string): void;
  /** Called when the person has finished a change of the comment. */
  end(): void;
}

export function createCommentField(
  host: HTMLElement,
  i18n: I18n,
  { now, describe, write, end }: CommentActions,
) {
  const label = el("label", "unseen");
  const field = el("textarea", "comment-text");
  Object.assign(field, { id: "comment-text", rows: 1, maxLength: 4000 });
  label.htmlFor = field.id;
  const editWords = el("span");
  const edit = el("p", "comment-edit", icon("draw"), editWords);
  edit.setAttribute("aria-hidden", "true");
  host.append(label, el("div", "comment-field", field, edit));
  let node = 0;
  let labelled = "";

  /** Returns the label of the comment on a move, with the player's remaining time in parentheses if it is known. */
  function nameOf({ nodes, at }: StudyState, move: string) {
    const { clock } = nodeAt(nodes, at);
    const name = i18n.t("analysis.comment", { move });
    return clock === null ? name : `${name} (${formatClock(clock - (clock % 1000))})`;
  }

  function update(state: StudyState) {
    const { nodes, texts, at, study } = state;
    const { comment } = nodeAt(nodes, at);
    node = at;
    const about =
      at === 0 ? i18n.t("analysis.comment.start") : nameOf(state, i18n.move(texts[at] ?? ""));
    // `describe` is slow, so it is called only when the move or its label changes.
    const key = [about, study, at].join(" ");
    if (key !== labelled) setText(label, at === 0 ? about : nameOf(state, describe(state)));
    labelled = key;
    field.placeholder = i18n.t("analysis.comment.empty", { about });
    if (field.value !== comment) field.value = comment;
    field.classList.toggle("is-closed", comment !== "");
    setText(editWords, i18n.t("analysis.comment.edit", { about }));
  }

  // Words belong to the move that is on the board now, even before the field shows its comment.
  field.addEventListener("beforeinput", () => {
    const state = now();
    if (state) update(state);
  });
  field.addEventListener("input", () => write(node, field.value));
  field.addEventListener("change", end);
  field.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") field.blur();
  });

  return { update, focus: () => field.focus() };
}
