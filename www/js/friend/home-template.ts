// The first page: a new game with a friend, a link to paste, and the games of this device.

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { I18n } from "../core/i18n.ts";
import { RULESETS } from "../core/xiangqi.ts";
import type { Side } from "../core/xiangqi.ts";
import { HANDICAPS } from "../rules/handicaps.ts";
import type { PageShell } from "../shell/create-page.ts";
import { iconTemplate } from "../ui/icon-template.ts";
import type { FriendCommands, NewGame } from "./friend-commands.ts";
import type { FriendGames } from "./friend-games.ts";
import type { FriendRoom } from "./friend-room.ts";
import type { KeptGame } from "./friend-storage.ts";
import type { LiveChoices } from "./live/live-choices.ts";
import { howTemplate, liveFieldsTemplate } from "./live/live-form-template.ts";
import type { LivePage } from "./live/live-page.ts";

export interface Parts {
  page: PageShell;
  games: FriendGames;
  room: FriendRoom;
  commands: FriendCommands;
  live: LivePage;
  choices: LiveChoices;
}

export const homeTemplate = ({ page, games, room, commands, choices }: Parts) => html`
  <header>
    <h1 class="friend-title">${page.t("friend.title")}</h1>
    <p class="friend-lead">${page.t("friend.lead")}</p>
  </header>
  ${faultTemplate(room, page.i18n)} ${formTemplate(page, commands, choices)}
  ${pasteTemplate(page, commands)} ${listTemplate(page.i18n, games, commands)}
`;

const faultTemplate = (room: FriendRoom, { t }: I18n) => {
  const { fault } = room.get();
  return fault
    ? html`<p class="friend-note is-fault" role="alert">${t(`friend.fault.${fault}`)}</p>`
    : nothing;
};

function formTemplate(page: PageShell, commands: FriendCommands, choices: LiveChoices) {
  const { t } = page;
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    const fields = new FormData(event.target as HTMLFormElement);
    commands.host(Object.fromEntries(fields) as unknown as NewGame);
  };
  return html`<form class="friend-card" id="friend-new" @submit=${start}>
    ${howTemplate({ page, choices })}
    <fieldset class="field">
      <legend>${t("new.side")}</legend>
      <div class="segments">
        ${(["red", "black", "random"] as const).map(
          (side) =>
            html`<label
              ><input type="radio" name="side" value=${side} ?checked=${side === "red"} /><span
                >${t(`new.side.${side}`)}</span
              ></label
            >`,
        )}
      </div>
    </fieldset>
    ${liveFieldsTemplate({ page, choices })}
    <details class="friend-more">
      <summary>${t("friend.terms")}</summary>
      <div class="field">
        <label class="field-label" for="friend-handicap">${t("new.handicap")}</label>
        <select class="select" id="friend-handicap" name="handicap">
          ${Object.keys(HANDICAPS).map(
            (name) => html`<option value=${name}>${t(`new.handicap.${name as "none"}`)}</option>`,
          )}
        </select>
      </div>
      <div class="field">
        <label class="field-label" for="friend-ruleset">${t("new.ruleset")}</label>
        <select class="select" id="friend-ruleset" name="ruleset">
          ${RULESETS.map((name) => html`<option value=${name}>${t(`new.ruleset.${name}`)}</option>`)}
        </select>
      </div>
    </details>
    <button type="submit" class="button button-primary">${t("friend.make")}</button>
  </form>`;
}

function pasteTemplate({ t, notify }: PageShell, commands: FriendCommands) {
  const open = (event: SubmitEvent) => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).elements.namedItem("code") as HTMLInputElement;
    if (commands.paste(field.value)) field.value = "";
    else notify(t("friend.fault.broken"));
  };
  return html`<form class="friend-paste" @submit=${open}>
    <label class="field-label" for="friend-code">${t("friend.paste")}</label>
    <div class="friend-row">
      <input
        class="text-field"
        id="friend-code"
        name="code"
        autocomplete="off"
        spellcheck="false"
      />
      <button type="submit" class="button">${t("friend.open")}</button>
    </div>
  </form>`;
}

function listTemplate(i18n: I18n, games: FriendGames, commands: FriendCommands) {
  const { t } = i18n;
  const all = games.get();
  if (all.length === 0) return nothing;
  return html`<section class="friend-list" aria-labelledby="friend-list-title">
    <h2 class="friend-subtitle" id="friend-list-title">${t("friend.list")}</h2>
    <ul>
      ${repeat(
        all,
        ({ terms }) => terms.id,
        (game) =>
          html`<li class="friend-item">
            <button type="button" class="friend-open" @click=${() => commands.show(game)}>
              <span class="friend-name">${game.name || t("friend.unnamed")}</span>
              <span class="hint">${describeRow(games, game, i18n)}</span>
            </button>
            <button
              type="button"
              class="tool"
              aria-label=${t("friend.remove", { name: game.name || t("friend.unnamed") })}
              @click=${() => commands.remove(game)}
            >
              ${iconTemplate("remove")}
            </button>
          </li>`,
      )}
    </ul>
  </section>`;
}

/** Says whose turn it is, or how the game ended, and since when. */
function describeRow(games: FriendGames, game: KeptGame, i18n: I18n): string {
  const { t } = i18n;
  const when = new Intl.DateTimeFormat(i18n.htmlLang, {
    dateStyle: "medium",
    timeStyle: "short",
  }).format(game.changed);
  const [side] = Object.keys(game.own) as Side[];
  const { turn, result, moves } = games.facts(game);
  const state =
    result !== "ongoing"
      ? t(`result.${result}`)
      : side === undefined
        ? t("friend.watching")
        : t(turn === side ? "friend.turn.mine" : "friend.turn.theirs");
  return [state, t("friend.moves", { count: moves }), when].join(" · ");
}
