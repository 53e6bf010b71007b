// The opening explorer below the moves: the moves that were played in the library's games from the position on the
// board, with results and games; the moves of the engine's opening book; and the engine's scores. Fetches nothing until
// it is first opened.

import { html, nothing, render } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { repeat } from "lit-html/directives/repeat.js";
import { errorDetails } from "../core/error-details.ts";
import type { I18n } from "../core/i18n.ts";
import { memoizeAsync } from "../core/memoize.ts";
import { createStore } from "../core/store.ts";
import type { Notation } from "../core/xiangqi.ts";
import type { LibraryClient } from "../database/library-client.ts";
import type { Explored, LibraryEvent } from "../database/types.ts";
import { el, i18nElement } from "../ui/dom.ts";
import type { PackOffers } from "../ui/pack-offers.ts";
import { createExplorerRows, describeResults, listedMoves } from "./explorer-rows.ts";
import type { MoveScores } from "./explorer-scores.ts";
import type { LibraryAccess } from "./library-access.ts";
import { revealWithin } from "./scroll-into-view.ts";

/** The largest number of listed games. */
const MAX_GAMES = 30;
/** The largest number of moves that the engine scores. */
const MAX_SCORED = 12;
/** The number of positions whose answers are remembered. */
const MAX_ANSWERS = 200;
/** The longest time for which the engine waits for the library, in milliseconds. */
const HOLD_MS = 3000;

interface ExplorerPage {
  library: LibraryAccess;
  notation(): Notation;
  /** Formats a move of the position `fen` in the chosen notation. */
  write(fen: string, move: string): string;
  play(move: string): void;
  /** Opens a game of the library at a ply. */
  open(pgn: string, ply: number, id: number): Promise<void>;
  /** Returns the engine's scores of moves; null until the rules are loaded. */
  scores(): MoveScores | null;
  announce(words: string): void;
  /** Stops the engine, so that the library answers without delay. Returns the function that lets it go on. */
  hold(): () => void;
  /** Opens the sheet with the main lines of the position on the board. */
  learn(client: LibraryClient): void;
  /** Called after the explorer has been opened or closed. */
  toggled(): void;
}

type ExplorerState =
  | { status: "loading" | "failed" }
  | {
      status: "ready";
      /**
       * The FEN that `explored` describes. After a move, it stays the previous position until the library has answered.
       */
      fen: string;
      explored: Explored;
    };

