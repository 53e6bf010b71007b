// The panel beside the board: what the link has brought, whose turn it is, the link to send, and what else can be done.

import { html, nothing } from "lit-html";
import { notationOf } from "../core/languages.ts";
import { otherSide } from "../core/xiangqi.ts";
import type { Side } from "../core/xiangqi.ts";
import { langOfMoves } from "../ui/dom.ts";
import type { I18n } from "../core/i18n.ts";
import type { KeptGame } from "./friend-storage.ts";
import { describeTurn } from "./game-facts.ts";
import type { Parts } from "./home-template.ts";
import { QUESTIONS, textOf } from "./actions.ts";
import { linkTextTemplate, qrTemplate, sendButtonsTemplate } from "./link-template.ts";
import {
  aboutTemplate,
  isWaitingForGuest,
  liveTemplate,
  urgentLiveTemplate,
} from "./live/live-template.ts";
import { describeQuestion } from "./question-words.ts";
import { describeStart, receivedTemplate } from "./received-template.ts";
import { resultTemplate } from "./result-template.ts";

/** The parts that a phone shows over the page: a question, a lost connection, and claims. */
export const urgentTemplate = (parts: Parts) =>
  html`${questionTemplate(parts)} ${urgentLiveTemplate(parts)}`;

export const gameTemplate = (parts: Parts) => html`
  ${statusTemplate(parts)} ${receivedTemplate(parts)} ${resultTemplate(parts)}
  ${liveTemplate(parts)} ${sendTemplate(parts)} ${movesTemplate(parts)} ${actionsTemplate(parts)}
  ${aboutTemplate(parts)} ${namesTemplate(parts)}
`;

/** The friend's name, which is asked for until it is known, and the way back to the list. */
function namesTemplate({ page: { t }, room, commands }: Parts) {
  const { game, received } = room.get();
  const isAsked = game && !received && Object.keys(game.own).length === 1;
  const rename = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    commands.rename((form.elements.namedItem("name") as HTMLInputElement).value);
    form.closest("details")!.open = false;
  };
  return html`${
      isAsked
        ? html`<details
            class="friend-more"
            id="friend-naming"
            ?open=${!game.name && game.actions.length > 0}
          >
            <summary>${t("friend.name")}</summary>
            <form class="friend-row" @submit=${rename}>
              <label class="hint" for="friend-name">${t("friend.name.ask")}</label>
              <input
                class="text-field"
                id="friend-name"
                name="name"
                maxlength="60"
                autocomplete="off"
                .value=${game.name}
              />
              <button type="submit" class="button">${t("friend.name.keep")}</button>
            </form>
          </details>`
        : nothing
    }
    <div class="friend-row">
      <button type="button" class="button" id="friend-back" @click=${commands.home}>
        ${t("friend.back")}
      </button>
    </div>`;
}

/** Says whose turn it is, the person's side and the terms. How a game ended is in the box of the result. */
function statusTemplate({ page: { i18n }, room }: Parts) {
  const { replayed } = room;
  const { game, received } = room.get();
  if (!replayed) return nothing;
  const own = game ? (Object.keys(game.own) as Side[]) : [];
  const [side] = own.length === 1 ? own : [];
  const { terms } = replayed;
  const isWaiting = game?.live && !received && isWaitingForGuest(game);
  const turn = isWaiting ? i18n.t("friend.live.waiting") : describeTurn(room, i18n);
  const facts = [
    side ? i18n.t(`friend.you.${side}`) : "",
    terms.startFen === null ? "" : describeStart(terms, i18n),
    i18n.t(`new.ruleset.${terms.ruleset}`),
  ];
  // An invitation says in its note what it is.
  if (received?.seat) return html`<h1 class="unseen">${titleOf(room, i18n)}</h1>`;
  return html`<div class="friend-status">
    <h1 class="friend-name-title">${titleOf(room, i18n)}</h1>
    ${replayed.isOver ? nothing : html`<p class="friend-turn">${turn}</p>`}
    <p class="hint">${facts.filter(Boolean).join(" · ")}</p>
  </div>`;
}

function titleOf(room: Parts["room"], { t }: I18n): string {
  const { game, received } = room.get();
  if (!game) return t(received?.seat ? "friend.with.invitation" : "friend.with.others");
  if (Object.keys(game.own).length === 2) return t("friend.with.both");
  if (Object.keys(game.own).length === 0) return t("friend.with.others");
  return game.name ? t("friend.with", { name: game.name }) : t("friend.with.unnamed");
}

