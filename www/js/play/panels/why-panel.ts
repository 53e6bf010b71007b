// Explains a bad move of the person during a game: judges the last move with the engine at full strength and, if the
// move was a mistake, offers to show the line that punishes it, with the reasons. The person can take the move back or
// play on.

import { createBoard } from "../../board/index.ts";
import type { BoardState } from "../../board/index.ts";
import type { I18n } from "../../core/i18n.ts";
import { notationOf } from "../../core/languages.ts";
import { moveFacts } from "../../core/move-facts.ts";
import { spokenLine } from "../../core/spoken-line.ts";
import { describeMove } from "../../core/words.ts";
import { isSamePosition } from "../../core/xiangqi.ts";
import type { Notation, PositionView, Side } from "../../core/xiangqi.ts";
import { judgeMove, judgePosition, loadReviewing } from "../../explain/judge.ts";
import type { Explanation, Finding, JudgeContext } from "../../explain/judge.ts";
import { ShowLine } from "../../explain/show-line.ts";
import { describeExplanation } from "../../explain/why-words.ts";
import type { GameClass, RulesGame } from "../../rules/rules.ts";
import type { Sound } from "../../shell/sound.ts";
import { buildSheet } from "../../ui/build-sheet.ts";
import { button, el, setText } from "../../ui/dom.ts";
import type { Announce } from "../../ui/notice.ts";
import type { Page } from "../context.ts";
import { JudgingCancelled, judgeGame, loadAnalysisWords } from "../game-judge.ts";
import "../../../css/why.css";

export interface WhyParts {
  /** Returns the board properties that define the look of the page's boards. */
  look(): Partial<BoardState>;
  playSound(name: Sound): void;
  announce: Announce;
}

/**
 * The numbers of nodes for the search of a position and for the comparison of two moves. They are large enough for a
 * reliable judgement, and small enough to be searched in a moment.
 */
const NODES = { position: 60_000, comparison: 120_000 };
/** The longest wait for the search of the evaluation bar, in milliseconds. */
const MAX_EVALUATION_WAIT_MS = 3000;
/** The largest number of moves that are shown of a line without mate. */
const MAX_MOVES = 8;

interface Offer {
  /** The position in which the offer is made. */
  position: PositionView;
  startFen: string | null;
  /** The moves before the bad move. */
  moves: string[];
  finding: Finding;
  explanation: Explanation;
}

export async function createWhyPanel(page: Page, parts: WhyParts) {
  const { store, i18n, controller } = page;
  const [words, reviewing] = await Promise.all([loadAnalysisWords(i18n.lang), loadReviewing()]);
  let offer: Offer | null = null;
  /** The language of the button's label. */
  let lang = "";
  let sheet: ReturnType<typeof createWhySheet> | null = null;
  const ask = button("button button-small why-ask", () => void open());
  ask.id = "why-ask";

  /** Waits until the position has been searched for the evaluation bar, if the bar is shown. */
  async function evaluated(position: PositionView) {
    const { evaluation, settings } = store.get();
    if (!settings.evalBar) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, MAX_EVALUATION_WAIT_MS);
      const stop = store.subscribe((state) => {
        if (state.evaluation === evaluation && isSamePosition(state.position, position)) return;
        clearTimeout(timer);
        stop();
        resolve();
      });
    });
  }

  async function show(next: Offer) {
    offer = next;
    lang = i18n.lang;
    const strip = document.querySelector(`.player[data-side="${store.get().game.side}"]`);
    await words.use(i18n.lang);
    if (offer !== next || !strip) return;
    setText(ask, words.t("analysis.review.here.ask"));
    if (ask.parentElement === strip) return;
    strip.append(ask);
    page.announce(ask.textContent);
  }

  async function open() {
    const opened = offer;
    if (!opened) return;
    await words.use(i18n.lang);
    sheet ??= createWhySheet(words, parts, () => controller.undo());
    const { settings, game } = store.get();
    if (!page.rules || offer !== opened) return;
    sheet.show(opened, {
      Game: page.rules.Game,
      notation: notationOf(settings),
      side: game.side,
      mayTakeBack: !settings.insist,
    });
  }

  store.subscribe(({ position }) => {
    if (!offer) return;
    if (isSamePosition(position, offer.position)) {
      if (i18n.lang !== lang) void show(offer);
      return;
    }
    offer = null;
    ask.remove();
    sheet?.close();
  });

  /** Judges the move at `ply`, which the engine has answered. Returns null if it is no mistake. */
  async function judge(context: JudgeContext, ply: number) {
    const before = await judgePosition(context, ply);
    const after = await judgePosition(context, ply + 1);
    const { label, finding } = await judgeMove(context, ply, before, after);
    if (!finding || (label !== "mistake" && label !== "blunder")) return null;
    return { finding, explanation: context.review.explain(ply, finding) };
  }

  return {
    /** Judges the person's last move while this position is on the board. */
    async consider(position: PositionView): Promise<void> {
      const isCurrent = () => isSamePosition(store.get().position, position);
      if (!isCurrent()) return;
      const { game } = store.get();
      const ply = game.ply - 2;
      try {
        await evaluated(position);
        if (!isCurrent()) return;
        const judged = await judgeGame(page, reviewing, position, NODES, (context) =>
          judge(context, ply),
        );
        if (!judged || !isCurrent()) return;
        const { startFen, moves } = game;
        await show({ position, startFen, moves: moves.slice(0, ply), ...judged });
      } catch (error) {
        if (!(error instanceof JudgingCancelled)) reportError(error);
      }
    },
  };
}

