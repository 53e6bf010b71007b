// The card at the end of a game. It leaves the pieces of the last move visible and the page usable, and can be closed.

import type { MessageKey } from "../../core/message-keys.ts";
import type { Board } from "../../board/index.ts";
import type { I18n } from "../../core/i18n.ts";
import { levelName, strengthName } from "../../core/levels.ts";
import type { LazyPart } from "../../shell/lazily.ts";
import { hasNeverPlayed } from "../../shell/settings.ts";
import { button, el, setText } from "../../ui/dom.ts";
import type { showCycle } from "../../ui/repetition-diagram.ts";
import { NEXT_ACTIONS, nextActions } from "../after-game.ts";
import { resultWords } from "../game-words.ts";
import type { Outcome } from "../game-words.ts";
import { loadLaterWords } from "../later-words.ts";
import { weightOf } from "../rating.ts";
import { isOver } from "../state.ts";
import type { State } from "../state.ts";
import { endPicture, matePicture } from "./end-picture.ts";
import { bindPlace } from "./result-place.ts";
import "../../../css/result.css";

interface ResultCommands extends Record<
  "new" | "again" | "look" | "playOn" | "analyse" | "referee" | "board",
  () => void
> {
  atLevel(level: number): void;
}

export async function createResult(
  host: HTMLElement,
  i18n: I18n,
  commands: ResultCommands,
  repetitionDiagram: LazyPart<{ showCycle: typeof showCycle }>,
  board: Pick<Board, "centerOf">,
) {
  const words = await loadLaterWords(i18n);
  const seal = el("span", "seal");
  const mate = el("div", "result-mate");
  const next = el("p", "result-next");
  /** Key of the pictures shown; the pictures are redrawn only when the key changes. */
  let shownPictures = "";
  const place = bindPlace(host, board);
  const headline = el("h2", "result-headline");
  const reason = el("p", "result-reason");
  const counts = el("p", "result-counts");
  const cycle = el("div", "cycle");
  const referee = button("cycle-referee", commands.referee);
  /** Key of the diagram shown; the diagram is rebuilt only when the key changes. */
  let shownCycle = "";
  let offeredLevel = 0;
  const atLevel = () => commands.atLevel(offeredLevel);
  const actions = { ...commands, harder: atLevel, easier: atLevel };
  const buttons = NEXT_ACTIONS.map((action) => {
    const element = button("button", actions[action]);
    element.id = `result-${action}`;
    return { action, element };
  });
  host.append(
    seal,
    el("div", "result-words", headline, reason, mate),
    counts,
    cycle,
    referee,
    next,
    el("div", "result-actions", ...buttons.map(({ element }) => element)),
  );

  function showPictures(state: State, outcome: Outcome) {
    const { position, game } = state;
    const { result, reason: cause } = position.verdict;
    const key = [outcome, game.side, position.placement, cause].join(" ");
    if (key === shownPictures) return;
    shownPictures = key;
    seal.replaceChildren(endPicture(outcome, result === "black" ? "black" : "red"));
    mate.replaceChildren(...[matePicture(state)].filter((picture) => picture !== null));
  }

  /** Shows the diagram that says what each ply of a repetition was. */
  function showRepetition({ position: { verdict, notation } }: State) {
    const texts = verdict.cycle.map(({ ply, move }) => notation[ply] ?? move);
    const key = [i18n.lang, ...texts].join(" ");
    if (key === shownCycle) return;
    cycle.hidden = true;
    if (texts.length === 0) shownCycle = key;
    else
      void repetitionDiagram((diagram) => {
        shownCycle = key;
        diagram.showCycle(cycle, verdict.cycle, texts, i18n);
      });
  }

  function showActions(state: State) {
    const { first, rest, level } = nextActions(state);
    offeredLevel = level;
    for (const { action, element } of buttons) {
      element.hidden = action !== first && !rest.includes(action);
      element.classList.toggle("button-primary", action === first);
      // If "new" is not the suggested action, its label has an ellipsis, since the button opens a sheet.
      const key: MessageKey =
        action === "new" && first !== "new" ? "start.new" : `action.${action}`;
      if (!element.hidden) setText(element, i18n.t(key, { name: levelName(level, i18n) }));
    }
  }

  function update(state: State) {
    const hasFocus = host.contains(document.activeElement);
    host.hidden = !isOver(state) || state.resultSeen || state.start;
    if (host.hidden && hasFocus) commands.board();
    if (host.hidden) return;
    if (words.lang !== i18n.lang) void words.use(i18n.lang).then(() => update(state), reportError);
    const { outcome, ...sentences } = resultWords(state, i18n);
    host.dataset.outcome = outcome;
    showPictures(state, outcome);
    setText(headline, isFirstWin(state) ? words.t("play.first") : sentences.headline);
    setText(reason, sentences.reason);
    // A newcomer sees the picture of the mate instead of the words.
    reason.classList.toggle("unseen", hasNeverPlayed(state) && mate.childElementCount > 0);
    const strength = nextStrength(state);
    next.hidden = strength === null;
    if (strength !== null)
      setText(next, words.t("play.next", { name: strengthName(strength, i18n) }));
    const why = whyLess(state);
    setText(counts, why ? i18n.t(`rating.less.${why}`) : "");
    showRepetition(state);
    setText(referee, i18n.t("referee.open"));
    referee.hidden = state.position.verdict.cycle.length === 0;
    showActions(state);
    place(state);
  }

  return { update };
}

/** Returns true if the game is the person's first win of all rated games. */
const isFirstWin = ({ game, position, rating: { history } }: State) =>
  game.mode === "engine" &&
  history.at(-1)?.seed === game.seed &&
  position.verdict.result === game.side &&
  history.at(-1)?.points === 1 &&
  history.filter(({ points }) => points === 1).length === 1;

/** Returns the strength of the next opponent; null if that strength does not follow the rating. */
const nextStrength = ({ game, rating: { inUse, rating } }: State) =>
  game.mode === "engine" && game.fits && inUse && rating ? rating.level : null;

/** Returns the reason why the game counts less, or not at all, for the rating; null if it counts fully. */
const whyLess = ({ game, rating }: State) =>
  game.mode === "engine" && rating.inUse ? weightOf(game).why : null;
