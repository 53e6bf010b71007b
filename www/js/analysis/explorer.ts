// The opening explorer below the moves: the moves that were played in the library's games from the position on the
// board, with results and games; the moves of the engine's opening book; and the engine's scores. Fetches nothing until
// it is first opened.

import { html, nothing, render } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { repeat } from "lit-html/directives/repeat.js";
import type { LibraryReply } from "../../pkg-lab/lab.js";
import { errorDetails } from "../core/error-details.ts";
import type { I18n } from "../core/i18n.ts";
import { LANGUAGES, textIn } from "../core/languages.ts";
import { memoizeAsync } from "../core/memoize.ts";
import { createStore } from "../core/store.ts";
import type { Notation } from "../core/xiangqi.ts";
import type { LibraryClient } from "../database/library-client.ts";
import type { Explored, LibraryEvent, Row } from "../database/types.ts";
import { isTagFilled } from "../rules/record-words.ts";
import { el, i18nElement, langOfMoves } from "../ui/dom.ts";
import type { PackOffers } from "../ui/pack-offers.ts";
import type { MoveScores } from "./explorer-scores.ts";
import { scoreInWords, shortScore, toneOf } from "./lines/engine-line.ts";
import type { LibraryAccess } from "./library-access.ts";
import { revealWithin } from "./scroll-into-view.ts";

/** The largest number of listed games. */
const MAX_GAMES = 30;
/** The largest number of moves that the engine scores. */
const MAX_SCORED = 12;
const RESULTS: Record<string, string> = { red: "1-0", black: "0-1", draw: "½-½", ongoing: "*" };

/** A move of the library's games, of the book, or of both. `share` is the book's frequency of the move, 0 to 1. */
type ListedMove = Omit<LibraryReply, "notation"> & { share: number };

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

