// Asked before a move that loses by repetition is played. Whatever closes the sheet leaves the move
// unplayed, except the one button that says so.

import { button, byId, setText } from "../../ui/dom.ts";
import { showCycle } from "../../ui/repetition-diagram.ts";
import { sheet } from "../../ui/dialogs.ts";

/** @typedef {import("../../core/i18n.ts").I18n} I18n */
/** @typedef {import("../game-controller.ts").WarnedEvent} WarnedEvent */
/** @typedef {import("../../core/xiangqi.ts").Ruleset} Ruleset */

/**
 * @param {I18n} i18n
 * @param {(warned: WarnedEvent, playIt: boolean) => void} decide  called once per question
 * @param {(warned: WarnedEvent) => void} referee  shows what other rules would say
 * @param {() => Ruleset} ruleset  of the game
 */
export function createWarning(i18n, decide, referee, ruleset) {
  const dialog = sheet("loss-dialog");
  /** @type {WarnedEvent|null} */
  let asked = null;
  const more = button("cycle-referee", () => asked && referee(asked));
  more.dataset.i18n = "referee.open";
  setText(more, i18n.t("referee.open"));
  byId("loss-cycle").after(more);
  byId("loss-play").addEventListener("click", () => dialog.close("play"));
  dialog.addEventListener("close", () => {
    const warned = asked;
    asked = null;
    if (warned) decide(warned, dialog.returnValue === "play");
  });

  return {
    /** @param {WarnedEvent} warned @param {number} ply of the move asked about */
    ask(warned, ply) {
      const { verdict, texts } = warned;
      asked = warned;
      setText(byId("loss-reason"), reasonOf(warned, ruleset(), i18n));
      showCycle(byId("loss-cycle"), verdict.cycle, texts, i18n, ply);
      dialog.returnValue = "";
      dialog.showModal();
      dialog.querySelector(".is-asked")?.scrollIntoView({ block: "nearest" });
      dialog.scrollTop = 0;
    },
  };
}

/** @param {WarnedEvent} warned @param {Ruleset} ruleset @param {I18n} i18n */
function reasonOf({ verdict }, ruleset, { t, has }) {
  const { reason, offender } = verdict;
  const key = has(`loss.${reason}`) ? `loss.${reason}` : "loss.other";
  return t(key, {
    rules: t(`new.ruleset.${ruleset}`),
    offender: offender ? t(`side.${offender}`) : "",
  });
}
