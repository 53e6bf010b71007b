// Shows the notice of a new release at the foot of the page. The notice stays until the person answers it.

import { createI18n, fetchMessages, pickLanguage } from "../core/i18n.ts";
import { createStorage } from "./storage.ts";
import "../../css/release.css";

let notice: HTMLElement | null = null;

export async function showNotice(reload: () => void): Promise<void> {
  const { t } = await loadMessages();
  notice?.remove();
  notice = make("section", "update", make("p", "update-text", t("update.ready")));
  notice.setAttribute("aria-label", t("update.title"));
  const later = make("button", "button button-small", t("update.later"));
  const now = make("button", "button button-small button-primary", t("update.reload"));
  later.addEventListener("click", () => notice?.remove());
  now.addEventListener("click", reload);
  notice.append(now, later);
  document.body.append(notice);
}

async function loadMessages() {
  const { lang } = createStorage(() => localStorage).loadSettings();
  const i18n = createI18n(pickLanguage(lang, navigator.languages), fetchMessages);
  await i18n.use(i18n.lang);
  return i18n;
}

function make(tag: "section" | "p" | "button", className: string, ...children: (Node | string)[]) {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  if (element instanceof HTMLButtonElement) element.type = "button";
  return element;
}