export function createExplorer(
  host: HTMLElement,
  i18n: I18n,
  { library: shared, notation, write, play, open, scores, announce }: ExplorerPage,
) {
  const { t } = i18n;
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
    client = await shared.open({ onEvent, onEnd: fail });
    return client;
  }

  function onEvent(event: LibraryEvent) {
    if (event.type === "overtaken") void ask();
    else if (event.type === "progress") offers?.progress(event.progress);
  }

  const offerPacks = memoizeAsync(async () => {
    const { createPackOffers } = await import("../ui/pack-offers.ts");
    offers = await createPackOffers({ i18n, client: () => client, end: ask, announce });
    draw();
  });

  function fail() {
    library = null;
    client = null;
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
    if (!isVisible() || isAsking) return;
    isAsking = true;
    while (isDue) {
      isDue = false;
      await askOnce(fenOnBoard);
    }
    isAsking = false;
  }

  async function askOnce(fen: string) {
    if (state.get().status !== "ready") state.set({ status: "loading" });
    try {
      library ??= openClient();
      const explored = await (await library).explore(fen, MAX_GAMES);
      state.set({ status: "ready", fen, explored });
    } catch (error) {
      if (!errorDetails(error).code) reportError(error);
      fail();
    }
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
    const moveRows = repeat(
      explored ? listedMoves(explored) : [],
      ({ move }) => `${fen} ${move}`,
      (listed) => {
        const inputs = [now, i18n.lang, notation(), scores()?.get(fen, listed.move)];
        return guard(inputs, () => moveRow(listed, fen));
      },
    );
    const gameRows = repeat(
      rows,
      ({ id }) => `${fen} ${id}`,
      (row, index) => gameRow(row, explored?.plies[index] ?? 0),
    );
    const hasMoves = explored !== null && listedMoves(explored).length > 0;
    const title = t("analysis.explorer.games");
    const hasNoGames = explored?.size === 0;
    if (hasNoGames) offerPacks().catch(reportError);
    const isOffering = offers && (hasNoGames || offers.isRunning);
    return html`
      <p class="explorer-count" id="explorer-count" role="status">${describe(now)}</p>
      <a class="link" id="explorer-add" href="library.html" ?hidden=${!hasNoGames}
        >${t("analysis.explorer.add")}</a
      >
      ${isOffering ? offers?.host : nothing} ${listOf("moves", hasMoves, moveRows)}
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
    return [count, describeResults(replies)].join(t("list.facts"));
  }

  const describeResults = ({ red, draws, black }: Pick<LibraryReply, "red" | "draws" | "black">) =>
    t("analysis.explorer.results", { red, draws, black });

  function moveRow(listed: ListedMove, fen: string) {
    const { move, games } = listed;
    const lang = langOfMoves(notation(), i18n);
    const onPress = () => fen === fenOnBoard && play(move);
    return html`<li>
      <button type="button" class="explorer-row" data-move=${move} @click=${onPress}>
        <span class="explorer-move" lang=${lang}>${i18n.move(write(fen, move))}</span>
        <span class="explorer-games">${games > 0 ? games : ""}</span>
        ${games > 0 ? bar(listed) : html`<span></span>`} ${scoreOf(fen, move)}
        <span class="explorer-more">${moveFacts(listed)}</span>
      </button>
    </li>`;
  }

  /** Creates a bar with one part per result. The length of a part is the result's share of the games. */
  function bar(listed: ListedMove) {
    const words = describeResults(listed);
    const parts = (["red", "draws", "black"] as const).map((result) => {
      const name = `is-${result === "draws" ? "draw" : result}`;
      return html`<span class=${name} .style=${`flex-grow: ${listed[result]}`}></span>`;
    });
    // prettier-ignore
    return html`<span class="explorer-bar" role="img" aria-label=${words}
      title=${words}>${parts}</span>`;
  }

  function scoreOf(fen: string, move: string) {
    const score = scores()?.get(fen, move);
    if (!score) return html`<span class="explorer-score"></span>`;
    const words = scoreInWords(score, i18n);
    // prettier-ignore
    return html`<span class="explorer-score" role="img" aria-label=${words} title=${words}
      data-tone=${toneOf(score)}>${shortScore(score, i18n)}</span>`;
  }

  /** Describes a move: the opening that it leads to, its share in the book, the years and the players of its games. */
  function moveFacts({ opening, share, years, players }: ListedMove) {
    const [from, to] = years ?? [];
    const span = from === to ? `${from ?? ""}` : `${from}–${to}`;
    const book = share > 0 ? t("analysis.explorer.book", { share: Math.round(share * 100) }) : "";
    const facts = [book, span, ...players].filter(Boolean).join(t("list.facts"));
    const { text, lang } = textIn(opening, i18n.lang);
    if (!text) return facts;
    const { htmlLang } = LANGUAGES[lang];
    const name = html`<span class="explorer-opening" lang=${htmlLang}>${text}</span>`;
    return [name, facts && t("list.facts"), facts];
  }

  function gameRow({ id, red, black, title, result, event, date }: Row, ply: number) {
    const hasPlayer = isTagFilled(red) || isTagFilled(black);
    const players = [red, black].map((name) => (isTagFilled(name) ? name : "?")).join(" – ");
    const names = (!hasPlayer && title) || players;
    const facts = [date, event === names ? "" : event].filter(isTagFilled).join(t("list.facts"));
    return html`<li>
      <button type="button" class="explorer-row is-game" @click=${() => void openGame(id, ply)}>
        <span class="explorer-names">${names}</span>
        <span class="explorer-games">${RESULTS[result] ?? ""}</span>
        <span class="explorer-more">${facts}</span>
      </button>
    </li>`;
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
  };
}

/**
 * Returns the moves played in the library's games, the most played first, followed by the moves that only the book has.
 */
function listedMoves({ replies: { moves }, book }: Explored): ListedMove[] {
  const unplayed = { games: 0, red: 0, draws: 0, black: 0, years: null, players: [] };
  const isPlayed = (move: string) => moves.some((reply) => reply.move === move);
  const shareOf = (move: string) => book.find((entry) => entry.move === move)?.share ?? 0;
  return [
    ...moves.map((reply) => ({ ...reply, share: shareOf(reply.move) })),
    ...book.filter(({ move }) => !isPlayed(move)).map((entry) => ({ ...unplayed, ...entry })),
  ];
}
