// Shows the terms of a new game or the other player's actions that a link has brought, with the button that accepts them.

import { html, nothing } from "lit-html";
import type { I18n } from "../core/i18n.ts";
import type { MessageKey } from "../core/message-keys.ts";
import { notationOf } from "../core/languages.ts";
import { HANDICAPS } from "../rules/handicaps.ts";
import type { Handicap } from "../rules/handicaps.ts";
import type { FriendClock, Terms } from "./actions.ts";
import { ownNameTemplate } from "./live/live-template.ts";
import { hostOf } from "./live/relay-list.ts";
import type { Received } from "./friend-room.ts";
import type { Parts } from "./home-template.ts";
import { canAccept, describeReceived } from "./received-words.ts";

export function receivedTemplate({ page, room, games, commands }: Parts) {
  const { received, game } = room.get();
  if (!received) return nothing;
  const { t } = page;
  const words = describeReceived(room, notationOf(page.preferences.settings), page.i18n);
  const isMain = canAccept(received);
  const isUnknown = received.comparison.kind === "unknown";
  const invitation = received.game.room;
  return html`<section class="friend-note" id="friend-received">
    <p>${words}</p>
    ${isUnknown && (received.seat || invitation) ? termsTemplate(received, page.i18n) : nothing}
    ${isUnknown && invitation && received.seat ? ownNameTemplate(t, games.ownName(), games.setOwnName) : nothing}
    ${
      isMain || game
        ? html`<button
            type="button"
            class="button ${isMain ? "button-primary" : ""}"
            id="friend-accept"
            @click=${commands.accept}
          >
            ${t(labelOf(received))}
          </button>`
        : nothing
    }
    ${
      isUnknown && invitation
        ? html`<button
            type="button"
            class="button ${isMain ? "" : "button-primary"}"
            id="friend-watch"
            @click=${commands.watch}
          >
            ${t("friend.live.watch")}
          </button>`
        : nothing
    }
  </section>`;
}

function labelOf({ comparison, seat }: Received): MessageKey {
  if (comparison.kind === "later") return "friend.continue";
  return comparison.kind === "unknown" && seat ? `friend.join.${seat}` : "friend.understood";
}

/** Returns the name of the start: of a handicap, or of a position of one's own. */
export function describeStart({ startFen }: Terms, { t }: I18n): string {
  const names = Object.keys(HANDICAPS) as Handicap[];
  const name = names.find((each) => HANDICAPS[each] === startFen);
  if (name === undefined) return t("friend.terms.start.own");
  const words = t(`new.handicap.${name}`);
  return name === "none" ? words : t("friend.terms.given", { name: words });
}

function termsTemplate({ game, seat }: Received, i18n: I18n) {
  const { t } = i18n;
  const { terms, actions } = game;
  return html`<dl class="friend-terms">
    ${
      seat
        ? html`<div>
            <dt>${t("new.side")}</dt>
            <dd>${t(`new.side.${seat}`)}</dd>
          </div>`
        : nothing
    }
    ${
      terms.isLive && terms.startFen === null
        ? nothing
        : html`<div>
            <dt>${t("new.handicap")}</dt>
            <dd>${describeStart(terms, i18n)}</dd>
          </div>`
    }
    <div>
      <dt>${t("new.ruleset")}</dt>
      <dd>${t(`new.ruleset.${terms.ruleset}`)}</dd>
    </div>
    ${terms.isLive ? liveTermsTemplate(terms, game.room?.relay ?? "", i18n) : nothing}
    ${
      actions.length > 0
        ? html`<div>
            <dt>${t("friend.line")}</dt>
            <dd>${t("friend.moves", { count: actions.length })}</dd>
          </div>`
        : nothing
    }
  </dl>`;
}

/** The clock of a live game, and the relay that the page will connect to. */
function liveTermsTemplate({ clock }: Terms, relay: string, { t }: I18n) {
  return html`<div>
      <dt>${t("new.clock")}</dt>
      <dd>${clock ? t("friend.terms.clock", clockValues(clock)) : t("new.clock.none")}</dd>
    </div>
    <div>
      <dt>${t("friend.relay")}</dt>
      <dd>${hostOf(relay) || t("friend.relay.own")}</dd>
    </div>`;
}

const clockValues = ({ base, increment }: FriendClock) => ({
  minutes: base / 60,
  seconds: increment,
});
