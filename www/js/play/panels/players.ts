// The strips above and below the board: who plays, whose turn it is, the captured pieces, the clock and, for the engine,
// its search.

import { formatTime } from "../../core/format-time.ts";
import type { I18n } from "../../core/i18n.ts";
import { notationOf } from "../../core/languages.ts";
import { levelName, levelNumber, strengthName } from "../../core/levels.ts";
import { capturedPieces, otherSide, sideOf } from "../../core/xiangqi.ts";
import type { Side } from "../../core/xiangqi.ts";
import { button, el, icon, langOfMoves, setText } from "../../ui/dom.ts";
import { token } from "../../ui/token.ts";
import { isRunning, remainingTime } from "../clock.ts";
import { handicapOf } from "../game-options.ts";
import { bottomSide, isOver, isPaused, progress } from "../state.ts";
import type { State } from "../state.ts";

type StripCommands = Record<"moveNow" | "retry" | "pause", () => void>;

const GENERAL = { red: "K", black: "k" };
/**
 * The thinking time after which the strip offers to cut the search short, in milliseconds. The button must not flicker
 * before a quick reply.
 */
const LONG_THOUGHT_MS = 600;
/** The remaining time below which a clock is highlighted, in milliseconds. */
const PRESSING_MS = 30_000;
/**
 * The smallest share of the progress bar that is filled, so that the bar is visible during the first move of an
 * iteration, which takes longest.
 */
const LEAST_BAR = 0.04;

export function createPlayers(
  top: HTMLElement,
  bottom: HTMLElement,
  i18n: I18n,
  commands: StripCommands,
) {
  const upper = createStrip(top, i18n, commands);
  const lower = createStrip(bottom, i18n, commands);
  return {
    update(state: State) {
      const below = bottomSide(state);
      // Two people share the pause button of the lower strip.
      const pauser = state.game.mode === "local" ? below : state.game.side;
      upper.update(state, otherSide(below), pauser);
      lower.update(state, below, pauser);
    },
  };
}

function createStrip(host: HTMLElement, i18n: I18n, commands: StripCommands) {
  const face = el("span", "player-face");
  const name = el("span", "player-name");
  const rank = el("span", "player-rank");
  const status = el("p", "player-status");
  const tray = createTray(i18n);
  const search = createSearchView(host, i18n, commands);
  const clock = createClockView(i18n);
  const pause = createPauseButton(i18n, commands.pause);
  const time = el("span", "player-time", pause.element, clock.element);
  const words = el("div", "player-words", el("p", "player-who", name, rank), status, search.line);
  host.append(face, words, tray.element, search.moveNow, search.retry, time, search.meter);
  let shownFace = "";

  return {
    /** Updates the strip. The strip of the side `pauser` has the pause button. */
    update(state: State, side: Side, pauser: Side) {
      const isEngine = state.game.mode === "engine" && side !== state.game.side;
      const isToMove = !isOver(state) && sideOf(state.position.turn) === side;
      host.dataset.side = side;
      host.classList.toggle("is-engine", isEngine);
      host.classList.toggle("is-to-move", isToMove);
      host.classList.toggle("is-in-check", isToMove && state.position.check !== null);
      if (shownFace !== side) face.replaceChildren(token(GENERAL[side]));
      shownFace = side;
      setText(name, nameOf(state, side, isEngine, i18n));
      setText(rank, state.game.mode === "engine" && !isEngine ? i18n.t(`side.${side}`) : "");
      const facts = [rankOf(state, isEngine, i18n), describeHandicap(state, side, i18n)];
      setParts(status, [...statusOf(state, side, isEngine, i18n), ...facts.filter(Boolean)]);
      tray.update(state, side);
      search.update(state, isEngine);
      clock.update(state, side);
      pause.update(state, side === pauser);
    },
  };
}

function createClockView({ t }: I18n) {
  const element = el("span", "player-clock");
  element.setAttribute("role", "timer");
  return {
    element,
    update(state: State, side: Side) {
      const time = remainingTime(state, side);
      element.hidden = time === null;
      if (time === null) return;
      const runs = isRunning(state) && sideOf(state.position.turn) === side;
      element.classList.toggle("is-running", runs);
      element.classList.toggle("is-pressing", time < PRESSING_MS);
      element.setAttribute("aria-label", t("clock.label", { side: t(`side.${side}`) }));
      setText(element, formatTime(time));
    },
  };
}

/** Creates the button that stops and restarts the clocks. */
function createPauseButton({ t }: I18n, toggle: () => void) {
  const element = button("tool player-pause", toggle);
  element.setAttribute("aria-keyshortcuts", "P");
  let shownIcon = "";
  return {
    element,
    /** `isHere` is true in the strip that has the button. */
    update(state: State, isHere: boolean) {
      const paused = isPaused(state);
      element.hidden = !isHere || !(paused || isRunning(state));
      const name = paused ? "play" : "pause";
      if (shownIcon !== name) element.replaceChildren(icon(name));
      shownIcon = name;
      const words = t(paused ? "clock.goOn" : "clock.pause");
      element.setAttribute("aria-label", words);
      element.title = words;
    },
  };
}

