// The button below the moves that opens the referee, shown while the position on the board repeats an earlier one.

import type { I18n } from "../core/i18n.ts";
import { memoizeAsync } from "../core/memoize.ts";
import type { Look } from "../referee/referee-panel.ts";
import { rulesetOf, withGame } from "../rules/records.ts";
import type { GameClass } from "../rules/rules.ts";
import { button } from "../ui/dom.ts";
import type { Notify } from "../ui/notice.ts";
import type { Study, StudyPosition } from "./study.ts";

interface RefereePage {
  i18n: I18n;
  study: Study;
  Game: GameClass;
  look: () => Look;
  notify: Notify;
}

export function bindReferee(host: HTMLElement, { i18n, study, Game, look, notify }: RefereePage) {
  const load = memoizeAsync(async () => {
    const { createReferee } = await import("../referee/referee-sheet.ts");
    return createReferee({ i18n, rules: () => Game, look });
  });
  const show = async () => {
    const { position, tags } = study.get();
    const { startFen, moves } = position;
    const sheet = await load().catch(() => notify(i18n.t("notice.partFailed"), { ms: 8000 }));
    await sheet?.show({ startFen, moves, ruleset: rulesetOf(tags) });
  };
  const element = button("cycle-referee", () => void show());
  element.dataset.i18n = "referee.open";
  element.textContent = i18n.t("referee.open");
  host.append(element);

  let shown: StudyPosition | null = null;
  const update = () => {
    const { position } = study.get();
    if (position === shown) return;
    shown = position;
    const board = new Game(position.startFen, position.moves);
    element.hidden = withGame(board, (game) => game.referee() === undefined);
  };
  study.subscribe(update);
  update();
}
