// Announces a step to another move to screen readers: the move, its comment, and the state of the game. While an arrow
// key is held, only the last of the steps is announced.

import type { I18n } from "../core/i18n.ts";
import { describeMove } from "../core/words.ts";
import type { Announce } from "../ui/notice.ts";
import { createPostponed } from "./postponed.ts";
import { describeStatus } from "./status-line.ts";
import type { Study, StudyState } from "./study.ts";

/** The time after a step with a held key after which the step is announced, in milliseconds, unless another follows. */
const HELD_MS = 140;

/** Describes a node by its move in words. */
export const describeNode = (study: Study, node: number, i18n: I18n): string =>
  node === 0
    ? i18n.t("analysis.step.first")
    : describeMove(study.moveFactsOf(node), study.get().notation, i18n);

/**
 * Announces each later step to another node or another study. Does not announce the node that is current at the call.
 */
export function announceSteps(study: Study, i18n: I18n, announce: Announce) {
  const placeOf = ({ study: count, at }: StudyState) => `${count}:${at}`;
  let announced = placeOf(study.get());

  function describe({ nodes, at, position }: StudyState) {
    const status = describeStatus(position, i18n);
    const comment = nodes[at]?.comment;
    if (position.moves.length === 0) return [status, comment];
    const isNews = position.verdict.result !== "ongoing" || position.check !== null;
    return [`${describeNode(study, at, i18n)}.`, isNews && status, comment];
  }

  const report = (state: StudyState) => {
    if (i18n.ready) announce(describe(state).filter(Boolean).join(" "));
  };
  const later = createPostponed(report, HELD_MS);
  let isHeld = false;
  addEventListener("keydown", ({ repeat }) => (isHeld = repeat), { capture: true });
  addEventListener("keyup", () => (isHeld = false), { capture: true });

  study.subscribe((state) => {
    const place = placeOf(state);
    if (place === announced) return;
    announced = place;
    later.drop();
    if (isHeld) later.soon(state);
    else report(state);
  });
}
