// The two strips beside the board: who plays, whose turn it is, what has been captured, and, for the
// engine, how its search is coming along.

import { notationOf } from "../../core/languages.ts";
import { levelName, levelNumber, strengthName } from "../../core/levels.ts";
import { button, el, icon, langOfMoves, setText } from "../../ui/dom.ts";
import { token } from "../../ui/token.ts";
import { handicapOf } from "../game-options.ts";
import { clockText, isRunning, leftOf } from "../clock.ts";
import { bottomSide, isOver, isPaused, progress } from "../state.ts";
import { capturedPieces, otherSide, sideOf } from "../../core/xiangqi.ts";

/** @typedef {import("../state.ts").State} State */
/** @typedef {import("../../core/xiangqi.ts").Side} Side */
/** @typedef {import("../../core/i18n.ts").I18n} I18n */
/** @typedef {Record<"moveNow"|"retry"|"pause", () => void>} StripActions */

const GENERAL = { red: "K", black: "k" };
/** A search this long is worth a button to cut it short; a quick reply should not make the strip flicker. */
const LONG_THOUGHT_MS = 600;
/** A clock with less left is pressing, in milliseconds. */
const PRESSING_MS = 30_000;
/** The first move of an iteration takes longest; a sliver of the bar says that it has begun. */
const LEAST_BAR = 0.04;

/**
 * @param {HTMLElement} top @param {HTMLElement} bottom @param {I18n} i18n
 * @param {StripActions} actions
 */
export function createPlayers(top, bottom, i18n, actions) {
  const strips = [createStrip(top, i18n, actions), createStrip(bottom, i18n, actions)];
  return {
    /** @param {State} state */
    update(state) {
      const below = bottomSide(state);
      const above = otherSide(below);
      // Two people share the lower one's button.
      const pauser = state.game.mode === "local" ? below : state.game.side;
      strips[0].update(state, above, pauser);
      strips[1].update(state, below, pauser);
    },
  };
}

/** @param {HTMLElement} host @param {I18n} i18n @param {StripActions} actions */
function createStrip(host, i18n, actions) {
  const face = el("span", "player-face");
  const name = el("span", "player-name");
  const rank = el("span", "player-rank");
  const status = el("p", "player-status");
  const tray = el("div", "tray");
  tray.setAttribute("role", "img");
  const search = createSearchView(host, i18n, actions);
  const clock = createClockView(i18n);
  const pause = createPauseButton(i18n, actions.pause);
  const time = el("span", "player-time", pause.element, clock.element);
  const words = el("div", "player-words", el("p", "player-who", name, rank), status, search.line);
  host.append(face, words, tray, search.moveNow, search.retry, time, search.meter);
  let faceShown = "";
  let trayShown = "";

  return {
    /** @param {State} state @param {Side} side @param {Side} pauser  whose strip has the button for a pause */
    update(state, side, pauser) {
      const isEngine = state.game.mode === "engine" && side !== state.game.side;
      const toMove = !isOver(state) && sideOf(state.position.turn) === side;
      host.dataset.side = side;
      host.classList.toggle("is-engine", isEngine);
      host.classList.toggle("is-to-move", toMove);
      host.classList.toggle("is-in-check", toMove && state.position.check !== null);
      if (faceShown !== side) face.replaceChildren(token(GENERAL[side]));
      faceShown = side;
      setText(name, nameOf(state, side, isEngine, i18n));
      setText(rank, state.game.mode === "engine" && !isEngine ? i18n.t(`side.${side}`) : "");
      const facts = [rankOf(state, isEngine, i18n), givenBy(state, side, i18n)].filter(Boolean);
      fillStatus(status, [...statusOf(state, side, isEngine, i18n), ...facts]);
      trayShown = fillTray(tray, state, side, i18n, trayShown);
      search.update(state, isEngine);
      clock.update(state, side);
      pause.update(state, side === pauser);
    },
  };
}

