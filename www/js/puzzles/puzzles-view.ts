// The view of the puzzles' page: shows the state and announces its changes.

import type { Board } from "../board/index.ts";
import { notationOf } from "../core/languages.ts";
import type { MoveFacts } from "../core/move-facts.ts";
import { oncePerFrame } from "../core/scheduling.ts";
import { describeMove } from "../core/words.ts";
import { playLook } from "../shell/appearance.ts";
import type { PageShell } from "../shell/create-page.ts";
import { createGridWords } from "../shell/grid-words.ts";
import { showSiteNav } from "../shell/site-nav.ts";
import { byId, setText } from "../ui/dom.ts";
import { createPanelContent } from "./panel-content.ts";
import { createPanel, showDue } from "./puzzle-panel.ts";
import type { ControlName, PanelContent } from "./puzzle-panel.ts";
import type { Model } from "./puzzles-model.ts";
import type { RoomMessage } from "./room-context.ts";

export function createView(
  page: PageShell,
  board: Board,
  model: Model,
  actions: Record<ControlName, () => void>,
) {
  const { i18n, preferences, announce } = page;
  const { t } = i18n;
  const showPanel = createPanel(i18n, actions);
  const { content, format, formatGoal } = createPanelContent(page, board, model);
  const gridWords = createGridWords(i18n, announce, ["grid.help", "grid.help.type"]);
  const renderSoon = oncePerFrame(render);
  model.subscribe(renderSoon);
  /** The goal that was shown last. */
  let lastGoal = "";
  /** The message that was shown last. */
  let lastWords = "";
  let lastMessage: RoomMessage | undefined;

  const boardTexts = () => ({ label: t("board.label"), words: gridWords() });

  function render() {
    const { section, loaded } = model.get();
    if (!i18n.ready || !loaded) return;
    const isPractice = section === "practice";
    showDue(loaded.practice.due, i18n);
    byId("to-analysis").hidden = !isPractice || !loaded.practice.isEmpty;
    setText(byId("choose-name"), t(isPractice ? "practice.overview" : "choose"));
    byId("page").dataset.part = section;
    showSiteNav(section !== "endings"); // hidden for endings, which are games against the engine
    board.set({ ...playLook(preferences), ...boardTexts() });
    const shown = content(); // null until a puzzle is loaded
    if (!shown) return;
    showPanel(shown);
    announceChange(shown);
  }

  /**
   * Announces a new goal with its message, or a new message alone. A message that changes with each move is not
   * announced alone. In the practice, the same words about another move are announced again.
   */
  function announceChange(shown: PanelContent) {
    const { words, isPassing, section } = shown;
    const message = model.room?.message;
    const goal = formatGoal(shown);
    if (goal !== lastGoal) announce(`${goal} ${words}`);
    else if (
      (words !== lastWords || (section === "practice" && message !== lastMessage)) &&
      !isPassing
    )
      announce(message?.move ? format(message, true) : words);
    lastGoal = goal;
    lastWords = words;
    lastMessage = message;
  }

  return {
    render,
    /** Shows a change on the board: updates the board at once, and the rest in the next frame. */
    changed() {
      const { room } = model;
      if (room) board.set({ ...room.board, ...boardTexts() });
      renderSoon();
    },
    announceMove(move: MoveFacts, isCheck: boolean) {
      const words = describeMove(move, notationOf(preferences.settings), i18n);
      announce(words + (isCheck ? t("say.check") : ""));
    },
    announceGoal() {
      const shown = content();
      if (shown) announce(`${formatGoal(shown)} ${lastWords}`);
    },
  };
}
