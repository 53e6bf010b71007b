// The board of the analysis page: shows the study or a mode (see board-owner.ts), and plays the person's moves.

import { createBoard } from "../board/index.ts";
import type { Overlay } from "../board/shapes.ts";
import { pieceAt, splitMove } from "../core/xiangqi.ts";
import { playLook } from "../shell/appearance.ts";
import type { PageShell } from "../shell/create-page.ts";
import { createGridWords } from "../shell/grid-words.ts";
import { byId } from "../ui/dom.ts";
import type { Model } from "./analysis-model.ts";

/** The duration of a move on the board, in milliseconds. */
const ANIMATION_MS = 240;
/** Steps that follow each other within this time, in milliseconds, are not animated: an arrow key is being held. */
const HELD_MS = 140;

export type AnalysisBoard = ReturnType<typeof createAnalysisBoard>;

export function createAnalysisBoard(page: PageShell, model: Model) {
  const { i18n, t, preferences, sound } = page;
  const { owner, engineArrows } = model;
  const gridWords = createGridWords(i18n, page.announce, ["grid.help", "grid.help.type"]);
  const board = createBoard(byId("board"), {
    ...playLook(preferences),
    placement: ".".repeat(90),
    movable: "both",
    onMove: (from: string, to: string) => play(from + to),
    onRefused: (from: string, to: string) => refuse(from + to),
    onSelect: (square: string | null) => square && sound.play("pick"),
    onOutOfTurn: page.notifyTurn,
  });
  let stepped = -Infinity;
  let shownPlacement = "";

  /** Returns the duration of the animation that leads to a placement. */
  function animationTo(placement: string) {
    if (placement === shownPlacement) return {};
    const before = stepped;
    stepped = performance.now();
    shownPlacement = placement;
    return { animationMs: stepped - before < HELD_MS ? 0 : ANIMATION_MS };
  }

  const arrows = () => (owner.marks.length > 0 ? owner.marks : engineArrows.get());
  engineArrows.subscribe(() => {
    // The arrows of a mode take precedence over the engine's.
    if (model.study && !owner.mode?.board().arrows) board.set({ arrows: arrows() });
  });

  /**
   * Passes a move to the mode on the board. If there is no mode, plays the move in the study, where it may begin a
   * variation.
   */
  function play(move: string) {
    const { study } = model;
    if (!study) return;
    if (owner.mode) return owner.mode.move?.(move);
    const isCapture = pieceAt(study.get().position.placement, splitMove(move)[1]) !== ".";
    study.play(move);
    const { verdict, check } = study.get().position;
    const isOver = verdict.result !== "ongoing";
    sound.play(isOver ? "end" : check ? "check" : isCapture ? "capture" : "move");
  }

  const refusal = (move: string) =>
    owner.mode ? owner.mode.refusal?.(move) : model.study?.refusal(move).reason;

  function refuse(move: string) {
    page.refuse(refusal(move), pieceAt(board.state.placement, splitMove(move)[0]));
  }

  return {
    board,
    play,
    /** Returns why a move is illegal; undefined if it is legal. */
    refusal,
    /**
     * Shows the board of the mode. If there is no mode, shows the study's position, with `overlay` drawn over the
     * pieces.
     */
    show(overlay: Overlay | null) {
      if (!model.study) return;
      const { placement, turn, dests, lastMove, check } = model.study.get().position;
      board.set({
        ...animationTo(placement),
        placement,
        turn,
        dests,
        lastMove,
        check,
        movable: "both",
        orientation: model.bottom(),
        arrows: arrows(),
        overlay: owner.mode ? null : overlay,
        ...owner.mode?.board(),
        label: t("board.label"),
        words: gridWords(),
      });
    },
  };
}
