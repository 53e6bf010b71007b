import { pieceAt } from "../../core/xiangqi.ts";
import { byId, el, setText } from "../../ui/dom.ts";
import { token } from "../../ui/token.ts";
import type { Page } from "../context.ts";
import { loadLaterWords } from "../later-words.ts";
import type { State } from "../state.ts";
import "../../../css/first-steps.css";

/** Creates the line below or beside the board that says how the selected piece moves. */
export async function createPieceRule(
  { store, i18n, announce }: Page,
  isFirstGame: (state: State) => boolean,
) {
  const words = await loadLaterWords(i18n);
  const rule = el("span", "piece-words");
  const face = el("span", "piece-face");
  const line = el("p", "piece-rule", face, rule);
  line.id = "piece-rule";
  line.hidden = true;
  byId("player-bottom").after(line);

  return {
    /** Explains how the piece on a square moves. If the square is null, hides the line. */
    async show(square: string | null) {
      const state = store.get();
      const piece = square && pieceAt(state.position.placement, square);
      line.hidden = !piece || piece === "." || !isFirstGame(state);
      if (line.hidden || !piece) return;
      await words.use(i18n.lang).catch(reportError);
      face.replaceChildren(token(piece));
      setText(rule, words.t(`play.rule.${piece.toUpperCase()}`));
      announce(rule.textContent);
    },
  };
}
