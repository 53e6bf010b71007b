// The parts that only live games have: the invitation, who is here, clocks, claims and set phrases.

import { html, nothing } from "lit-html";
import { otherSide } from "../../core/xiangqi.ts";
import type { Side } from "../../core/xiangqi.ts";
import { formatTime } from "../../core/format-time.ts";
import { guestSide } from "../seat-keys.ts";
import type { Parts } from "../home-template.ts";
import type { KeptGame } from "../friend-storage.ts";
import { linkTextTemplate, qrTemplate, sendButtonsTemplate } from "../link-template.ts";
import { PHRASES, REACTIONS, isReaction } from "./set-phrases.ts";
import type { Phrase } from "./set-phrases.ts";
import { hostOf } from "./relay-list.ts";
import { AWAY_MS } from "./claims.ts";

/** Below this time a clock that runs stands out, in milliseconds. */
const PRESSING_MS = 20_000;
/** The number of failed connections after which the page says so. */
const SHOWN_FAILURES = 2;

/** True while the guest's seat is free. */
export const isWaitingForGuest = ({ keys, terms }: KeptGame): boolean =>
  keys[guestSide(terms)] === undefined;

/** The panel's part of a live game; nothing for a game by link. */
export function liveTemplate(parts: Parts) {
  const { game, received } = parts.room.get();
  if (!game?.live || received) return nothing;
  return html`${connectionTemplate(parts, game)} ${invitationTemplate(parts, game)}
  ${phrasesTemplate(parts, game)}`;
}

/** Says at once that a live game cannot go on here, and offers the claims. */
export function urgentLiveTemplate(parts: Parts) {
  const { page, room, live } = parts;
  const { game, received } = room.get();
  if (!game?.live || received) return nothing;
  const { session, trouble } = live.get();
  if (trouble === "failed" || trouble === "elsewhere")
    return html`<div class="friend-note is-fault" role="alert">
      <p>${page.t(`friend.live.${trouble}`)}</p>
      <button type="button" class="button button-primary" id="friend-retry" @click=${live.retry}>
        ${page.t(trouble === "failed" ? "friend.live.retry" : "friend.live.here")}
      </button>
    </div>`;
  const state = session?.get();
  if (state?.connection === "connecting" && state.failures >= SHOWN_FAILURES)
    return html`<p class="friend-note is-fault" role="alert">
      ${page.t("friend.live.unreachable", { relay: hostOf(game.live.relay) || page.t("friend.relay.own") })}
    </p>`;
  return claimTemplate(parts);
}

/** Says whether the connection holds, and who is in the room. */
function connectionTemplate({ page: { t }, live }: Parts, game: KeptGame) {
  const { session, trouble } = live.get();
  const state = session?.get();
  if (!state && trouble !== "loading") return nothing;
  const reached = state?.connection ?? "connecting";
  // The browser knows of a lost network before the connection does.
  const connection = reached === "open" && !navigator.onLine ? "lost" : reached;
  const own = Object.keys(game.own)[0] as Side | undefined;
  const here = state?.here ?? [];
  const isOtherHere = own === undefined ? here.length === 2 : here.includes(otherSide(own));
  const who =
    connection !== "open"
      ? t(`friend.live.${connection}`)
      : own === undefined
        ? `${t("friend.watching")} · ${t("friend.live.players", { n: here.length })}`
        : isWaitingForGuest(game) || !game.live?.isSeated
          ? t("friend.live.waiting")
          : t(isOtherHere ? "friend.live.isHere" : "friend.live.isAway");
  // A watcher does not count themselves.
  const watchers = (state?.watchers ?? 0) - (own === undefined ? 1 : 0);
  const seen =
    watchers > 0 && connection === "open" ? t("friend.live.watchers", { n: watchers }) : "";
  return html`<p class="friend-presence" id="friend-presence" data-connection=${connection}>
    <span class="friend-dot ${connection === "open" && isOtherHere ? "is-here" : ""}"></span>
    <span>${[who, seen].filter(Boolean).join(" · ")}</span>
  </p>`;
}

