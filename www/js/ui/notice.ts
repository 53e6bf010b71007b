// Notices: a toast beside the board for a few seconds, and a live region for screen readers. An open sheet makes the
// rest of the page inert, so both move into it.

import type { I18n } from "../core/i18n.ts";
import { button, byId, el, icon } from "./dom.ts";
import { addSentence } from "./sentences.ts";

/**
 * Keeps an element visible while a sheet is open. Returns a function that moves the element into the open sheet; the
 * element returns to its parent when that sheet closes.
 */
function followSheets(element: HTMLElement): () => void {
  const home = element.parentElement;
  const goHome = () => {
    if (!element.closest("dialog:modal") && element.parentElement !== home) home?.append(element);
  };
  document.addEventListener("close", goHome, { capture: true }); // `close` does not bubble
  return () => {
    const sheet = document.querySelector("dialog:modal");
    if (!sheet) goHome();
    else if (element.parentElement !== sheet) sheet.append(element);
  };
}

/** On a page of text, moves the toast to the top of the window if it would cover a board at the bottom. */
function keepOffBoards(host: HTMLElement) {
  host.classList.remove("is-high");
  const { top, bottom } = host.getBoundingClientRect();
  const boards = [...document.querySelectorAll(".is-read .board")];
  const coversOne = boards.some((board) => {
    const box = board.getBoundingClientRect();
    return box.top < bottom && box.bottom > top;
  });
  host.classList.toggle("is-high", coversOne);
}

export interface ToastOptions {
  /** The time until the toast hides, in milliseconds; 0 keeps it until it is dismissed. */
  ms?: number;
  /** The label of the button for `onAction`. */
  label?: string;
  onAction?: () => void;
  /** Removes the button when it aborts. */
  until?: AbortSignal;
}

export interface Toast {
  show(words: string, options?: ToastOptions): void;
  hide(): void;
  /** Hides the toast, unless it stays until it is dismissed. */
  clear(): void;
}

export function createToast(host: HTMLElement, i18n: I18n): Toast {
  const raise = followSheets(host);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stays = false;
  const hide = () => {
    clearTimeout(timer);
    host.hidden = true;
  };
  const text = el("p", "toast-text");
  let onPress: (() => void) | undefined;
  const action = button("button button-small", () => {
    hide();
    onPress?.();
  });
  const close = button("tool", hide, icon("close"));
  host.append(text, action, close);

  return {
    hide,
    clear() {
      if (!stays) hide();
    },
    show(words, { ms = 4000, label, onAction, until } = {}) {
      clearTimeout(timer);
      stays = ms === 0;
      text.textContent = words;
      action.hidden = !onAction;
      action.textContent = label ?? "";
      onPress = onAction;
      until?.addEventListener("abort", () => {
        if (onPress === onAction) action.hidden = true;
      });
      close.setAttribute("aria-label", i18n.t("action.dismiss"));
      raise();
      host.hidden = false;
      keepOffBoards(host);
      if (ms > 0) timer = setTimeout(hide, ms);
    },
  };
}

/** A model whose last change can be undone. */
interface Undoable {
  subscribe: (listener: () => void) => () => void;
  /** Returns the object that stands for the last change. */
  lastEdit: () => unknown;
  undo: () => unknown;
}

/** Returns the options of a notice that offers to undo the last change, until another change is made. */
export function undoOffer({ subscribe, lastEdit, undo }: Undoable) {
  const offered = lastEdit();
  const end = new AbortController();
  const unsubscribe = subscribe(() => {
    if (lastEdit() === offered) return;
    unsubscribe();
    end.abort();
  });
  return { onAction: () => void undo(), until: end.signal };
}

export type Announce = (words: string) => void;

/** Creates a function that announces a sentence to screen readers, even if it equals the sentence before. */
export function createAnnouncer(region: HTMLElement): Announce {
  const raise = followSheets(region);
  return (words) => {
    raise();
    addSentence(region, words);
  };
}

/** Creates a function that shows a word over the board's river for a moment. */
export function createFlash(host: HTMLElement): (words: string) => void {
  return (words) => {
    const word = el("span", "flash-word", words);
    word.addEventListener("animationend", () => word.remove());
    host.replaceChildren(word);
  };
}

/** `spoken` is the sentence for screen readers, if it differs. */
export type Notify = (words: string, options?: ToastOptions & { spoken?: string }) => void;

export interface Notifier {
  toast: Toast;
  announce: Announce;
  /** Shows a sentence in the toast and announces it. */
  notify: Notify;
}

export function createNotifier(i18n: I18n): Notifier {
  const toast = createToast(byId("toast"), i18n);
  const announce = createAnnouncer(byId("announcer"));
  const notify: Notify = (words, { spoken = words, ...options } = {}) => {
    toast.show(words, options);
    announce(spoken);
  };
  return { toast, announce, notify };
}