/** The other player's question, with its answers. */
function questionTemplate({ page: { i18n, t }, room, commands }: Parts) {
  const question = room.replayed?.question;
  const { game, received } = room.get();
  if (!question || received) return nothing;
  // Nothing can be answered while the room of a live game is not open.
  if (game?.live && Object.keys(game.own).length > 0 && room.own().length === 0) return nothing;
  const side = otherSide(question.side);
  if (!room.own().includes(side))
    return html`<p class="friend-note">${describeQuestion(room, i18n)}</p>`;
  return html`<div class="friend-note">
    <p>${describeQuestion(room, i18n)}</p>
    <div class="friend-row is-filled">
      <button type="button" class="button" @click=${() => commands.act("agree", side)}>
        ${t("friend.agree")}
      </button>
      <button type="button" class="button" @click=${() => commands.act("decline", side)}>
        ${t("friend.decline")}
      </button>
    </div>
  </div>`;
}

/** The link to the game as it stands, while the other player does not have it. */
function sendTemplate(parts: Parts) {
  const { page, room, commands } = parts;
  const { game, received } = room.get();
  const { t } = page;
  if (!game || game.live || received || Object.keys(game.own).length !== 1) return nothing;
  const isWaiting = game.sent === game.actions.length && game.actions.length > 0;
  const isMine = isMyTurn(parts, game);
  if (isMine && game.actions.length > 0) return nothing;
  if (room.replayed?.isOver && isWaiting) return nothing;
  const url = commands.addressOf(game);
  return html`<section class="friend-card" id="friend-send">
    <p>${t(isWaiting ? "friend.send.waiting" : sendWords(parts, game))}</p>
    ${sendButtonsTemplate(t, commands, isWaiting)}
    <details class="friend-more">
      <summary>${t("friend.other")}</summary>
      ${qrTemplate(t, url)} ${linkTextTemplate(t, url)}
    </details>
  </section>`;
}

/** Says what the link to send has. */
function sendWords({ room }: Parts, { actions }: KeptGame) {
  if (actions.length === 0) return "friend.send.first";
  if (room.replayed?.isOver) return "friend.send.over";
  return room.replayed?.question ? "friend.send.asked" : "friend.send.next";
}

/** Returns true if a seat of this device has to act. */
function isMyTurn({ room }: Parts, game: KeptGame): boolean {
  const { replayed } = room;
  if (!replayed || replayed.isOver) return false;
  const asked = replayed.question;
  const side = asked ? otherSide(asked.side) : replayed.turn;
  return game.own[side] !== undefined;
}

function movesTemplate({ page: { i18n, preferences }, room }: Parts) {
  const notation = notationOf(preferences.settings);
  const texts = room.replayed?.position.view(notation).notation ?? [];
  if (texts.length === 0) return nothing;
  const isBlackFirst = room.replayed?.terms.startFen?.split(" ")[1] === "b";
  const words = texts.map((text, index) => {
    const ply = index + (isBlackFirst ? 1 : 0);
    return `${ply % 2 === 0 ? `${ply / 2 + 1}. ` : ""}${i18n.move(text)}`;
  });
  return html`<p
    class="friend-moves"
    tabindex="0"
    lang=${langOfMoves(notation, i18n)}
    aria-label=${i18n.t("friend.line")}
  >
    ${words.join(" ")}
  </p>`;
}

/** Questions and resignation, apart from what is pressed often. */
function actionsTemplate({ page: { t }, room, commands, confirmation }: Parts) {
  const { game, received } = room.get();
  if (!game || received) return nothing;
  if (room.replayed?.isOver || room.own().length === 0) return nothing;
  const own = Object.keys(game.own) as Side[];
  const canSit =
    !game.live && own.length === 1 && game.actions.length === 0 && own[0] === game.terms.hostSide;
  const [side] = own;
  const allowed = room.allowed().map(textOf);
  return html`<details class="friend-more" id="friend-actions">
    <summary>${t("friend.more")}</summary>
    <div class="friend-column">
      ${
        // They stay in their places, so that a second press does not meet another button.
        side &&
        QUESTIONS.map(
          (question) =>
            html`<button
              type="button"
              class="button"
              aria-disabled=${!allowed.includes(`${side} ask ${question}`)}
              @click=${() => commands.ask(question, side)}
            >
              ${t(`friend.ask.${question}`)}
            </button>`,
        )
      }
      ${
        side && allowed.includes(`${side} resign`)
          ? html`<button
              type="button"
              class="button ${confirmation.isArmed("resign") ? "is-armed" : ""}"
              id="friend-resign"
              aria-live="polite"
              @click=${() => confirmation.press("resign", () => commands.act("resign", side))}
              @blur=${confirmation.cancel}
            >
              ${t(confirmation.isArmed("resign") ? "friend.resign.sure" : "friend.resign")}
            </button>`
          : nothing
      }
      ${
        canSit
          ? html`<button type="button" class="button" @click=${commands.takeBoth}>
              ${t("friend.both")}
            </button>`
          : nothing
      }
    </div>
  </details>`;
}
