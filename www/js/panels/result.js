// The card that says how the game ended. It lies on the board, blocks nothing, and can be put away.

import { button, el, setText } from "./dom.js";
import { fillCycle } from "./cycle.js";
import { isOver, other } from "../state.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../i18n.js").I18n} I18n */

/**
 * @param {HTMLElement} host
 * @param {I18n} i18n
 * @param {Record<"again"|"look"|"playOn"|"analyse"|"referee", () => void>} actions
 */
export function createResult(host, i18n, actions) {
  const seal = el("span", "seal");
  seal.setAttribute("aria-hidden", "true");
  const headline = el("h2", "result-headline");
  const reason = el("p", "result-reason");
  const cycle = el("div", "cycle");
  const referee = button("cycle-referee", actions.referee);
  let shown = "";
  const again = button("button button-primary", actions.again);
  const look = button("button", actions.look);
  const analyse = button("button", actions.analyse);
  analyse.id = "result-analyse";
  const playOn = button("button result-play-on", actions.playOn);
  host.append(
    seal,
    el("div", "result-words", headline, reason),
    cycle,
    referee,
    el("div", "result-actions", playOn, look, analyse, again),
  );

  return {
    /** @param {State} state */
    update(state) {
      host.hidden = !isOver(state) || state.resultSeen;
      if (host.hidden) return;
      const words = resultWords(state, i18n);
      host.dataset.outcome = words.outcome;
      setText(seal, i18n.t(`seal.${words.outcome}`));
      setText(headline, words.headline);
      setText(reason, words.reason);
      this.explain(state);
      setText(referee, i18n.t("referee.open"));
      referee.hidden = state.position.verdict.cycle.length === 0;
      setText(again, i18n.t("action.new"));
      setText(look, i18n.t("action.look"));
      setText(analyse, i18n.t("action.analyse"));
      setText(playOn, i18n.t("action.playOn"));
      playOn.hidden = !engineResigned(state);
    },

    /** What each ply of a repetition was. @param {State} state */
    explain({ position }) {
      const { verdict, notation } = position;
      const texts = verdict.cycle.map(({ ply, move }) => notation[ply] ?? move);
      const next = [i18n.lang, ...texts].join(" ");
      if (next === shown) return;
      shown = next;
      fillCycle(cycle, verdict.cycle, texts, i18n);
    },
  };
}

/** It can be asked to play on. @param {State} state */
const engineResigned = ({ game }) =>
  game.mode === "engine" && game.ended?.reason === "resignation" && game.ended.side !== game.side;

/**
 * How the game ended, in words.
 * @param {State} state @param {I18n} i18n
 * @returns {{ outcome: "won"|"lost"|"draw", headline: string, reason: string }}
 */
export function resultWords({ game, position }, { t }) {
  const { result, reason, offender } = position.verdict;
  const won = result === game.side || game.mode === "local";
  const outcome = result === "draw" ? "draw" : won ? "won" : "lost";
  const personal = game.mode === "engine" && result !== "draw";
  const loser = result === "red" || result === "black" ? t(`side.${other(result)}`) : "";
  return {
    outcome,
    headline: personal ? t(`result.you.${outcome}`) : t(`result.${result}`),
    reason: t(`reason.${reason}`, { loser, offender: offender ? t(`side.${offender}`) : loser }),
  };
}