export function createExplorer(host: HTMLElement, i18n: I18n, page: ExplorerPage) {
  const { library: shared, notation, write, play, open, scores, announce } = page;
  const { t } = i18n;
  const rowsOf = createExplorerRows(i18n, {
    notation,
    write,
    play: (fen, move) => fen === fenOnBoard && play(move),
    open: (id, ply) => void openGame(id, ply),
    valueOf: (fen, move) => scores()?.valueOf(fen, move),
  });
  /** The library's latest answers, by position. It is replaced when they are no longer valid. */
  let answers = new Map<string, Explored>();
  const body = el("div", "explorer-body");
  const summary = i18nElement("summary", "analysis.explorer");
  const box = el("details", "explorer", summary, body);
  box.id = "explorer";
  host.append(box);

  const state = createStore<ExplorerState>({ status: "loading" });
  state.subscribe(draw);
  let library: Promise<LibraryClient> | null = null;
  let fenOnBoard = "";
  let isAsking = false;
  /** True while the explorer is scrolled into view and its part of the page is shown. */
  let isInView = false;
  /** True from the opening of the explorer until its moves are shown. The explorer is then scrolled into view once. */
  let isOpening = false;
  /** True if the position on the board has yet to be looked up. */
  let isDue = false;

  /** The packs of games that can be added to an empty library; null until they are needed. */
  let offers: PackOffers | null = null;
  let client: LibraryClient | null = null;

  async function openClient() {
    client = await shared.open(listeners);
    return client;
  }

  const listeners = {
    onEvent(event: LibraryEvent) {
      if (event.type === "progress") offers?.progress(event.progress);
      if (event.type === "overtaken") void askAnew();
    },
    onEnd: fail,
  };

  /** Asks the library again, whose games have changed. */
  function askAnew() {
    answers = new Map();
    return ask();
  }

  const offerPacks = memoizeAsync(async () => {
    const { createPackOffers } = await import("../ui/pack-offers.ts");
    const options = { i18n, client: () => client, end: askAnew, announce, isBrief: true };
    offers = await createPackOffers(options);
    draw();
  });

  function fail() {
    library = null;
    client = null;
    answers = new Map();
    state.set({ status: "failed" });
  }

  const isVisible = () => box.open && isInView && !document.hidden;

  function onVisibility() {
    if (!isVisible()) scores()?.stop();
    else if (isDue || state.get().status !== "ready") void ask();
    else draw();
  }

  /**
   * Looks up the position on the board. Requests run one at a time. If the position changes several times during a
   * request, only the last position is looked up.
   */
  async function ask() {
    isDue = true;
    if (!isVisible()) return;
    scores()?.stop();
    if (isAsking) return;
    const known = answers.get(fenOnBoard);
    if (known) return answer(fenOnBoard, known);
    isAsking = true;
    const goOn = page.hold();
    const timer = setTimeout(goOn, HOLD_MS);
    while (isDue && isVisible()) {
      isDue = false;
      await askOnce(fenOnBoard);
    }
    isAsking = false;
    clearTimeout(timer);
    goOn();
  }

  async function askOnce(fen: string) {
    if (state.get().status !== "ready") state.set({ status: "loading" });
    const valid = answers;
    try {
      library ??= openClient();
      const opened = await library;
      const explored = valid.get(fen) ?? (await opened.explore(fen, MAX_GAMES));
      // Otherwise the library's games have changed since, and the position is due again.
      if (answers === valid) answer(fen, explored);
    } catch (error) {
      reportUnexpected(error);
      fail();
    }
  }

  /** Reports an error without a code. Those with one are expected, such as a missing connection. */
  function reportUnexpected(error: unknown) {
    if (!errorDetails(error).code) reportError(error);
  }

  function answer(fen: string, explored: Explored) {
    isDue &&= fen !== fenOnBoard;
    answers.delete(fen);
    answers.set(fen, explored);
    const [oldest = ""] = answers.keys();
    if (answers.size > MAX_ANSWERS) answers.delete(oldest);
    state.set({ status: "ready", fen, explored });
  }

  function draw() {
    const now = state.get();
    const hadFocus = body.contains(document.activeElement);
    render(template(now), body);
    // Keeps the keyboard's focus in the explorer if the focused row was removed.
    if (hadFocus && !body.contains(document.activeElement))
      (body.querySelector<HTMLElement>("#explorer-moves button") ?? summary).focus();
    requestScores(now);
    if (!isOpening || now.status === "loading") return;
    isOpening = false;
    revealWithin(box, host);
  }

  function requestScores(now: ExplorerState) {
    const moves = now.status === "ready" ? listedMoves(now.explored).map(({ move }) => move) : [];
    if (!isVisible() || now.status !== "ready" || moves.length === 0) return scores()?.stop();
    const onScore = () => render(template(state.get()), body);
    scores()?.request({ fen: now.fen, moves: moves.slice(0, MAX_SCORED), onScore });
  }

  function template(now: ExplorerState) {
    const { explored, fen } = now.status === "ready" ? now : { explored: null, fen: "" };
    const rows = explored?.rows ?? [];
    const games = explored?.replies.games ?? 0;
    const moveRows = repeat(
      explored ? listedMoves(explored) : [],
      ({ move }) => `${fen} ${move}`,
      (listed) => {
        const inputs = [now, i18n.lang, notation(), scores()?.valueOf(fen, listed.move)];
        return guard(inputs, () => rowsOf.move(listed, fen, games));
      },
    );
    const gameRows = repeat(
      rows,
      ({ id }) => `${fen} ${id}`,
      (row, index) => rowsOf.game(row, explored?.plies[index] ?? 0),
    );
    const hasMoves = explored !== null && listedMoves(explored).length > 0;
    const title = t("analysis.explorer.games");
    const hasNoGames = explored?.size === 0;
    if (hasNoGames) offerPacks().catch(reportUnexpected);
    const isOffering = offers && (hasNoGames || offers.isRunning);
    return html`
      <p class="explorer-count" id="explorer-count" role="status">${describe(now)}</p>
      <a class="link" id="explorer-add" href="library.html" ?hidden=${!hasNoGames}
        >${t("analysis.explorer.add")}</a
      >
      ${isOffering ? offers?.host : nothing}
      <button
        type="button"
        class="button button-small"
        id="explorer-learn"
        ?hidden=${games === 0}
        @click=${() => void learn()}
      >
        ${t("analysis.main")}
      </button>
      ${rowsOf.head(hasMoves)} ${listOf("moves", hasMoves, moveRows)}
      <p class="explorer-title" ?hidden=${rows.length === 0}>${title}</p>
      ${listOf("games", rows.length > 0, gameRows)}
    `;
  }

  function listOf(kind: "moves" | "games", isShown: boolean, rows: unknown) {
    const label = t(`analysis.explorer.${kind}`);
    return html`<ul
      class="explorer-list"
      id="explorer-${kind}"
      aria-label=${label}
      ?hidden=${!isShown}
    >
      ${rows}
    </ul>`;
  }

  function describe(now: ExplorerState) {
    if (now.status !== "ready")
      return t(`analysis.explorer.${now.status === "failed" ? "failed" : "wait"}`);
    const { size, replies } = now.explored;
    if (size === 0) return t("analysis.explorer.none");
    if (replies.games === 0) return t("analysis.explorer.new", { all: size });
    const count = t("analysis.explorer.count", { n: replies.games, all: size });
    return [count, describeResults(replies, i18n)].join(t("list.facts"));
  }

  async function learn() {
    const opened = await library?.catch(() => null);
    if (opened) page.learn(opened);
  }

  async function openGame(id: number, ply: number) {
    try {
      const pgn = await (await library)?.write(id);
      if (pgn) await open(pgn, ply, id);
    } catch (error) {
      reportError(error);
      fail();
    }
  }

  box.addEventListener("toggle", () => {
    isDue = true;
    isOpening = box.open;
    answers = new Map(); // whatever could not be fetched before is fetched again
    page.toggled();
    onVisibility();
  });
  document.addEventListener("visibilitychange", onVisibility);
  new IntersectionObserver((entries) => {
    isInView = entries.some(({ isIntersecting }) => isIntersecting);
    onVisibility();
  }).observe(box);

  return {
    /** `fen` is the position on the board. */
    update(fen: string) {
      if (fenOnBoard === fen) return;
      fenOnBoard = fen;
      void ask();
    },
    isOpen: () => box.open,
    /** Opens or closes the explorer. */
    show: (isOpen: boolean): void => void (box.open = isOpen),
    /**
     * Prevents scrolling to the explorer when its moves arrive. Called when another game was opened in the meantime.
     */
    stayInPlace() {
      isOpening = false;
    },
    /** Redraws the explorer after a change of the language or the notation. */
    redraw() {
      draw();
      void offers?.redraw();
    },
    /** Shows new evaluations. */
    showValues() {
      if (isVisible() && state.get().status === "ready") render(template(state.get()), body);
    },
  };
}
