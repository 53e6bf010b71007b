// The card of a position: its value, the walk along the best moves of both sides, and all legal moves.

import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { notationOf } from "../../core/languages.ts";
import { type Turn, sideOf } from "../../core/xiangqi.ts";
import { langOfMoves } from "../../ui/dom.ts";
import type { Lab } from "../lab-client.ts";
import type { Player } from "../player.ts";
import { playControls } from "./play-controls.ts";
import { describeMove, describeValue, verdictOf } from "./solve-words.ts";
import { type Spot, writeLine } from "./spot.ts";

interface PositionCard {
  lab: Lab;
  spot: Spot;
  player: Player;
  notice: string;
  /** True if the ending has a win, whose longest one can be shown. */
  hasLongest: boolean;
  setTurn: (turn: Turn) => void;
  play: (move: string) => void;
  showLongest: () => void;
  copyLink: () => void;
}

/** Returns the moves of the line as buttons that go to the position after them. */
function lineTemplate({ lab, spot, player }: PositionCard, lang: string) {
  const { t } = lab.i18n;
  if (spot.line.length === 0) return nothing;
  const moves = writeLine(lab, spot.start, spot.line);
  return html`<details class="solve-line">
    <summary>${t("lab.solve.line.moves")}</summary>
    <ol lang=${lang}>
      ${moves.map(
        (move, at) =>
          html`<li>
            <button
              type="button"
              aria-current=${at === spot.ply - 1 ? "step" : nothing}
              @click=${() => player.go(at + 1)}
            >
              ${move}
            </button>
          </li>`,
      )}
    </ol>
  </details>`;
}

/** Returns the legal moves, the best first, in the colours of what they keep. */
function movesTemplate({ lab, spot, play }: PositionCard, lang: string) {
  const { i18n } = lab;
  const { moves } = spot.looked;
  const best = moves[0]?.value;
  const isChoice = moves.at(-1)?.value !== best;
  return html`<ul class="solve-moves">
    ${moves.map(({ move, value }) => {
      const [written] = writeLine(lab, spot.position, [move]);
      const isBest = isChoice && value === best;
      return html`<li>
        <button
          type="button"
          class="solve-move is-${verdictOf(value)} ${isBest ? "is-best" : ""}"
          data-move=${move}
          @click=${() => play(move)}
        >
          <span lang=${lang}>${written}</span>
          <span class="solve-move-value">
            ${isBest ? i18n.t("lab.solve.move.best", { value: describeMove(value, i18n) }) : describeMove(value, i18n)}
          </span>
        </button>
      </li>`;
    })}
  </ul>`;
}

export function positionCard(card: PositionCard) {
  const { lab, spot, player, notice, setTurn } = card;
  const { i18n } = lab;
  const { t } = i18n;
  const { turn } = spot.position;
  const { value, moves } = spot.looked;
  const side = t(`side.${sideOf(turn)}`);
  const lang = langOfMoves(notationOf(lab.settings), i18n);
  return html`<section class="lab-card solve-position">
    <h3 class="solve-title">${t("lab.solve.position")}</h3>
    <p class="solve-value is-${verdictOf(value)}">${describeValue(value, turn, i18n)}</p>
    <p class="hint">${t("lab.solve.board.about")}</p>
    <fieldset class="solve-turn">
      <legend class="field-label">${t("lab.solve.turn")}</legend>
      <div class="segments">
        ${(["w", "b"] as const).map(
          (each) =>
            html`<label>
              <input
                type="radio"
                name="solve-turn"
                value=${each}
                .checked=${live(each === turn)}
                @change=${() => setTurn(each)}
              />
              <span>${t(`side.${sideOf(each)}`)}</span>
            </label>`,
        )}
      </div>
    </fieldset>
    <p class="solve-notice" role="status">${notice}</p>
    <h4 class="solve-subtitle">${t("lab.solve.line")}</h4>
    <p class="hint">${t(spot.line.length > 0 ? "lab.solve.line.about" : "lab.solve.line.none")}</p>
    ${playControls({
      i18n,
      player,
      id: "solve-line",
      label: t("lab.solve.line"),
      text: t("lab.solve.line.at", { ply: spot.ply, total: spot.line.length }),
      playKey: "lab.tree.act.play",
    })}
    <p class="solve-ply">${t("lab.solve.line.at", { ply: spot.ply, total: spot.line.length })}</p>
    ${lineTemplate(card, lang)}
    <div class="lab-actions">
      <button
        type="button"
        class="button button-small"
        id="solve-longest"
        ?hidden=${!card.hasLongest}
        @click=${card.showLongest}
      >
        ${t("lab.solve.longest")}
      </button>
      <button type="button" class="button button-small" id="solve-copy" @click=${card.copyLink}>
        ${t("lab.solve.copy")}
      </button>
    </div>
    <h4 class="solve-subtitle">${t("lab.solve.moves", { side })}</h4>
    ${moves.length > 0 ? movesTemplate(card, lang) : html`<p class="hint">${t("lab.solve.moves.none")}</p>`}
  </section>`;
}
