// The person's commands on the review: showing a mistake, playing its lines on the board, adding a line to the study,
// and retrying.

import { ShowLine } from "../../explain/show-line.ts";
import type { LineKind } from "./detail.ts";
import type { ReviewParts } from "./index.ts";
import type { RetryPanel } from "./retry-panel.ts";
import type { ReviewModel } from "./review-model.ts";

export type ReviewCommands = ReturnType<typeof createReviewCommands>;

/** `update` renders the review. `focus` focuses a button of the detail. */
export function createReviewCommands(
  host: HTMLElement,
  model: ReviewModel,
  parts: ReviewParts,
  retry: RetryPanel,
  { update, focus }: { update: () => void; focus: (name: "on" | "punishment") => void },
) {
  const { i18n, study, Game, owner, play, announce } = parts;
  const { t } = i18n;
  const { run, words } = model;
  const change = (changes: Partial<ReturnType<ReviewModel["get"]>>) =>
    model.update((state) => ({ ...state, ...changes }));

  function takeLineAway() {
    const { shown } = model.get();
    if (!shown) return;
    owner.leave(shown.mode);
    change({ shown: null });
  }

  /**
   * Announces the mistake at `ply`, its reasons and the better move. If `withMove` is true, also announces the played
   * move.
   */
  function announceMistake(ply: number, withMove: boolean) {
    const mistake = model.mistakeAt(ply);
    if (!mistake) return;
    const { label, finding } = mistake;
    const [better = ""] = words.speak(run.moves.slice(0, ply), [finding.best]);
    announce(
      t("analysis.review.ears.mistake", {
        mistake: withMove ? words.describeDrop(mistake) : t(`analysis.review.label.${label}`),
        why: model.reasons(mistake).join(" "),
        better,
      }),
    );
  }

  return {
    /** Goes to a mistake and announces it. */
    show(ply: number) {
      takeLineAway();
      change({ chosen: ply });
      // If the study does not change its node, nothing else announces the move.
      const isThere = model.place() === ply + 1;
      study.go(model.nodeAt(ply + 1));
      update();
      host.querySelector(".review-detail")?.scrollIntoView({ block: "nearest" });
      announceMistake(ply, isThere);
    },

    /** Goes to the next or the previous mistake. Returns false if the game has no mistakes. */
    goToMistake(direction: 1 | -1): boolean {
      const mistakes = [...run.moves.keys()].filter((ply) => model.mistakeAt(ply));
      const places = mistakes.map((ply) => ply + 1);
      const here = model.place() ?? 0;
      const next =
        direction > 0 ? places.find((at) => at > here) : places.findLast((at) => at < here);
      if (next !== undefined) study.go(model.nodeAt(next));
      return places.length > 0;
    },

    /** Puts a line of the mistake on the board and plays it. */
    showLine(kind: LineKind) {
      const mistake = model.mistake();
      if (!mistake) return;
      const { ply, finding } = mistake;
      const isBetter = kind === "better";
      const line = isBetter ? finding.better : [finding.played, ...finding.punishment];
      const mode = new ShowLine(
        Game,
        {
          startFen: run.startFen,
          moves: run.moves.slice(0, ply),
          line,
          from: isBetter ? 0 : 1,
        },
        {
          onChange() {
            owner.refresh();
            update();
          },
          onDismiss: () => change({ shown: null }),
          playSound: ({ check, captured }) => play(check ? "check" : captured ? "capture" : "move"),
          announce,
          write: words.write,
          writeSpoken: words.speak,
          formatStatus: (move, at, total) =>
            t("analysis.review.line.at", { move: i18n.move(move), at, total }),
        },
      );
      change({ shown: { mode, kind, ply }, chosen: ply });
      owner.enter(mode);
      mode.play();
      update();
      focus("on");
    },

    step: (name: "back" | "on") => model.get().shown?.mode.step(name),

    togglePlaying() {
      const mode = model.get().shown?.mode;
      if (mode?.playing) mode.stop();
      else mode?.play();
      update();
    },

    closeLine() {
      takeLineAway();
      update();
      focus("punishment");
    },

    /** Adds the line on the board to the study as a variation. */
    keepLine() {
      const mistake = model.mistake();
      const { shown } = model.get();
      if (!mistake || !shown) return;
      const { better, punishment } = mistake.finding;
      if (shown.kind === "better") study.addLine(model.nodeAt(mistake.ply), better);
      else study.addLine(model.nodeAt(mistake.ply + 1), punishment);
      takeLineAway();
      announce(t("analysis.review.kept"));
      update();
      focus("punishment");
    },

    retry() {
      const mistake = model.mistake();
      if (!mistake) return;
      takeLineAway();
      const { played, scores } = mistake.finding;
      const moves = run.moves.slice(0, mistake.ply);
      const [text = ""] = words.write(moves, [played]);
      const [spoken = ""] = words.speak(moves, [played]);
      run.pause();
      retry.begin(
        { startFen: run.startFen, moves, played, best: scores.best },
        { level: parts.level(), text, spoken },
      );
      update();
      parts.toBoard();
      host.scrollIntoView({ block: "nearest" });
    },
  };
}
