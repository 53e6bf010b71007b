// The turning point on the page: the person's moves on the board, the engine's answers at a level, and how it goes in words.

import { button, el, setText } from "../../ui/dom.ts";
import { MAX_LEVEL } from "../../core/levels.ts";
import { Retry, RETRY_MOVES } from "./retry.ts";
import { spokenLine } from "../../core/spoken-line.ts";
import { percent } from "./widgets.ts";

/** @typedef {import("../../explain/board-mode.ts").BoardMode} BoardMode */
/** @typedef {import("./retry.ts").Turn} Turn */

/** Nodes for the judgement in the end. */
const JUDGE_NODES = 350_000;

/**
 * @typedef {object} RetryParts
 * @property {import("../../core/i18n.ts").I18n} i18n
 * @property {import("../engine-queue.js").EngineQueue} queue
 * @property {import("../../explain/board-mode.ts").BoardOwner} owner
 * @property {import("../../rules/rules.ts").GameClass} Game
 * @property {() => import("../../core/xiangqi.ts").Notation} notation
 * @property {(name: import("../../shell/sound.ts").Sound) => void} play        a sound
 * @property {() => Promise<void>} settle      until the board is still
 * @property {(words: string) => void} announce
 * @property {(wasWithin: boolean) => void} left  whether the keyboard was in the panel
 * @property {() => void} toBoard             takes the keyboard there
 */

/** @param {HTMLElement} host @param {RetryParts} parts */
export function createRetryPanel(host, parts) {
  const { i18n, queue, owner, Game } = parts;
  const { t } = i18n;
  const title = el("h2", "review-title");
  const words = el("p", "retry-words");
  const tries = el("p", "review-note");
  const level = el("select", "retry-level");
  level.id = "retry-level";
  const levelName = el("span", "");
  const levelRow = el("label", "retry-row", levelName, level);
  /** @param {string} name @param {string} look @param {() => void} act */
  const key = (name, look, act) => {
    const made = button(`button button-small ${look}`, act);
    made.id = `retry-${name}`;
    return made;
  };
  const keys = {
    again: key("again", "button-primary", () => {
      retry?.again();
      parts.toBoard();
    }),
    back: key("back", "", () => {
      retry?.back();
      if (keys.back.hidden) parts.toBoard();
    }),
    leave: key("leave", "", () => leave()),
  };
  host.append(title, words, tries, levelRow, el("div", "review-keys", ...Object.values(keys)));
  host.hidden = true;

  /** @type {Retry|null} */
  let retry = null;
  let releaseQueue = () => {};
  /** The move in question, as it is written and as it is told. */
  let played = { text: "", spoken: "" };
  let job = new AbortController();

  /** Nothing remembered, so that it comes out the same again. @param {Turn} turn @param {string[]} moves @param {object} limits */
  async function ask({ startFen }, moves, limits) {
    const { signal } = job;
    await queue.forget();
    return signal.aborted ? null : queue.ask(startFen, moves, limits, undefined, signal);
  }

  /** @param {Turn} turn @returns {import("./retry.ts").Sources} */
  const sources = (turn) => ({
    Game,
    reply: async (moves) => {
      const seed = (retry?.tries ?? 0) + 1;
      const report = await ask(turn, moves, { level: Number(level.value), seed });
      await parts.settle();
      return report?.move ?? null;
    },
    judge: async (moves) => (await ask(turn, moves, { nodes: JUDGE_NODES }))?.score ?? null,
    changed,
  });

  let heard = "";
  let plies = 0;

  function changed() {
    if (!retry) return;
    if (retry.line.length > plies) parts.play(soundOf(retry));
    const moves = spoken(retry).slice(plies);
    plies = retry.line.length;
    owner.refresh();
    update();
    const said = say(played.spoken);
    const isNew = retry.status !== "thinking" && (said !== heard || retry.isSame);
    heard = said;
    const all = [...moves.map((move) => `${move}.`), ...(isNew ? [said] : [])];
    if (all.length > 0) parts.announce(all.join(" "));
  }

  /** @param {Retry} now */
  const soundOf = ({ isOver, view }) => (isOver ? "end" : view.check ? "check" : "move");

  /** Both sides' moves, for those who do not see them. @param {Retry} now */
  const spoken = ({ turn, line }) => spokenLine(Game, turn, line, parts.notation(), i18n);

  /** How it goes. @param {string} move the one in question */
  function say(move) {
    if (!retry) return "";
    const { status, isSame, done, line } = retry;
    const count = { done, total: RETRY_MOVES };
    if (isSame) return t("analysis.review.retry.same", { move });
    if (status === "play" && line.length === 0)
      return t("analysis.review.retry.begin", {
        side: t(`side.${retry.side}`),
        move,
        total: RETRY_MOVES,
      });
    if (status === "play") return t("analysis.review.retry.progress", count);
    if (status === "thinking") return t("analysis.review.retry.thinking", count);
    const chances = { percent: percent(retry.chance ?? 0), best: percent(retry.best) };
    if (status === "held") return t("analysis.review.retry.held", chances);
    if (status === "lost") return t("analysis.review.retry.lost", chances);
    return t(`analysis.review.retry.${status}`);
  }

  function update() {
    host.hidden = retry === null;
    if (!retry) return;
    setText(title, t("analysis.review.retry.title"));
    setText(words, say(i18n.move(played.text)));
    words.dataset.status = retry.status;
    tries.hidden = retry.tries === 0;
    setText(tries, t("analysis.review.retry.tries", { count: retry.tries }));
    setText(levelName, t("analysis.review.retry.level"));
    setText(keys.again, t("analysis.review.retry.again"));
    setText(keys.back, t("analysis.review.retry.back"));
    setText(keys.leave, t("analysis.review.retry.leave"));
    keys.again.hidden = retry.line.length === 0;
    keys.back.hidden = retry.line.length === 0 || retry.isOver || retry.status === "judging";
    nameLevels();
  }

  function nameLevels() {
    if (level.options.length === 0)
      level.append(
        ...Array.from({ length: MAX_LEVEL }, (_, i) => {
          const option = el("option", "");
          option.value = String(i + 1);
          return option;
        }),
      );
    for (const option of level.options)
      setText(option, `${option.value} · ${t(`level.${option.value}.name`)}`);
  }

  /** @type {BoardMode} */
  const mode = {
    board: () => {
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
    typingAnchor: () => words,
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
    const wasWithin = host.contains(document.activeElement);
    job.abort();
    retry.leave();
    retry = null;
    releaseQueue();
    update();
    parts.left(wasWithin);
  }

  return {
    update,
    leave,
    get retry() {
      return retry;
    },
    /** @param {Turn} turn @param {{ level: number, text: string, spoken: string }} of the game's level, and the move in question in words */
    begin(turn, of) {
      leave();
      played = of;
      nameLevels();
      level.value = String(of.level);
      job = new AbortController();
      plies = 0;
      releaseQueue = queue.claim("review");
      retry = new Retry(turn, sources(turn));
      heard = "";
      owner.enter(mode);
      changed();
    },
  };
}