/** @param {I18n} i18n */
function createClockView({ t }) {
  const element = el("span", "player-clock");
  element.setAttribute("role", "timer");
  return {
    element,
    /** @param {State} state @param {Side} side */
    update(state, side) {
      const left = leftOf(state, side);
      element.hidden = left === null;
      if (left === null) return;
      const runs = isRunning(state) && sideOf(state.position.turn) === side;
      element.classList.toggle("is-running", runs);
      element.classList.toggle("is-pressing", left < PRESSING_MS);
      element.setAttribute("aria-label", t("clock.label", { side: t(`side.${side}`) }));
      setText(element, clockText(left));
    },
  };
}

/** Stops the clocks and lets them go on. @param {I18n} i18n @param {() => void} toggle */
function createPauseButton({ t }, toggle) {
  const element = button("tool player-pause", toggle);
  element.setAttribute("aria-keyshortcuts", "P");
  let shown = "";
  return {
    element,
    /** @param {State} state @param {boolean} isHere */
    update(state, isHere) {
      const paused = isPaused(state);
      element.hidden = !isHere || !(paused || isRunning(state));
      const name = paused ? "play" : "pause";
      if (shown !== name) element.replaceChildren(icon(name));
      shown = name;
      const words = t(paused ? "clock.goOn" : "clock.pause");
      element.setAttribute("aria-label", words);
      element.title = words;
    },
  };
}

/**
 * How the engine's search is coming along, with what can be done about it.
 * @param {HTMLElement} host @param {I18n} i18n @param {{ moveNow: () => void, retry: () => void }} actions
 */
function createSearchView(host, i18n, actions) {
  const line = el("p", "player-line");
  const moveNow = button("button button-small move-now", actions.moveNow);
  const retry = button("button button-small button-primary", actions.retry);
  moveNow.hidden = true;
  const bar = el("span", "progress-fill");
  const meter = el("div", "progress", bar);
  meter.setAttribute("role", "progressbar");
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let longThought;

  /** @param {boolean} thinking */
  function ponder(thinking) {
    clearTimeout(longThought);
    host.classList.toggle("is-thinking", thinking);
    host.classList.remove("is-pondering");
    moveNow.hidden = true;
    if (!thinking) return;
    longThought = setTimeout(() => {
      host.classList.add("is-pondering");
      moveNow.hidden = false;
    }, LONG_THOUGHT_MS);
  }

  return {
    line,
    moveNow,
    retry,
    meter,
    /** @param {State} state @param {boolean} isEngine */
    update(state, isEngine) {
      const thinking = isEngine && state.engine.status === "thinking";
      if (thinking !== host.classList.contains("is-thinking")) ponder(thinking);
      const failed = isEngine && state.engine.status === "failed";
      host.classList.toggle("is-failed", failed);
      retry.hidden = !failed;
      setText(moveNow, i18n.t("action.moveNow"));
      setText(retry, i18n.t("action.retry"));
      setText(line, thinking ? i18n.move(state.engine.line.join(" ")) : "");
      line.lang = langOfMoves(notationOf(state.settings), i18n);
      const share = thinking ? progress(state.engine.info) : 0;
      meter.hidden = !thinking;
      meter.setAttribute("aria-label", i18n.t("engine.progress"));
      meter.setAttribute("aria-valuenow", String(Math.round(share * 100)));
      bar.style.transform = `scaleX(${Math.max(LEAST_BAR, share)})`;
    },
  };
}

/** @param {State} state @param {Side} side @param {boolean} isEngine @param {I18n} i18n */
function nameOf(state, side, isEngine, { t }) {
  if (isEngine) return state.game.fits ? t("fit.name") : levelName(state.game.level, { t });
  return state.game.mode === "engine" ? t("player.you") : t(`side.${side}`);
}

/** How strong the engine is. @param {State} state @param {boolean} isEngine @param {I18n} i18n */
function rankOf(state, isEngine, { t }) {
  if (!isEngine) return "";
  const level = state.game.fits ? sayAbout(state, { t }) : levelNumber(state.game.level, { t });
  return state.overHttp ? t("engine.http.rank", { level }) : level;
}