/** True if the page's address leads nowhere from another device. */
const isLocalAddress = (): boolean => /^(localhost|127\.|\[::1\])/.test(location.hostname);

/** The link for the other player, while their seat is free. */
function invitationTemplate({ page: { t }, commands, live }: Parts, game: KeptGame) {
  if (live.get().trouble === "elsewhere") return nothing;
  if (!isWaitingForGuest(game)) return nothing;
  const url = commands.addressOf(game);
  return html`<section class="friend-card" id="friend-send">
    <p>${t("friend.live.invite")}</p>
    ${sendButtonsTemplate(t, commands)} ${qrTemplate(t, url)}
    <p class="hint">${t("friend.live.scan")}</p>
    ${isLocalAddress() ? html`<p class="hint">${t("friend.live.localhost")}</p>` : nothing}
    <details class="friend-more">
      <summary>${t("friend.link")}</summary>
      ${linkTextTemplate(t, url)}
    </details>
  </section>`;
}

/** Counts down while the other player is away on their turn; then, or when their time is up, one can claim. */
function claimTemplate({ page: { t }, live }: Parts) {
  const { session } = live.get();
  if (!session) return nothing;
  const away = session.awayMs();
  const claims = session.claims();
  const side = Object.keys(session.game().own)[0];
  if (claims.length === 0)
    return away > 0
      ? html`<p class="friend-note" id="friend-countdown">
          ${t("friend.live.countdown", { n: Math.ceil((AWAY_MS - away) / 1000) })}
        </p>`
      : nothing;
  return html`<div class="friend-note" id="friend-claims">
    <p>${t(claims.includes("time") ? "friend.live.timeUp" : "friend.live.stayedAway")}</p>
    <div class="friend-row">
      ${claims.map(
        (claim) =>
          html`<button
            type="button"
            class="button"
            @click=${() => live.play(`${side} claim ${claim}`)}
          >
            ${t(`friend.claim.${claim}`)}
          </button>`,
      )}
    </div>
  </div>`;
}

/** Set phrases and reactions, for players; apart from everything that matters. */
function phrasesTemplate({ page: { t }, room, live }: Parts, game: KeptGame) {
  const { session, isMuted } = live.get();
  if (!session || isWaitingForGuest(game) || room.own().length === 0) return nothing;
  const say =
    (phrase: Phrase) =>
    ({ target }: Event) => {
      live.say(phrase);
      // On a phone the board, where the phrase is shown, is out of view.
      (target as HTMLElement).closest("details")!.open = false;
      document.getElementById("friend-below")?.scrollIntoView({ block: "nearest" });
    };
  return html`<details class="friend-more" id="friend-phrases">
    <summary>${t("friend.phrases")}</summary>
    <div class="friend-reactions" role="group" aria-label=${t("friend.reactions")}>
      ${(Object.keys(REACTIONS) as (keyof typeof REACTIONS)[]).map(
        (name) =>
          html`<button
            type="button"
            class="friend-reaction"
            aria-label=${t(`friend.phrase.${name}`)}
            @click=${say(name)}
          >
            ${REACTIONS[name]}
          </button>`,
      )}
    </div>
    <div class="friend-phrases">
      ${PHRASES.map(
        (name) =>
          html`<button type="button" class="button button-small" @click=${say(name)}>
            ${t(`friend.phrase.${name}`)}
          </button>`,
      )}
    </div>
    <button type="button" class="button button-small" aria-pressed=${isMuted} @click=${live.mute}>
      ${t("friend.mute")}
    </button>
  </details>`;
}

