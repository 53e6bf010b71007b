// One line below or beside the board: the piece that is picked up, and how it moves.

import { pieceAt } from "../../core/xiangqi.ts";
import { byId, el, setText } from "../../ui/dom.ts";
import { token } from "../../ui/token.ts";
import { createLaterWords } from "../later-words.ts";
import "../../../css/first-steps.css";

/** @param {import("../context.ts").Page} page @param {(state: import("../state.ts").State) => boolean} isFirstGame */
export async function createPieceRule({ store, i18n, announce }, isFirstGame) {
  const words = createLaterWords(i18n);
  await words.use(i18n.lang);
  const rule = el("span", "piece-words");
  const face = el("span", "piece-face");
  const line = el("p", "piece-rule", face, rule);
  line.id = "piece-rule";
  line.hidden = true;
  byId("player-bottom").after(line);

  return {
    /** @param {string|null} square  where the piece was picked up; null: it was put down */
    async show(square) {
      const state = store.get();
      const piece = square && pieceAt(state.position.placement, square);
      line.hidden = !piece || piece === "." || !isFirstGame(state);
      if (line.hidden || !piece) return;
      await words.use(i18n.lang).catch(reportError);
      face.replaceChildren(token(piece));
      setText(rule, words.t(`play.rule.${piece.toUpperCase()}`));
      announce(rule.textContent ?? "");
    },
  };
}