/** Names the person's strength: after a game the new one. @param {State} state @param {Pick<I18n, "t">} i18n */
function sayAbout(state, { t }) {
  const { game, rating } = state;
  const now = isOver(state) && rating.inUse ? rating.rating?.level : undefined;
  return t("fit.about", { name: strengthName(now ?? game.level, { t }) });
}

/** What a side has given away before the game. @param {State} state @param {Side} side @param {I18n} i18n */
function givenBy({ game }, side, { t }) {
  const handicap = handicapOf(game);
  if (side !== "red" || handicap === "none") return "";
  return t("player.gives", { what: t(`new.handicap.${handicap}`) });
}

/** @param {Element} element @param {string[]} parts */
function fillStatus(element, parts) {
  while (element.childElementCount > parts.length) element.lastElementChild?.remove();
  while (element.childElementCount < parts.length) element.append(el("span"));
  parts.forEach((part, index) => setText(element.children[index], part));
}

/** Said of an engine that could not be loaded whole. */
const WEAKER = ["engine.networkFailed.short", "engine.networkFailed.why"];

/** The line under the name, in parts. @param {State} state @param {Side} side @param {boolean} isEngine @param {I18n} i18n @returns {string[]} */
function statusOf(state, side, isEngine, i18n) {
  const { t } = i18n;
  const { verdict, check, turn } = state.position;
  if (verdict.result === "draw") return [t("status.drawn")];
  if (verdict.result !== "ongoing")
    return [t(verdict.result === side ? "status.won" : "status.lost")];
  if (isEngine && state.engine.status === "failed")
    return [t(state.overHttp ? "engine.http.failed" : "engine.failed.short")];
  if (!state.ready || sideOf(turn) !== side || isPaused(state))
    return isEngine && state.network === "failed" ? WEAKER.map((key) => t(key)) : [];
  if (isEngine) return thoughts(state, i18n);
  if (check) return [t("status.check")];
  return [t(state.game.mode === "local" ? "status.toMove" : "status.yourTurn")];
}

/** @param {State} state @param {I18n} i18n */
function thoughts(state, { t, compact }) {
  const { info } = state.engine;
  // A move of the opening book has no depth.
  if (!info?.depth) return [t(state.overHttp ? "engine.http.thinking" : "engine.thinking")];
  const parts = [t("engine.depth", { depth: info.depth })];
  const { rootDone, rootMoves } = info;
  if (rootMoves)
    parts.push(t("think.root", { done: Math.min(rootDone + 1, rootMoves), moves: rootMoves }));
  if (info.nps) parts.push(t("engine.speed", { nps: compact(info.nps) }));
  return parts;
}

/**
 * @param {HTMLElement} tray @param {State} state @param {Side} side @param {I18n} i18n @param {string} shown
 * @returns {string} what it shows now
 */
function fillTray(tray, state, side, { t }, shown) {
  const { startPlacement, placement } = state.position;
  const pieces = capturedPieces(startPlacement, placement)[otherSide(side)];
  const words = pieces.map((piece) => t(`piece.${piece}`)).join(t("list.pieces"));
  const next = t(`player.tray.${otherSide(side)}`, { pieces: words });
  if (next === shown) return shown;
  const countOf = (/** @type {string} */ piece) => pieces.filter((one) => one === piece).length;
  tray.replaceChildren(...[...new Set(pieces)].map((piece) => traySlot(piece, countOf(piece))));
  tray.hidden = pieces.length === 0;
  tray.setAttribute("aria-label", next);
  return next;
}

/** One piece of a kind, and how many there are of it. @param {string} piece @param {number} count */
function traySlot(piece, count) {
  const slot = el("span", "tray-slot", token(piece));
  if (count > 1) slot.append(el("span", "tray-count", String(count)));
  return slot;
}
