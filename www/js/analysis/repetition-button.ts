// The way to the referee, under the moves, while the position on the board has come up before.

import { memoizeAsync } from "../core/memoize.ts";
import { rulesetOf } from "../rules/records.ts";
import { button } from "../ui/dom.ts";

/**
 * @param {HTMLElement} host
 * @param {object} around
 * @param {import("../core/i18n.ts").I18n} around.i18n
 * @param {import("./study.ts").Study} around.study
 * @param {import("../rules/rules.ts").GameClass} around.Game
 * @param {() => import("../referee/referee-panel.ts").Look} around.look
 * @param {(words: string, options: { ms: number }) => void} around.notify
 */
export function bindReferee(host, { i18n, study, Game, look, notify }) {
  const open = memoizeAsync(async () => {
    const { createReferee } = await import("../referee/referee-sheet.ts");
    return createReferee({ i18n, rules: () => Game, look });
  });
  const lineNow = () => {
    const { position, tags } = study.get();
    return { startFen: position.startFen, moves: position.moves, ruleset: rulesetOf(tags) };
  };
  const way = button("cycle-referee", () =>
    open().then(
      (sheet) => sheet.show(lineNow()),
      () => notify(i18n.t("notice.partFailed"), { ms: 8000 }),
    ),
  );
  way.dataset.i18n = "referee.open";
  way.textContent = i18n.t("referee.open");
  host.append(way);

  /** @type {unknown} */
  let seen = null;
  const update = () => {
    const { position } = study.get();
    if (position === seen) return;
    seen = position;
    const { startFen, moves } = position;
    const game = new Game(startFen, moves);
    way.hidden = game.referee() === undefined;
    game.free();
  };
  study.subscribe(update);
  update();
}
