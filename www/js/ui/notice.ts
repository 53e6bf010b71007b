// What the page says aloud or in passing: a line beside the board for a few seconds, and the live region
// for people who listen. An open sheet makes the rest of the page dumb and dark, so both move into it.

import { button, byId, el, icon } from "./dom.ts";

/** Sentences the live region holds, so that none is lost to the next before it is read. */
const SENTENCES = 4;

/**
 * Keeps an element where it can be seen and heard: in the sheet that is open when something is said, and
 * back at home when that sheet closes.
 * @param {HTMLElement} element @returns {() => void} moves it where it belongs now
 */
function followSheets(element) {
  const home = /** @type {HTMLElement} */ (element.parentElement);
  const goHome = () => {
    if (!element.closest("dialog:modal") && element.parentElement !== home) home.append(element);
  };
  document.addEventListener("close", goHome, { capture: true }); // it does not bubble
  return () => {
    const sheet = document.querySelector("dialog:modal");
    if (!sheet) goHome();
    else if (element.parentElement !== sheet) sheet.append(element);
  };
}

/** Where it floats over a page that is read, it goes to the upper end if there is a board at the lower one. @param {HTMLElement} host */
function keepOffBoards(host) {
  host.classList.remove("is-high");
  const { top, bottom } = host.getBoundingClientRect();
  const boards = [...document.querySelectorAll(".is-read .board")];
  const isOnOne = boards.some((board) => {
    const box = board.getBoundingClientRect();
    return box.top < bottom && box.bottom > top;
  });
  host.classList.toggle("is-high", isOnOne);
}

/** @param {HTMLElement} host @param {import("../core/i18n.js").I18n} i18n */
export function createToast(host, i18n) {
  const raise = followSheets(host);
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  let stays = false;
  const hide = () => {
    clearTimeout(timer);
    host.hidden = true;
  };
  const text = el("p", "toast-text");
  /** @type {(() => void)|undefined} */
  let onPress;
  const action = button("button button-small", () => {
    hide();
    onPress?.();
  });
  const close = button("tool", hide, icon("close"));
  host.append(text, action, close);

  return {
    hide,
    /** Play went on: what was said in passing may go, what has to be dismissed stays. */
    clear() {
      if (!stays) hide();
    },
    /**
     * @param {string} words
     * @param {{ ms?: number, label?: string, onAction?: () => void }} [options] ms 0 stays until dismissed
     */
    show(words, { ms = 4000, label, onAction } = {}) {
      clearTimeout(timer);
      stays = ms === 0;
      text.textContent = words;
      action.hidden = !onAction;
      action.textContent = label ?? "";
      onPress = onAction;
      close.setAttribute("aria-label", i18n.t("action.dismiss"));
      raise();
      host.hidden = false;
      keepOffBoards(host);
      if (ms > 0) timer = setTimeout(hide, ms);
    },
  };
}

/** Says each sentence once, one after the other, also when it equals the one before. @param {HTMLElement} region */
export function createAnnouncer(region) {
  const raise = followSheets(region);
  return (/** @type {string} */ words) => {
    raise();
    while (region.childElementCount >= SENTENCES) region.firstElementChild?.remove();
    region.append(el("p", "", words));
  };
}

/** A word that appears in the river for a moment. @param {HTMLElement} host */
export function createFlash(host) {
  return (/** @type {string} */ words) => {
    const word = el("span", "flash-word", words);
    word.addEventListener("animationend", () => word.remove());
    host.replaceChildren(word);
  };
}

/** What a page has to say, for eyes and ears. @param {import("../core/i18n.js").I18n} i18n */
export function createTeller(i18n) {
  const toast = createToast(byId("toast"), i18n);
  const announce = createAnnouncer(byId("announcer"));
  /**
   * @param {string} words @param {Parameters<typeof toast.show>[1] & { spoken?: string }} [options] `spoken`: for ears, where
   *   that is another thing
   */
  const tell = (words, { spoken = words, ...options } = {}) => {
    toast.show(words, options);
    announce(spoken);
  };
  return { toast, announce, tell };
}