interface SheetOptions {
  Game: GameClass;
  notation: Notation;
  /** The side at the bottom of the board. */
  side: Side;
  mayTakeBack: boolean;
}

function createWhySheet(i18n: I18n, parts: WhyParts, takeBack: () => void) {
  const { t } = i18n;
  const host = el("div", "board");
  const place = el("p", "why-place");
  const why = el("ul", "why-sentences");
  let line: ShowLine | null = null;
  const makeButton = (name: string, onClick: () => void, look = "button-small") =>
    Object.assign(button(`button ${look}`, onClick), { id: `why-${name}` });
  const back = makeButton("back", () => line?.step("back"));
  const on = makeButton("on", () => line?.step("on"));
  const play = makeButton("play", () => (line?.playing ? line.stop() : line?.play()));
  const onTakeBack = () => {
    sheet.dialog.close();
    takeBack();
  };
  const take = makeButton("take", onTakeBack, "");
  const goOn = makeButton("go-on", () => sheet.dialog.close(), "button-primary");
  const steps = el("div", "why-steps", back, on, play);
  const actions = el("div", "sheet-actions is-pair", take, goOn);
  const frame = el("div", "why-board", host);
  const sheet = buildSheet("why-dialog", i18n, frame, place, steps, why, actions);
  const board = createBoard(host, {});
  sheet.dialog.addEventListener("close", () => line?.dismiss());

  function update() {
    if (!line) return;
    board.set({ ...parts.look(), ...line.board(), label: t("board.label") });
    setText(place, line.status());
    const { back: mayBack, on: mayOn } = line.canStep();
    back.disabled = !mayBack;
    on.disabled = !mayOn;
    play.disabled = !mayOn && !line.playing;
    setText(play, t(`analysis.review.line.${line.playing ? "stop" : "play"}`));
  }

  return {
    close: () => sheet.dialog.close(),
    show(
      { startFen, moves, finding, explanation }: Offer,
      { Game, notation, side, mayTakeBack }: SheetOptions,
    ) {
      /** Returns the result of `read` for the game after the moves `before`. */
      const after = <Value>(before: string[], read: (game: RulesGame) => Value): Value => {
        const game = new Game(startFen, before);
        try {
          return read(game);
        } finally {
          game.free();
        }
      };
      const write = (before: string[], shown: string[]) =>
        after(before, (game) => game.line(shown, notation));
      line?.dismiss();
      line = new ShowLine(
        Game,
        { startFen, moves, line: [finding.played, ...shorten(finding)], from: 1 },
        {
          onChange: update,
          onDismiss: () => {},
          playSound: ({ check, captured }) =>
            parts.playSound(check ? "check" : captured ? "capture" : "move"),
          announce: parts.announce,
          write,
          writeSpoken: (before, shown) =>
            spokenLine(Game, { startFen, moves: before }, shown, notation, i18n),
          formatStatus: (move, at, total) =>
            t("analysis.review.line.at", { move: i18n.move(move), at, total }),
        },
      );
      const sentences = describeExplanation(explanation, i18n);
      why.replaceChildren(...sentences.map((sentence) => el("li", "", sentence)));
      setText(back, t("analysis.review.line.back"));
      setText(on, t("analysis.review.line.step"));
      setText(take, t("analysis.review.here.takeBack"));
      setText(goOn, t("analysis.review.here.playOn"));
      take.hidden = !mayTakeBack;
      board.set({ orientation: side });
      const [move = ""] = write(moves, [finding.played]);
      const facts = after(moves, (game) => moveFacts(game, finding.played));
      const title = (text: string) => t("analysis.review.here.title", { move: text });
      sheet.open(title(i18n.move(move)), title(describeMove(facts, notation, i18n)));
      line.play();
      update();
    },
  };
}

/** Shortens a line, unless it ends in mate. */
const shorten = ({ punishment, scores }: Finding) =>
  "mate" in scores.played ? punishment : punishment.slice(0, MAX_MOVES);
