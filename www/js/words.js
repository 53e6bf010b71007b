// Sentences about what happened, for eyes (refusals) and for ears (the live region).

import { isOver, sideOf, splitMove } from "./state.js";
import { resultWords } from "./panels/result.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./i18n.js").I18n} I18n */
/** @typedef {import("./game.js").GameEvent} GameEvent */
/** @typedef {import("./game.js").MoveEvent} MoveEvent */

/**
 * Why a move was refused; a piece that cannot go there is told how it does go.
 * @param {import("./game.js").RefusedEvent} event @param {I18n} i18n
 */
export function sayRefusal({ reason, piece }, { t, has }) {
  const special = `refusal.${reason}.${piece.toUpperCase()}`;
  return t(has(special) ? special : `refusal.${reason}`);
}

/** @param {MoveEvent} event @param {I18n} i18n */
export function sayMove({ move, spoken, side, piece, capture }, { t, move: write }) {
  const [from, to] = splitMove(move);
  const said = t(`say.move.${side}`, {
    notation: write(spoken),
    piece: t(`piece.${piece}`),
    from,
    to,
  });
  return capture ? said + t("say.capture", { piece: t(`piece.${capture}`) }) : said;
}

/** What to read out after an event; null when there is nothing to say. @param {GameEvent} event @param {State} state @param {I18n} i18n */
export function sayEvent(event, state, i18n) {
  const { t } = i18n;
  switch (event.type) {
    case "move":
      return sayMove(event, i18n) + sayConsequence(state, i18n);
    case "ended":
      return sayResult(state, i18n);
    case "opened":
    case "undone":
    case "redone":
    case "resumed":
      if (isOver(state)) return sayResult(state, i18n);
      return t(`say.${event.type}`, { side: t(`side.${sideOf(state.position.turn)}`) });
    default:
      return null;
  }
}

/** @param {State} state @param {I18n} i18n */
function sayConsequence(state, i18n) {
  if (isOver(state)) return i18n.t("say.then") + sayResult(state, i18n);
  return state.position.check ? i18n.t("say.check") : "";
}

/** @param {State} state @param {I18n} i18n */
function sayResult(state, i18n) {
  const { headline, reason } = resultWords(state, i18n);
  return i18n.t("say.result", { result: headline, reason });
}

/**
 * How the game stands, in words.
 * @param {import("./engine/types.js").Score} score @param {"w"|"b"} turn whose view it is @param {I18n} i18n
 */
export function sayScore(score, turn, { t }) {
  const value = "mate" in score ? score.mate : score.cp;
  const side = value > 0 === (turn === "w") ? "red" : "black";
  if ("mate" in score)
    return t(`score.mate.${side}`, { moves: Math.ceil(Math.abs(score.mate) / 2) });
  const soldiers = (Math.abs(score.cp) / 100).toFixed(1);
  return Number(soldiers) < 0.3 ? t("score.even") : t(`score.${side}`, { soldiers });
}

/** Why the engine gave no answer. @param {any} error @param {I18n} i18n */
export function sayEngineFault(error, { t }) {
  return error?.fault
    ? t(`engine.http.fault.${error.fault}`, { message: error.message })
    : t("engine.failed");
}
