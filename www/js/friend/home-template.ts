// The first page: a new game with a friend, a link to paste, and the games of this device.

import { html, nothing } from "lit-html";
import type { I18n } from "../core/i18n.ts";
import { RULESETS } from "../core/xiangqi.ts";
import { HANDICAPS } from "../rules/handicaps.ts";
import type { PageShell } from "../shell/create-page.ts";
import type { FriendCommands, NewGame } from "./friend-commands.ts";
import type { FriendGames } from "./friend-games.ts";
import type { FriendRoom } from "./friend-room.ts";
import type { LiveChoices } from "./live/live-choices.ts";
import { howTemplate, liveFieldsTemplate } from "./live/live-form-template.ts";
import type { LivePage } from "./live/live-page.ts";
import type { Confirmation } from "./confirmation.ts";
import type { Handover } from "./handover.ts";
import type { ListCommands } from "./list-commands.ts";
import { listTemplate } from "./list-template.ts";
import { choicesIn } from "./new-game-choices.ts";

export interface Parts {
  page: PageShell;
  games: FriendGames;
  room: FriendRoom;
  commands: FriendCommands;
  list: ListCommands;
  handover: Handover;
  confirmation: Confirmation;
  live: LivePage;
  choices: LiveChoices;
}

/** Shows the list before the form if there are games, since people come back for their games. */
export function homeTemplate(parts: Parts) {
  const { page, room, games, commands } = parts;
  const hasGames = games.get().length > 0;
  const begin = html`<div class="friend-column">
    ${formTemplate(parts)} ${pasteTemplate(page, commands)}
  </div>`;
  return html`${faultTemplate(room, page.i18n)}
    <div class="friend-columns ${hasGames ? "has-games" : ""}">
      ${hasGames ? nothing : begin} ${listTemplate(parts)} ${hasGames ? begin : nothing}
    </div>`;
}

const faultTemplate = (room: FriendRoom, { t }: I18n) => {
  const { fault } = room.get();
  return fault
    ? html`<p class="friend-note is-fault" role="alert">${t(`friend.fault.${fault}`)}</p>`
    : nothing;
};

function formTemplate({ page, commands, games, choices: live }: Parts) {
  const { t } = page;
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    const fields = new FormData(event.target as HTMLFormElement);
    commands.host(Object.fromEntries(fields) as unknown as NewGame);
  };
  const choices = choicesIn(location.hash);
  return html`<form class="friend-card" id="friend-new" @submit=${start}>
    <h2 class="friend-subtitle">${t("friend.new")}</h2>
    ${howTemplate({ page, choices: live })}
    <fieldset class="field">
      <legend>${t("new.side")}</legend>
      <div class="segments">
        ${(["red", "black", "random"] as const).map(
          (side) =>
            html`<label
              ><input
                type="radio"
                name="side"
                value=${side}
                ?checked=${side === choices.side}
              /><span>${t(`new.side.${side}`)}</span></label
            >`,
        )}
      </div>
    </fieldset>
    ${liveFieldsTemplate({ page, choices: live, games })}
    <details class="friend-more" ?open=${choices.isSpecial}>
      <summary>${t("friend.terms")}</summary>
      <div class="field">
        <label class="field-label" for="friend-handicap">${t("new.handicap")}</label>
        <select class="select" id="friend-handicap" name="handicap">
          ${Object.keys(HANDICAPS).map(
            (name) =>
              html`<option value=${name} ?selected=${name === choices.handicap}>
                ${t(`new.handicap.${name as "none"}`)}
              </option>`,
          )}
        </select>
        <p class="hint">${t("new.handicap.hint")}</p>
      </div>
      <div class="field">
        <label class="field-label" for="friend-ruleset">${t("new.ruleset")}</label>
        <select class="select" id="friend-ruleset" name="ruleset">
          ${RULESETS.map(
            (name) =>
              html`<option value=${name} ?selected=${name === choices.ruleset}>
                ${t(`new.ruleset.${name}`)}
              </option>`,
          )}
        </select>
        <p class="hint">${t("new.ruleset.hint")}</p>
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
