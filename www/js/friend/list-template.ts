// "My games with friends": whose turn it is in each game and since when, and the file for another device.

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { I18n } from "../core/i18n.ts";
import { iconTemplate } from "../ui/icon-template.ts";
import { token } from "../ui/token.ts";
import { rowsOf } from "./friend-rows.ts";
import type { GameRow } from "./friend-rows.ts";
import type { Parts } from "./home-template.ts";
import { formatSince } from "./relative-time.ts";

export function listTemplate(parts: Parts) {
  const { page, games, list } = parts;
  const { t } = page;
  const rows = rowsOf(games);
  const turns = rows.filter(({ state }) => state === "mine").length;
  return html`<section class="friend-list" aria-labelledby="friend-list-title">
    <h2 class="friend-subtitle" id="friend-list-title" tabindex="-1">${t("friend.list")}</h2>
    ${rows.length === 0 ? html`<p class="hint">${t("friend.list.empty")}</p>` : nothing}
    ${turns > 0 ? html`<p class="friend-turns">${t("friend.list.turns", { count: turns })}</p>` : nothing}
    ${
      rows.length > 0
        ? html`<ul class="friend-rows">
            ${repeat(
              rows,
              ({ game }) => game.terms.id,
              (row) => rowTemplate(row, parts),
            )}
          </ul>`
        : nothing
    }
    <div class="friend-row">
      ${
        rows.length > 0
          ? html`<button type="button" class="button" id="friend-export" @click=${list.save}>
              ${t("friend.file.save")}
            </button>`
          : nothing
      }
      <label class="button button-file">
        <input
          class="unseen"
          type="file"
          id="friend-import"
          accept=".json,application/json"
          @change=${({ target }: Event) => list.open(target as HTMLInputElement)}
        />
        <span>${t("friend.file.open")}</span>
      </label>
    </div>
    ${rows.length > 0 ? html`<p class="hint">${t("friend.file.hint")}</p>` : nothing}
    ${
      list.faults().length > 0
        ? html`<ul class="faults" role="alert" id="friend-faults">
            ${list.faults().map((fault) => html`<li>${fault}</li>`)}
          </ul>`
        : nothing
    }
  </section>`;
}

function rowTemplate(row: GameRow, { page: { i18n, t }, commands }: Parts) {
  const { game, state, facts, side } = row;
  const name = game.name || t("friend.unnamed");
  const isWaiting = state === "mine" || state === "unsent";
  const moves = facts.moves > 0 ? t("friend.moves", { count: facts.moves }) : t("friend.begun");
  return html`<li class="friend-item">
    <button type="button" class="friend-open" @click=${() => commands.show(game)}>
      <span class="friend-token">${token(side === "black" ? "k" : "K")}</span>
      <span class="friend-words">
        <span class="friend-name">${name}</span>
        <span class="hint">
          ${moves} ·
          <time datetime=${new Date(game.changed).toISOString()} title=${dateOf(game.changed, i18n)}
            >${formatSince(game.changed, Date.now(), i18n.htmlLang)}</time
          >
        </span>
      </span>
      <span class="friend-badge ${isWaiting ? "is-waiting" : ""}">${describeState(row, i18n)}</span>
    </button>
    <button
      type="button"
      class="tool"
      aria-label=${t("friend.remove", { name })}
      title=${t("friend.remove", { name })}
      @click=${() => commands.remove(game)}
    >
      ${iconTemplate("remove")}
    </button>
  </li>`;
}

function describeState({ state, facts: { result }, side }: GameRow, { t }: I18n): string {
  switch (state) {
    case "over":
      if (result === "ongoing" || result === "draw" || !side)
        return t(`result.${result as "draw"}`);
      return t(result === side ? "result.you.won" : "result.you.lost");
    case "both":
      return t("friend.with.both");
    case "watching":
      return t("friend.watching");
    default:
      return t(`friend.turn.${state}`);
  }
}

const dateOf = (time: number, { htmlLang }: I18n): string =>
  new Intl.DateTimeFormat(htmlLang, { dateStyle: "medium", timeStyle: "short" }).format(time);
