// The card that says how the game ended. It leaves the pieces of the last move in sight, blocks nothing, and can be put
// away. It is fetched during the game.

import { levelName, strengthName } from "../../core/levels.ts";
import { weightOf } from "../rating.ts";
import { button, el, setText } from "../../ui/dom.ts";
import { createLaterWords } from "../later-words.ts";
import { hasNeverPlayed } from "../../shell/settings.ts";
import { resultWords } from "../result-words.ts";
import { waysOn } from "../ways-on.ts";
import { endPicture, matePicture } from "./end-picture.ts";
import { bindPlace } from "./result-place.ts";
import { isOver } from "../state.ts";
import "../../../css/result.css";

/** @typedef {import("../state.ts").State} State */
/** @typedef {import("../../core/i18n.ts").I18n} I18n */
/** @typedef {import("../ways-on.ts").Way} Way */

/** In their order: what most will want comes first, in a line of its own. @type {readonly Way[]} */
const WAYS = ["again", "harder", "easier", "playOn", "new", "look", "analyse"];

/**
 * @param {HTMLElement} host
 * @param {I18n} i18n
 * @param {Record<"new"|"again"|"look"|"playOn"|"analyse"|"referee"|"board", () => void> & { atLevel: (level: number) => void }} actions
 * @param {(use: (drawing: typeof import("../../ui/repetition-diagram.ts")) => void) => void} draw  fetches what draws a repetition
 * @param {Pick<import("../../board/index.ts").Board, "centerOf">} board
 */
export async function createResult(host, i18n, actions, draw, board) {
  const words = createLaterWords(i18n);
  await words.use(i18n.lang);
  const seal = el("span", "seal");
  const mate = el("div", "result-mate");
  const next = el("p", "result-next");
  /** Names what the pictures show now: they are drawn again only when it changes. */
  let drawn = "";
  const place = bindPlace(host, board);
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
    el("div", "result-words", headline, reason, mate),
    counts,
    cycle,
    referee,
    next,
    el("div", "result-actions", ...ways.map(({ element }) => element)),
  );

  return {
    /** @param {State} state */
    update(state) {
      const held = host.contains(document.activeElement);
      host.hidden = !isOver(state) || state.resultSeen || state.start;
      if (host.hidden && held) actions.board(); // what was pressed is gone
      if (host.hidden) return;
      if (words.lang !== i18n.lang)
        void words.use(i18n.lang).then(() => this.update(state), reportError);
      const { outcome, headline: line, reason: why } = resultWords(state, i18n);
      host.dataset.outcome = outcome;
      this.picture(state, outcome);
      setText(headline, isFirstWin(state) ? words.t("play.first") : line);
      setText(reason, why);
      // A picture tells as much to somebody who is new.
      reason.classList.toggle("unseen", hasNeverPlayed(state) && mate.childElementCount > 0);
      const coming = nextStrength(state);
      next.hidden = coming === null;
      if (coming !== null)
        setText(next, words.t("play.next", { name: strengthName(coming, i18n) }));
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
      place(state);
    },

    /** Shows the end of the game in pictures. @param {State} state @param {"won"|"lost"|"draw"} outcome */
    picture(state, outcome) {
      const { position, game } = state;
      const now = [outcome, game.side, position.placement, position.verdict.reason].join(" ");
      if (now === drawn) return;
      drawn = now;
      const { result } = position.verdict;
      seal.replaceChildren(endPicture(outcome, result === "black" ? "black" : "red"));
      mate.replaceChildren(...[matePicture(state)].filter((one) => one !== null));
    },

    /** What each ply of a repetition was. @param {State} state */
    explain({ position }) {
      const { verdict, notation } = position;
      const texts = verdict.cycle.map(({ ply, move }) => notation[ply] ?? move);
      const key = [i18n.lang, ...texts].join(" ");
      if (key === shown) return;
      cycle.hidden = true;
      if (texts.length === 0) shown = key;
      else
        draw(({ showCycle }) => {
          shown = key;
          showCycle(cycle, verdict.cycle, texts, i18n);
        });
    },
  };
}

/** The person's first win of all that counted. @param {State} state */
const isFirstWin = ({ game, position, rating: { history } }) =>
  game.mode === "engine" &&
  history.at(-1)?.seed === game.seed &&
  position.verdict.result === game.side &&
  history.at(-1)?.points === 1 &&
  history.filter(({ points }) => points === 1).length === 1;

/** Returns the strength of the next opponent, null unless it follows the person. @param {State} state */
const nextStrength = ({ game, rating: { inUse, rating } }) =>
  game.mode === "engine" && game.fits && inUse && rating ? rating.level : null;

/** Why the game counts less than usual for the rating, or not at all. @param {State} state */
const whyLess = ({ game, rating }) =>
  game.mode === "engine" && rating.inUse ? weightOf(game).why : null;
