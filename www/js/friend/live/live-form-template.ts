// The part of the form for a new game that is about playing live: how to play, the clock, and the relay.

import { html, nothing } from "lit-html";
import type { PageShell } from "../../shell/create-page.ts";
import type { FriendGames } from "../friend-games.ts";
import type { LiveChoices } from "./live-choices.ts";
import { CLOCK_NAMES } from "./live-choices.ts";
import { ownNameTemplate } from "./live-template.ts";
import { hostOf } from "./relay-list.ts";

interface Shown {
  page: Pick<PageShell, "t">;
  choices: LiveChoices;
}

/** The choice between a live game and one by link. */
export function howTemplate({ page: { t }, choices }: Shown) {
  const { how } = choices.get();
  return html`<fieldset class="field">
    <legend>${t("friend.how")}</legend>
    <div class="segments">
      ${(["live", "link"] as const).map(
        (name) =>
          html`<label
            ><input
              type="radio"
              name="how"
              value=${name}
              .checked=${how === name}
              @change=${() => choices.change({ how: name })}
            /><span>${t(`friend.how.${name}`)}</span></label
          >`,
      )}
    </div>
    <p class="hint">${t(`friend.how.${how}.more`)}</p>
  </fieldset>`;
}

/** The clock and the relay of a live game. */
export function liveFieldsTemplate({
  page: { t },
  choices,
  games,
}: Shown & { games: Pick<FriendGames, "ownName" | "setOwnName"> }) {
  const { how, relays, relay, clock, fault } = choices.get();
  if (how !== "live") return nothing;
  const isOther = !relays.includes(relay);
  return html`
    ${ownNameTemplate(t, games.ownName(), games.setOwnName)}
    <div class="field">
      <label class="field-label" for="friend-clock">${t("new.clock")}</label>
      <select
        class="select"
        id="friend-clock"
        @change=${(event: Event) =>
          choices.change({
            clock: (event.target as HTMLSelectElement).value as typeof clock,
          })}
      >
        ${CLOCK_NAMES.map(
          (name) =>
            html`<option value=${name} ?selected=${name === clock}>
              ${t(`new.clock.${name}`)}
            </option>`,
        )}
      </select>
    </div>
    ${
      relays.length > 1 || (relays.length > 0 && isOther)
        ? html`<div class="field">
            <label class="field-label" for="friend-relays">${t("friend.relay")}</label>
            <select
              class="select"
              id="friend-relays"
              @change=${(event: Event) =>
                choices.change({ relay: (event.target as HTMLSelectElement).value })}
            >
              ${relays.map(
                (each) =>
                  html`<option value=${each} ?selected=${each === relay}>
                    ${hostOf(each) || t("friend.relay.own")}
                  </option>`,
              )}
              <option value="" ?selected=${isOther}>${t("friend.relay.other")}</option>
            </select>
          </div>`
        : nothing
    }
    ${isOther ? ownRelayTemplate({ page: { t }, choices }, relays.length === 0) : nothing}
    ${fault ? html`<p class="friend-note is-fault" role="alert">${t("friend.relay.fault", { value: relay })}</p>` : nothing}
  `;
}

function ownRelayTemplate({ page: { t }, choices }: Shown, isOnly: boolean) {
  return html`<div class="field">
    ${isOnly ? html`<p class="hint" id="friend-no-relay">${t("friend.relay.none")}</p>` : nothing}
    <label class="field-label" for="friend-relay">${t("friend.relay.address")}</label>
    <input
      class="text-field"
      id="friend-relay"
      inputmode="url"
      required
      autocomplete="off"
      spellcheck="false"
      placeholder="wss://relay.example/mqtt"
      .value=${choices.get().relay}
      @input=${(event: Event) =>
        choices.change({ relay: (event.target as HTMLInputElement).value.trim() })}
    />
  </div>`;
}
