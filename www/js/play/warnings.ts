// What a person is asked about before a move of theirs is played.

import { movedPosition, squareIndex } from "../core/xiangqi.ts";

/** @typedef {import("./game-controller.ts").Rules} Rules */
/** @typedef {import("./game-events.ts").WarnedEvent} WarnedEvent */
/** @typedef {import("./game-events.ts").EndangeredEvent} EndangeredEvent */

/**
 * @param {Rules} rules  the position before the move, which is legal
 * @param {string} from @param {string} to
 * @param {import("../core/xiangqi.ts").Verdict|null} loss  by which it loses through repetition
 * @param {import("../core/xiangqi.ts").Notation} kind  how moves are written
 * @param {(move: string, rules: Rules) => string|undefined} dangerOf  the capture to be warned of
 * @returns {WarnedEvent|EndangeredEvent|null}
 */
export function warningOf(rules, from, to, loss, kind, dangerOf) {
  if (loss)
    return { type: "warned", from, to, verdict: loss, texts: write(rules, loss.cycle, kind) };
  const capture = dangerOf(from + to, rules);
  return capture === undefined ? null : { type: "endangered", from, to, capture };
}

/**
 * Plies of a cycle in words, those to come included.
 * @param {Rules} rules @param {import("../core/xiangqi.ts").CyclePly[]} cycle @param {import("../core/xiangqi.ts").Notation} kind
 */
function write(rules, cycle, kind) {
  const played = rules.notation(kind);
  const toCome = cycle.filter(({ ply }) => ply >= played.length).map(({ move }) => move);
  const texts = [...played, ...rules.line(toCome, kind)];
  return cycle.map(({ ply, move }) => texts[ply] ?? move);
}

/** The piece that would be taken. @param {Pick<import("./state.ts").State, "position">} state @param {string} move @param {string} capture */
export function endangered({ position }, move, capture) {
  const { placement } = movedPosition(position, move.slice(0, 2), move.slice(2));
  return placement[squareIndex(capture.slice(2))];
}

/** @param {import("./state.ts").State} state @param {EndangeredEvent} caution @param {Pick<import("../core/i18n.ts").I18n, "t">} i18n */
export function describeCaution(state, { from, to, capture }, { t }) {
  const [start, end] = [capture.slice(0, 2), capture.slice(2)];
  return t(end === to ? "caution.there" : "caution.then", {
    piece: t(`piece.${endangered(state, from + to, capture)}`),
    by: t(`piece.${state.position.placement[squareIndex(start)]}`),
  });
}