/** Creates the elements that show the engine's search, with buttons to cut it short and to try again. */
function createSearchView(host: HTMLElement, i18n: I18n, commands: StripCommands) {
  const line = el("p", "player-line");
  const moveNow = button("button button-small move-now", commands.moveNow);
  const retry = button("button button-small button-primary", commands.retry);
  moveNow.hidden = true;
  const bar = el("span", "progress-fill");
  const meter = el("div", "progress", bar);
  meter.setAttribute("role", "progressbar");
  let timer: ReturnType<typeof setTimeout> | undefined;

  function setThinking(isThinking: boolean) {
    clearTimeout(timer);
    host.classList.toggle("is-thinking", isThinking);
    host.classList.remove("is-pondering");
    moveNow.hidden = true;
    if (!isThinking) return;
    timer = setTimeout(() => {
      host.classList.add("is-pondering");
      moveNow.hidden = false;
    }, LONG_THOUGHT_MS);
  }

  return {
    line,
    moveNow,
    retry,
    meter,
    update({ engine, settings }: State, isEngine: boolean) {
      const isThinking = isEngine && engine.status === "thinking";
      if (isThinking !== host.classList.contains("is-thinking")) setThinking(isThinking);
      const isFailed = isEngine && engine.status === "failed";
      host.classList.toggle("is-failed", isFailed);
      retry.hidden = !isFailed;
      setText(moveNow, i18n.t("action.moveNow"));
      setText(retry, i18n.t("action.retry"));
      setText(line, isThinking ? i18n.move(engine.line.join(" ")) : "");
      line.lang = langOfMoves(notationOf(settings), i18n);
      const share = isThinking ? progress(engine.info) : 0;
      meter.hidden = !isThinking;
      meter.setAttribute("aria-label", i18n.t("engine.progress"));
      meter.setAttribute("aria-valuenow", String(Math.round(share * 100)));
      bar.style.transform = `scaleX(${Math.max(LEAST_BAR, share)})`;
    },
  };
}

function nameOf({ game }: State, side: Side, isEngine: boolean, { t }: I18n): string {
  if (isEngine) return game.fits ? t("fit.name") : levelName(game.level, { t });
  return game.mode === "engine" ? t("player.you") : t(`side.${side}`);
}

/** Describes the engine's strength. */
function rankOf(state: State, isEngine: boolean, { t }: I18n): string {
  if (!isEngine) return "";
  const { game, overHttp } = state;
  const level = game.fits ? describeFit(state, { t }) : levelNumber(game.level, { t });
  return overHttp ? t("engine.http.rank", { level }) : level;
}

/**
 * Names the strength of an engine that fits the person. After a game, names the strength of the person's new rating.
 */
function describeFit(state: State, { t }: Pick<I18n, "t">): string {
  const { game, rating } = state;
  const level = isOver(state) && rating.inUse ? rating.rating?.level : undefined;
  return t("fit.about", { name: strengthName(level ?? game.level, { t }) });
}

/** Names the pieces that a side has given away before the game. */
function describeHandicap({ game }: State, side: Side, { t }: I18n): string {
  const handicap = handicapOf(game);
  if (side !== "red" || handicap === "none") return "";
  return t("player.gives", { what: t(`new.handicap.${handicap}`) });
}

function setParts(element: Element, parts: string[]) {
  while (element.childElementCount > parts.length) element.lastElementChild?.remove();
  while (element.childElementCount < parts.length) element.append(el("span"));
  [...element.children].forEach((child, index) => setText(child, parts[index] ?? ""));
}

/** The message keys of the status of an engine without its network. */
const WITHOUT_NETWORK = ["engine.networkFailed.short", "engine.networkFailed.why"] as const;

/** Returns the parts of the status line under the player's name. */
function statusOf(state: State, side: Side, isEngine: boolean, i18n: I18n): string[] {
  const { t } = i18n;
  const { verdict, check, turn } = state.position;
  if (verdict.result === "draw") return [t("status.drawn")];
  if (isOver(state)) return [t(verdict.result === side ? "status.won" : "status.lost")];
  if (isEngine && state.engine.status === "failed")
    return [t(state.overHttp ? "engine.http.failed" : "engine.failed.short")];
  if (!state.ready || sideOf(turn) !== side || isPaused(state))
    return isEngine && state.network === "failed" ? WITHOUT_NETWORK.map((key) => t(key)) : [];
  if (isEngine) return describeSearch(state, i18n);
  if (check) return [t("status.check")];
  return [t(state.game.mode === "local" ? "status.toMove" : "status.yourTurn")];
}

function describeSearch({ engine: { info }, overHttp }: State, { t, compact }: I18n): string[] {
  // A move of the opening book has no depth.
  if (!info?.depth) return [t(overHttp ? "engine.http.thinking" : "engine.thinking")];
  const parts = [t("engine.depth", { depth: info.depth })];
  const { rootDone, rootMoves } = info;
  if (rootMoves)
    parts.push(t("think.root", { done: Math.min(rootDone + 1, rootMoves), moves: rootMoves }));
  if (info.nps) parts.push(t("engine.speed", { nps: compact(info.nps) }));
  return parts;
}

/** Creates the tray of the pieces that a side has captured. */
function createTray({ t }: I18n) {
  const element = el("div", "tray");
  element.setAttribute("role", "img");
  let shown = "";
  return {
    element,
    update({ position: { startPlacement, placement } }: State, side: Side) {
      const pieces = capturedPieces(startPlacement, placement)[otherSide(side)];
      const words = pieces.map((piece) => t(`piece.${piece}`)).join(t("list.pieces"));
      const label = t(`player.tray.${otherSide(side)}`, { pieces: words });
      if (label === shown) return;
      shown = label;
      element.replaceChildren(...[...new Set(pieces)].map((piece) => traySlot(piece, pieces)));
      element.hidden = pieces.length === 0;
      element.setAttribute("aria-label", label);
    },
  };
}

/** Creates the tray's entry for a piece: the piece and, if there are several, their number. */
function traySlot(piece: string, pieces: string[]) {
  const slot = el("span", "tray-slot", token(piece));
  const count = pieces.filter((other) => other === piece).length;
  if (count > 1) slot.append(el("span", "tray-count", String(count)));
  return slot;
}
