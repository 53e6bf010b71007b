// The ways to pass on a link: by the system's dialog, the clipboard, a QR code, or as text.

import { html, nothing } from "lit-html";
import { unsafeSVG } from "lit-html/directives/unsafe-svg.js";
import { renderSVG } from "uqr";
import { canShare } from "../share/web-share.ts";
import type { Parts } from "./home-template.ts";

type Words = Parts["page"]["t"];

/** The buttons that send and copy the link; `isSent` if that has been done already. */
export function sendButtonsTemplate(t: Words, commands: Parts["commands"], isSent = false) {
  const how = canShare() ? "share" : "copy";
  return html`<div class="friend-row is-filled">
    <button
      type="button"
      class="button ${isSent ? "" : "button-primary"}"
      id="friend-share"
      @click=${() => void commands.send(how)}
    >
      ${t(how === "copy" ? "friend.copy" : isSent ? "friend.send.again" : "friend.share")}
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
  </div>`;
}

export const qrTemplate = (t: Words, url: string) =>
  html`<div class="friend-qr" role="img" aria-label=${t("friend.qr")}>
    ${unsafeSVG(renderSVG(url, { border: 2 }))}
  </div>`;

export const linkTextTemplate = (t: Words, url: string) =>
  html`<label class="unseen" for="friend-link">${t("friend.link")}</label>
    <textarea class="friend-link" id="friend-link" readonly rows="3">${url}</textarea>`;
