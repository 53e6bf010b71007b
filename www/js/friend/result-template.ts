// The box that says how a game ended, with what can be done afterwards.

import { html, nothing } from "lit-html";
import type { Side } from "../core/xiangqi.ts";
import { token } from "../ui/token.ts";
import { reasonOf, verdictOf } from "./game-facts.ts";
import type { Parts } from "./home-template.ts";
import { againTemplate } from "./live/live-template.ts";

/** Returns whether the person has won, lost or drawn; "seen" if they play both sides or none. */
function outcomeOf(result: string, sides: readonly Side[]) {
  if (result === "draw") return "draw";
  if (sides.length !== 1) return "seen";
  return sides.includes(result as Side) ? "won" : "lost";
}

export function resultTemplate(parts: Parts) {
  const {
    page: { i18n, t },
    room,
    commands,
    handover,
  } = parts;
  const { replayed } = room;
  const { game, received } = room.get();
  if (!replayed?.isOver) return nothing;
  const sides = game ? (Object.keys(game.own) as Side[]) : [];
  const verdict = verdictOf(replayed);
  const { result } = verdict;
  const outcome = outcomeOf(result, sides);
  const headline =
    outcome === "won" || outcome === "lost"
      ? t(`result.you.${outcome}`)
      : t(`result.${result as "draw"}`);
  const generals = result === "draw" ? ["K", "k"] : [result === "black" ? "k" : "K"];
  return html`<section class="friend-result" data-outcome=${outcome} id="friend-result">
    <div class="friend-result-head">
      <span class="friend-seal">${generals.map((piece) => token(piece))}</span>
      <div>
        <h2 class="friend-turn">${headline}</h2>
        <p class="hint">${reasonOf(replayed, i18n)}</p>
      </div>
    </div>
    ${
      game && !received
        ? html`<div class="friend-row is-filled">
              <button
                type="button"
                class="button"
                id="friend-analyse"
                @click=${() => handover.analyse(game)}
              >
                ${t("friend.over.analyse")}
              </button>
              ${
                game.live
                  ? nothing
                  : html`<button
                      type="button"
                      class="button"
                      id="friend-rematch"
                      @click=${commands.rematch}
                    >
                      ${t("friend.rematch")}
                    </button>`
              }
            </div>
            ${game.live ? againTemplate(parts) : nothing}
            ${
              game.isSaved
                ? html`<p class="hint">
                    ${t("friend.over.saved")}
                    <a class="link" href="library.html">${t("friend.over.library")}</a>
                  </p>`
                : html`<button
                    type="button"
                    class="button"
                    id="friend-save"
                    @click=${() => handover.save(game)}
                  >
                    ${t("friend.over.save")}
                  </button>`
            }`
        : nothing
    }
  </section>`;
}
