// Asks before a move that loses by repetition. The move is played only if the button to play it closes the sheet.

import type { MessageKey } from "../../core/message-keys.ts";
import type { I18n } from "../../core/i18n.ts";
import type { Ruleset } from "../../core/xiangqi.ts";
import { sheet } from "../../ui/dialogs.ts";
import { button, byId, setText } from "../../ui/dom.ts";
import { showCycle } from "../../ui/repetition-diagram.ts";
import type { WarnedEvent } from "../game-events.ts";

interface WarningCommands {
  /** Called once for each question; `plays` is true if the move is to be played. */
  decide(warned: WarnedEvent, plays: boolean): void;
  /** Opens the referee's sheet, which shows the rulings under other rules. */
  showReferee(warned: WarnedEvent): void;
}

export function createWarning(i18n: I18n, { decide, showReferee }: WarningCommands) {
  const dialog = sheet("loss-dialog");
  let current: WarnedEvent | null = null;
  const more = button("cycle-referee", () => current && showReferee(current));
  more.dataset.i18n = "referee.open";
  setText(more, i18n.t("referee.open"));
  byId("loss-cycle").after(more);
  byId("loss-play").addEventListener("click", () => dialog.close("play"));
  dialog.addEventListener("close", () => {
    const warned = current;
    current = null;
    if (warned) decide(warned, dialog.returnValue === "play");
  });

  return {
    /** Asks whether to play the move. `ply` is the number of moves before it. */
    ask(warned: WarnedEvent, ply: number, ruleset: Ruleset) {
      const { verdict, texts } = warned;
      current = warned;
      setText(byId("loss-reason"), describeLoss(warned, ruleset, i18n));
      showCycle(byId("loss-cycle"), verdict.cycle, texts, i18n, ply);
      dialog.returnValue = "";
      dialog.showModal();
      dialog.querySelector(".is-asked")?.scrollIntoView({ block: "nearest" });
      dialog.scrollTop = 0;
    },
  };
}

function describeLoss({ verdict }: WarnedEvent, ruleset: Ruleset, { t, has }: I18n): string {
  const { reason, offender } = verdict;
  const key: MessageKey = has(`loss.${reason}`) ? `loss.${reason}` : "loss.other";
  return t(key, {
    rules: t(`new.ruleset.${ruleset}`),
    offender: offender ? t(`side.${offender}`) : "",
  });
}
