// The card that says how the game ended. It lies on the board, blocks nothing, and can be put away.

import { LEVELS, levelName } from "../../core/levels.js";
import { weightOf } from "../rating.js";
import { button, el, setText } from "../../ui/dom.js";
import { sayReason } from "../../core/reason.js";
import { isOver } from "../state.js";
import { other } from "../../core/xiangqi.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../../core/i18n.js").I18n} I18n */
/** @typedef {"playOn"|"new"|"look"|"analyse"|"again"|"harder"|"easier"} Way  on from a game that has ended */

/** In their order: what most will want comes first, in a line of its own. @type {readonly Way[]} */
const WAYS = ["again", "harder", "easier", "playOn", "new", "look", "analyse"];

/**
 * @param {HTMLElement} host
 * @param {I18n} i18n
 * @param {Record<"new"|"again"|"look"|"playOn"|"analyse"|"referee"|"board", () => void> & { atLevel: (level: number) => void }} actions
 * @param {(use: (drawing: typeof import("../../ui/repetition-diagram.js")) => void) => void} draw  fetches what draws a repetition
 */
export function createResult(host, i18n, actions, draw) {
  const seal = el("span", "seal");
  seal.setAttribute("aria-hidden", "true");
  const headline = el("h2", "result-headline");
  const reason = el("p", "result-reason");
  const counts = el("p", "result-counts");
  const cycle = el("div", "cycle");
  const referee = button("cycle-referee", actions.referee);
  let shown = "";
  /** The level that is offered. */
  let offered = 0;
  const atLevel = () => actions.atLevel(offered);
  const does = { ...actions, harder: atLevel, easier: atLevel };
  const ways = WAYS.map((way) => {
    const element = button("button", does[way]);
    element.id = `result-${way}`;
    return { way, element };
  });
  host.append(
    seal,
    el("div", "result-words", headline, reason),
    counts,
    cycle,
    referee,
    el("div", "result-actions", ...ways.map(({ element }) => element)),
  );

  return {
    /** @param {State} state */
    update(state) {
      const held = host.contains(document.activeElement);
      host.hidden = !isOver(state) || state.resultSeen || state.start;
      if (host.hidden && held) actions.board(); // what was pressed is gone
      if (host.hidden) return;
      const words = resultWords(state, i18n);
      host.dataset.outcome = words.outcome;
      setText(seal, i18n.t(`seal.${words.outcome}`));
      setText(headline, words.headline);
      setText(reason, words.reason);
      const less = whyLess(state);
      setText(counts, less ? i18n.t(`rating.less.${less}`) : "");
      this.explain(state);
      setText(referee, i18n.t("referee.open"));
      referee.hidden = state.position.verdict.cycle.length === 0;
      const { first, rest, level } = waysOn(state);
      offered = level;
      for (const { way, element } of ways) {
        element.hidden = way !== first && !rest.includes(way);
        element.classList.toggle("button-primary", way === first);
        // Beside another first way a new game is one that asks.
        const key = way === "new" && first !== "new" ? "start.new" : `action.${way}`;
        if (!element.hidden) setText(element, i18n.t(key, { name: levelName(level, i18n) }));
      }
    },

    /** What each ply of a repetition was. @param {State} state */
    explain({ position }) {
      const { verdict, notation } = position;
      const texts = verdict.cycle.map(({ ply, move }) => notation[ply] ?? move);
      const next = [i18n.lang, ...texts].join(" ");
      if (next === shown) return;
      cycle.hidden = true;
      if (texts.length === 0) shown = next;
      else
        draw(({ fillCycle }) => {
          shown = next;
          fillCycle(cycle, verdict.cycle, texts, i18n);
        });
    },
  };
}

/** Why the game counts less than usual for the rating, or not at all. @param {State} state */
const whyLess = ({ game, rating }) =>
  game.mode === "engine" && rating.inUse ? weightOf(game).why : null;

/** It can be asked to play on. @param {State} state */
const engineResigned = ({ game }) =>
  game.mode === "engine" && game.ended?.reason === "resignation" && game.ended.side !== game.side;

/**
 * What one may do next, and what most will want: at a chosen level the next one after a win, the one below after two
 * losses in a row.
 * @param {State} state
 * @returns {{ first: Way, rest: Way[], level: number }} `level`: of the opponent that is offered
 */
export function waysOn(state) {
  const { game, position, rating } = state;
  const { result } = position.verdict;
  // Who has better ways on finds the new game below the board.
  /** @type {Way[]} */
  const rest = [engineResigned(state) ? "playOn" : "new", "look", "analyse"];
  const { level } = game;
  if (game.record !== null) return { first: "new", rest, level };
  const isLost = result === other(game.side);
  const again = { first: /** @type {Way} */ ("again"), rest, level };
  if (game.mode === "local" || game.fits || game.training || game.rated === "before") return again;
  const others = rest.map((way) => (way === "new" ? "again" : way));
  if (result === game.side && level < LEVELS)
    return { first: "harder", rest: others, level: Math.floor(level) + 1 };
  const inRow = rating.losses?.level === level ? rating.losses.times : 0;
  if (isLost && inRow >= 2 && level > 1)
    return { first: "easier", rest: others, level: Math.ceil(level) - 1 };
  return again;
}

/**
 * How the game ended, in words.
 * @param {State} state @param {I18n} i18n
 * @returns {{ outcome: "won"|"lost"|"draw", headline: string, reason: string }}
 */
export function resultWords({ game, position }, i18n) {
  const { t } = i18n;
  const { result } = position.verdict;
  const won = result === game.side || game.mode === "local";
  const outcome = result === "draw" ? "draw" : won ? "won" : "lost";
  const personal = game.mode === "engine" && result !== "draw";
  return {
    outcome,
    headline: personal ? t(`result.you.${outcome}`) : t(`result.${result}`),
    reason: sayReason(position.verdict, i18n),
  };
}