/** The strip of a side above or below the board: name, what it has just said, and its clock. */
export function seatTemplate(
  { page: { t }, live, room }: Pick<Parts, "page" | "live" | "room">,
  side: Side,
) {
  const { game, received } = room.get();
  if (!game?.live || received) return nothing;
  const { session, said } = live.get();
  const isOwn = room.own().includes(side);
  const isMine = Object.keys(game.own).length > 0;
  const sideName = t(`side.${side}`);
  const name = isOwn ? t("player.you") : isMine ? game.name : "";
  const phrase = said[side];
  return html`<span class="friend-disc" data-side=${side}></span>
    <span class="friend-seat-name"
      >${name || sideName}${name ? html`<span class="unseen"> · ${sideName}</span>` : nothing}</span
    >
    ${
      phrase
        ? html`<span class="friend-said">
            ${isReaction(phrase) ? REACTIONS[phrase] : t(`friend.phrase.${phrase}`)}
          </span>`
        : nothing
    }
    ${clockTemplate(
      isTimed(room, side),
      (session?.clocks() ?? game.live.clocks)?.[side] ?? startTime(game),
      t("clock.label", { side: sideName }),
    )}`;
}

const startTime = ({ terms }: KeptGame) => (terms.clock ? terms.clock.base * 1000 : undefined);

/** True while the time of a side goes down. */
const isTimed = ({ replayed }: Parts["room"], side: Side): boolean =>
  replayed !== null && !replayed.isOver && replayed.turn === side && replayed.moves.length >= 2;

function clockTemplate(runs: boolean, time: number | undefined, label: string) {
  if (time === undefined) return nothing;
  const classes = [
    "player-clock",
    runs ? "is-running" : "",
    time < PRESSING_MS ? "is-pressing" : "",
  ];
  return html`<span class=${classes.join(" ")} role="timer" aria-label=${label}
    >${formatTime(Math.max(0, time))}</span
  >`;
}

/** The end of a live game: another one when both want it. */
export function againTemplate({ page: { t }, room, live }: Parts) {
  const { game } = room.get();
  const side = Object.keys(game?.own ?? {})[0] as Side | undefined;
  const { session } = live.get();
  if (!side || !session || !room.replayed) return nothing;
  const willing = room.replayed.actions.flatMap((each) => (each.kind === "again" ? each.side : []));
  if (willing.includes(side))
    return html`<p class="friend-note" id="friend-asked-again">${t("friend.live.askedAgain")}</p>`;
  return html`<div class="friend-column">
    ${willing.length > 0 ? html`<p role="status">${t("friend.live.wantsAgain")}</p>` : nothing}
    <button
      type="button"
      class="button button-primary"
      id="friend-rematch"
      @click=${() => live.play(`${side} again`)}
    >
      ${t(willing.length > 0 ? "friend.live.acceptAgain" : "friend.rematch")}
    </button>
  </div>`;
}

/** Says that engine and hints are off, and what the relay's operator can see; has the link for watchers. */
export function aboutTemplate({ page: { t }, room, games, live, commands }: Parts) {
  const { game, received } = room.get();
  if (!game?.live || received) return nothing;
  return html`<details class="friend-more" id="friend-about">
    <summary>${t("friend.live.about")}</summary>
    <p class="hint">${t("friend.live.fair")}</p>
    <p class="hint">
      ${t("friend.live.privacy", { relay: hostOf(game.live.relay) || t("friend.relay.own") })}
    </p>
    ${ownNameTemplate(t, games.ownName(), (name) => {
      games.setOwnName(name);
      live.get().session?.wake();
    })}
    <button
      type="button"
      class="button button-small"
      id="friend-watchers"
      @click=${() => void commands.copyForWatchers()}
    >
      ${t("friend.live.copyForWatchers")}
    </button>
  </details>`;
}

/** The field of the name by which friends see the person in live games. */
export const ownNameTemplate = (
  t: Parts["page"]["t"],
  name: string,
  onName: (name: string) => void,
) =>
  html`<div class="field">
    <label class="field-label" for="friend-own-name">${t("friend.live.name")}</label>
    <input
      class="text-field"
      id="friend-own-name"
      maxlength="60"
      autocomplete="nickname"
      .value=${name}
      @change=${(event: Event) => onName((event.target as HTMLInputElement).value)}
    />
  </div>`;
