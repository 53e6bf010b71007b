// The retry of a mistake on the page: the person's moves on the board, the engine's answers, and the progress in words.

import { html } from "lit-html";
import { MAX_LEVEL } from "../../core/levels.ts";
import { spokenLine } from "../../core/spoken-line.ts";
import type { BoardMode } from "../../explain/board-mode.ts";
import type { SearchOptions } from "../../engine/types.ts";
import type { ReviewParts } from "./index.ts";
import { Retry, RETRY_MOVES } from "./retry.ts";
import type { RetrySources, TurningPoint } from "./retry.ts";
import { percent, smallButton } from "./widgets.ts";

/** The number of nodes of the search that judges the final position. */
const JUDGE_NODES = 350_000;
const LEVELS = Array.from({ length: MAX_LEVEL }, (_, index) => index + 1);

interface RetryGame {
  /** The engine's level. */
  level: number;
  /** The mistake as text. */
  text: string;
  /** The mistake in words for screen readers. */
  spoken: string;
}

export type RetryPanel = ReturnType<typeof createRetryPanel>;

/**
 * `update` renders the review. `onEnd` is called after the retry has ended; `hadFocus` is true if the panel had the
 * focus.
 */
export function createRetryPanel(
  host: HTMLElement,
  parts: Omit<ReviewParts, "study" | "second">,
  { update, onEnd }: { update: () => void; onEnd: (hadFocus: boolean) => void },
) {
  const { i18n, queue, owner, Game, reviewing, notation, announce, play, settle, toBoard } = parts;
  const { t } = i18n;
  let retry: Retry | null = null;
  let releaseQueue = () => {};
  let game: RetryGame = { level: MAX_LEVEL, text: "", spoken: "" };
  let job = new AbortController();
  let lastWords = "";
  /** The number of moves of the retry that were announced. */
  let announced = 0;

  /** Searches with an empty transposition table, which makes the answer reproducible. */
  async function ask({ startFen }: TurningPoint, moves: string[], options: SearchOptions) {
    const { signal } = job;
    await queue.forget();
    return signal.aborted ? null : queue.ask(startFen, moves, options, undefined, signal);
  }

  const sources = (turn: TurningPoint): RetrySources => ({
    Game,
    reviewing,
    async reply(moves) {
      const seed = (retry?.tries ?? 0) + 1;
      const report = await ask(turn, moves, { level: game.level, seed });
      await settle();
      return report?.move ?? null;
    },
    judge: async (moves) => (await ask(turn, moves, { nodes: JUDGE_NODES }))?.score ?? null,
    changed,
  });

  function changed() {
    if (!retry) return;
    const { turn, line, isOver, view, status, isSame } = retry;
    if (line.length > announced) play(isOver ? "end" : view.check ? "check" : "move");
    const moves = spokenLine(Game, turn, line, notation(), i18n).slice(announced);
    announced = line.length;
    owner.refresh();
    update();
    const words = describe(retry, game.spoken);
    const isNew = status !== "thinking" && (words !== lastWords || isSame);
    lastWords = words;
    const all = [...moves.map((move) => `${move}.`), ...(isNew ? [words] : [])];
    if (all.length > 0) announce(all.join(" "));
  }

  /** Describes the progress. `move` is the mistake, as text or in words. */
  function describe({ status, isSame, done, line, side, chance, best }: Retry, move: string) {
    const say = (name: string, params = {}) => t(`analysis.review.retry.${name}`, params);
    const count = { done, total: RETRY_MOVES };
    if (isSame) return say("same", { move });
    if (status === "play" && line.length === 0)
      return say("begin", { side: t(`side.${side}`), move, total: RETRY_MOVES });
    if (status === "play") return say("progress", count);
    if (status === "thinking") return say("thinking", count);
    if (status === "held" || status === "lost")
      return say(status, { percent: percent(chance ?? 0), best: percent(best) });
    return say(status);
  }

  const canGoBack = ({ line, isOver, status }: Retry) =>
    line.length > 0 && !isOver && status !== "judging";

  const panel = () => host.querySelector<HTMLElement>(".review-retry");

  const mode: BoardMode = {
    board() {
      if (!retry) return {};
      const { view, side, isPersonsTurn } = retry;
      return {
        ...view,
        orientation: side,
        movable: isPersonsTurn ? side : null,
        dests: isPersonsTurn ? view.dests : new Map(),
        arrows: [],
      };
    },
    status: () => t("analysis.review.retry.title"),
    move: (move) => void retry?.move(move).catch(reportError),
    refusal: (move) => retry?.refusal(move),
    position: () => ({
      startFen: retry?.turn.startFen ?? null,
      moves: [...(retry?.turn.moves ?? []), ...(retry?.line ?? [])],
    }),
    typingAnchor: () => panel()?.querySelector<HTMLElement>(".retry-words") ?? host,
    step: (name) => name === "back" && retry?.back(),
    canStep: () => ({ back: (retry?.line.length ?? 0) > 0, on: false }),
    dismiss: end,
  };

  function leave() {
    if (!retry) return;
    owner.leave(mode);
    end();
  }

  function end() {
    if (!retry) return;
    const hadFocus = panel()?.contains(document.activeElement) ?? false;
    job.abort();
    retry.leave();
    retry = null;
    releaseQueue();
    onEnd(hadFocus);
  }

  function template(now: Retry) {
    const key = (name: string, act: () => void, isShown: boolean, isPrimary = false) =>
      smallButton(`retry-${name}`, t(`analysis.review.retry.${name}`), act, {
        isPrimary,
        hidden: !isShown,
      });
    const again = () => {
      now.again();
      toBoard();
    };
    const back = () => {
      now.back();
      if (!canGoBack(now)) toBoard();
    };
    const setLevel = ({ target }: Event) => {
      game = { ...game, level: Number((target as HTMLSelectElement).value) };
    };
    const levels = LEVELS.map(
      (level) =>
        html`<option value=${level} .selected=${level === game.level}>
          ${level} · ${t(`level.${level}.name`)}
        </option>`,
    );
    const words = describe(now, i18n.move(game.text));
    return html`<h2 class="review-title">${t("analysis.review.retry.title")}</h2>
      <p class="retry-words" data-status=${now.status} .textContent=${words}></p>
      <p class="review-note" ?hidden=${now.tries === 0}>
        ${t("analysis.review.retry.tries", { count: now.tries })}
      </p>
      <label class="retry-row">
        <span>${t("analysis.review.retry.level")}</span>
        <select class="retry-level" id="retry-level" @change=${setLevel}>
          ${levels}
        </select>
      </label>
      <div class="review-keys">
        ${key("again", again, now.line.length > 0, true)} ${key("back", back, canGoBack(now))}
        ${key("leave", leave, true)}
      </div>`;
  }

  return {
    leave,
    get retry() {
      return retry;
    },
    template: () => retry && template(retry),
    begin(turn: TurningPoint, of: RetryGame) {
      leave();
      game = of;
      job = new AbortController();
      announced = 0;
      releaseQueue = queue.claim("review");
      retry = new Retry(turn, sources(turn));
      lastWords = "";
      owner.enter(mode);
      changed();
    },
  };
}
