// The panel beside the board: what the link has brought, whose turn it is, the link to send, and what else can be done.

import { html, nothing } from "lit-html";
import { unsafeSVG } from "lit-html/directives/unsafe-svg.js";
import { renderSVG } from "uqr";
import { notationOf } from "../core/languages.ts";
import { otherSide } from "../core/xiangqi.ts";
import type { Side } from "../core/xiangqi.ts";
import { canShare } from "../share/web-share.ts";
import { langOfMoves } from "../ui/dom.ts";
import { describeEnd } from "./game-facts.ts";
import type { Parts } from "./home-template.ts";
import type { KeptGame } from "./friend-storage.ts";
import {
  aboutTemplate,
  againTemplate,
  invitedTemplate,
  liveTemplate,
} from "./live/live-template.ts";

export const gameTemplate = (parts: Parts) => html`
  ${statusTemplate(parts)} ${receivedTemplate(parts)} ${questionTemplate(parts)}
  ${liveTemplate(parts)} ${sendTemplate(parts)} ${movesTemplate(parts)} ${actionsTemplate(parts)}
  ${aboutTemplate(parts)} ${namesTemplate(parts)}
`;

function namesTemplate({ page: { t }, room, commands }: Parts) {
  const { game } = room.get();
  return html`<div class="friend-row">
    <button type="button" class="button button-small" @click=${commands.home}>
      ${t("friend.back")}
    </button>
    ${
      game
        ? html`<label class="unseen" for="friend-name">${t("friend.name")}</label>
            <input
              class="text-field"
              id="friend-name"
              maxlength="60"
              .value=${game.name}
              placeholder=${t("friend.name")}
              @change=${({ target }: Event) => commands.rename((target as HTMLInputElement).value)}
            />`
        : nothing
    }
  </div>`;
}

/** Says whose turn it is, or how the game ended. */
function statusTemplate({ page: { i18n }, room }: Parts) {
  const { replayed } = room;
  const { game, received } = room.get();
  if (!replayed) return nothing;
  const own = game ? (Object.keys(game.own) as Side[]) : [];
  const [side] = own.length === 1 ? own : [];
  const { turn } = replayed;
  const end = describeEnd(replayed, own, i18n);
  const whose =
    side === undefined
      ? i18n.t(`picture.toMove.${turn}`)
      : i18n.t(turn === side ? "friend.turn.mine" : "friend.turn.theirs");
  const plays = side ?? received?.seat;
  const seat = plays ? i18n.t(`friend.you.${plays}`) : "";
  return html`<div class="friend-status" role="status">
    <p class="friend-turn">${end || whose}</p>
    ${seat ? html`<p class="hint">${seat} · ${i18n.t(`new.ruleset.${replayed.terms.ruleset}`)}</p>` : nothing}
  </div>`;
}

/** What the link has brought, and the button that takes it in. */
function receivedTemplate(parts: Parts) {
  const {
    page: { t },
    room,
    commands,
  } = parts;
  const { received, game } = room.get();
  if (!received) return nothing;
  const { kind, count } = received.comparison;
  const { room: invitation } = received.game;
  if (kind === "unknown" && invitation) return invitedTemplate(parts, received);
  if (kind === "unknown" && received.seat)
    return html`<div class="friend-note">
      <p>${t(`friend.invited.${received.seat}`)}</p>
      <button
        type="button"
        class="button button-primary"
        id="friend-accept"
        @click=${commands.accept}
      >
        ${t(`friend.join.${received.seat}`)}
      </button>
    </div>`;
  const button = kind === "later" ? "friend.continue" : "friend.understood";
  return html`<div class="friend-note">
    <p>${t(`friend.received.${kind}`, { count })}</p>
    ${
      game
        ? html`<button
            type="button"
            class="button ${kind === "later" ? "button-primary" : ""}"
            id="friend-accept"
            @click=${commands.accept}
          >
            ${t(button)}
          </button>`
        : nothing
    }
  </div>`;
}

/** The other player's question, with its answers. */
function questionTemplate({ page: { t }, room, commands }: Parts) {
  const question = room.replayed?.question;
  if (!question) return nothing;
  const side = otherSide(question.side);
  if (!room.own().includes(side))
    return html`<p class="friend-note">${t(`friend.asked.${question.question}`)}</p>`;
  return html`<div class="friend-note">
    <p>${t(`friend.question.${question.question}`)}</p>
    <div class="friend-row">
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
  const url = commands.addressOf(game);
  const svg = renderSVG(url, { border: 2 });
  const how = canShare() ? "share" : "copy";
  return html`<section class="friend-card" id="friend-send">
    <p>
      ${t(isWaiting ? "friend.send.waiting" : game.actions.length === 0 ? "friend.send.first" : "friend.send.next")}
    </p>
    <div class="friend-row">
      <button
        type="button"
        class="button button-primary"
        id="friend-share"
        @click=${() => void commands.send(how)}
      >
        ${t(how === "share" ? "friend.share" : "friend.copy")}
      </button>
      ${
        how === "share"
          ? html`<button
              type="button"
              class="button"
              id="friend-copy"
              @click=${() => void commands.send("copy")}
            >
              ${t("friend.copy")}
            </button>`
          : nothing
      }
    </div>
    <details class="friend-more">
      <summary>${t("friend.other")}</summary>
      <div class="friend-qr" role="img" aria-label=${t("friend.qr")}>${unsafeSVG(svg)}</div>
      <label class="unseen" for="friend-link">${t("friend.link")}</label>
      <textarea class="friend-link" id="friend-link" readonly rows="3">${url}</textarea>
    </details>
  </section>`;
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

/** Questions and resignation, apart from what is pressed often; and what can be done after the end. */
function actionsTemplate(parts: Parts) {
  const {
    page: { t },
    room,
    commands,
  } = parts;
  const { game, received } = room.get();
  if (!game || received) return nothing;
  if (room.replayed?.isOver && game.live) return againTemplate(parts);
  if (room.replayed?.isOver)
    return html`<div class="friend-row">
      <button type="button" class="button" id="friend-rematch" @click=${commands.rematch}>
        ${t("friend.rematch")}
      </button>
    </div>`;
  const own = Object.keys(game.own) as Side[];
  const canSit =
    !game.live && own.length === 1 && game.actions.length === 0 && own[0] === game.terms.hostSide;
  const [side] = own;
  const asks = room.allowed().filter((action) => action.kind === "ask" && action.side === side);
  return html`<details class="friend-more" id="friend-actions">
    <summary>${t("friend.more")}</summary>
    <div class="friend-column">
      ${asks.map(
        (action) =>
          action.kind === "ask" &&
          html`<button
            type="button"
            class="button"
            @click=${() => commands.ask(action.question, action.side)}
          >
            ${t(`friend.ask.${action.question}`)}
          </button>`,
      )}
      ${
        side && room.allowed().some(({ kind }) => kind === "resign")
          ? html`<button type="button" class="button" @click=${() => commands.act("resign", side)}>
              ${t("friend.resign")}
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
