// The rows of the explorer: a move with its games, its results, its share in the book and its evaluation; or a game.

import { html, nothing } from "lit-html";
import type { LibraryReply } from "../../pkg-lab/lab.js";
import type { I18n } from "../core/i18n.ts";
import { LANGUAGES, textIn } from "../core/languages.ts";
import type { Notation } from "../core/xiangqi.ts";
import type { Explored, Row } from "../database/types.ts";
import { isTagFilled } from "../rules/record-words.ts";
import { langOfMoves } from "../ui/dom.ts";
import { scoreInWords, shortScore, toneOf } from "./lines/engine-line.ts";
import type { MoveValue } from "./move-values.ts";

const RESULTS: Record<string, string> = { red: "1-0", black: "0-1", draw: "½-½", ongoing: "*" };
/** The least part of a bar that has room for its percentage, in percent. */
const LEAST_LABELLED = 16;

/** A move of the library's games, of the book, or of both. `share` is the book's frequency of the move, 0 to 1. */
type ListedMove = Omit<LibraryReply, "notation"> & { share: number };

type Results = Pick<LibraryReply, "red" | "draws" | "black">;

export const describeResults = ({ red, draws, black }: Results, { t }: I18n): string =>
  t("analysis.explorer.results", { red, draws, black });

/** Rounds a share to percent, with one decimal below 10. */
const percentOf = (share: number) =>
  share > 0 && share < 0.0995 ? (share * 100).toFixed(1) : `${Math.round(share * 100)}`;

interface RowsPage {
  notation(): Notation;
  write(fen: string, move: string): string;
  play(fen: string, move: string): void;
  open(id: number, ply: number): void;
  valueOf(fen: string, move: string): MoveValue | undefined;
}

export function createExplorerRows(i18n: I18n, page: RowsPage) {
  const { t } = i18n;

  /** Creates a bar with one part per result. The length of a part is the result's share of the games. */
  function bar(listed: ListedMove) {
    const words = describeResults(listed, i18n);
    const all = listed.red + listed.draws + listed.black;
    const parts = (["red", "draws", "black"] as const).map((result) => {
      const name = `is-${result === "draws" ? "draw" : result}`;
      const percent = all > 0 ? Math.round((listed[result] / all) * 100) : 0;
      const label = percent >= LEAST_LABELLED ? `${percent}%` : nothing;
      return html`<span class=${name} .style=${`flex-grow: ${listed[result]}`}>${label}</span>`;
    });
    // prettier-ignore
    return html`<span class="explorer-bar" role="img" aria-label=${words}
      title=${words}>${parts}</span>`;
  }

  /** Shows the deepest evaluation of a move, with the search from which it comes. */
  function scoreOf(fen: string, move: string) {
    const value = page.valueOf(fen, move);
    if (!value?.score) return html`<span class="explorer-score"></span>`;
    const { score, source, depth } = value;
    const from = t(`analysis.explorer.source.${source}.words`, { depth });
    const words = [scoreInWords(score, i18n), from].join(t("list.facts"));
    // prettier-ignore
    return html`<span class="explorer-score" role="img" aria-label=${words} title=${words}
      data-tone=${toneOf(score)}>${shortScore(score, i18n)}</span><span class="explorer-source"
      aria-hidden="true">${t(`analysis.explorer.source.${source}`, { depth })}</span>`;
  }

  /**
   * Describes a move: the opening that it leads to, its shares in the library and in the book, the years and the players
   * of its games. `all` is the number of games that reach the position.
   */
  function moveFacts({ opening, share, games, years, players }: ListedMove, all: number) {
    const [from, to] = years ?? [];
    const span = from === to ? `${from ?? ""}` : `${from}–${to}`;
    const played = all > 0 ? t("analysis.explorer.share", { share: percentOf(games / all) }) : "";
    const book = share > 0 ? t("analysis.explorer.book", { share: percentOf(share) }) : "";
    const facts = [played, book, span, ...players].filter(Boolean).join(t("list.facts"));
    const { text, lang } = textIn(opening, i18n.lang);
    if (!text) return facts;
    const { htmlLang } = LANGUAGES[lang];
    const name = html`<span class="explorer-opening" lang=${htmlLang}>${text}</span>`;
    return [name, facts && t("list.facts"), facts];
  }

  return {
    /** Returns the names of the columns. */
    head: (isShown: boolean) =>
      html`<p class="explorer-row explorer-head" aria-hidden="true" ?hidden=${!isShown}>
        <span>${t("analysis.explorer.moves")}</span>
        <span class="explorer-games">${t("analysis.explorer.head.games")}</span>
        <span>${t("analysis.explorer.head.results")}</span>
        <span class="explorer-score">${t("analysis.explorer.head.score")}</span>
      </p>`,

    move(listed: ListedMove, fen: string, all: number) {
      const { move, games } = listed;
      const lang = langOfMoves(page.notation(), i18n);
      return html`<li>
        <button
          type="button"
          class="explorer-row"
          data-move=${move}
          @click=${() => page.play(fen, move)}
        >
          <span class="explorer-move" lang=${lang}>${i18n.move(page.write(fen, move))}</span>
          <span class="explorer-games">${games > 0 ? games : ""}</span>
          ${games > 0 ? bar(listed) : html`<span></span>`} ${scoreOf(fen, move)}
          <span class="explorer-more">${moveFacts(listed, all)}</span>
        </button>
      </li>`;
    },

    game({ id, red, black, title, result, event, date }: Row, ply: number) {
      const hasPlayer = isTagFilled(red) || isTagFilled(black);
      const players = [red, black].map((name) => (isTagFilled(name) ? name : "?")).join(" – ");
      const names = (!hasPlayer && title) || players;
      const facts = [date, event === names ? "" : event].filter(isTagFilled).join(t("list.facts"));
      return html`<li>
        <button type="button" class="explorer-row is-game" @click=${() => page.open(id, ply)}>
          <span class="explorer-names">${names}</span>
          <span class="explorer-games">${RESULTS[result] ?? ""}</span>
          <span class="explorer-more">${facts}</span>
        </button>
      </li>`;
    },
  };
}

/**
 * Returns the moves played in the library's games, the most played first, followed by the moves that only the book has.
 */
export function listedMoves({ replies: { moves }, book }: Explored): ListedMove[] {
  const unplayed = { games: 0, red: 0, draws: 0, black: 0, years: null, players: [] };
  const isPlayed = (move: string) => moves.some((reply) => reply.move === move);
  const shareOf = (move: string) => book.find((entry) => entry.move === move)?.share ?? 0;
  return [
    ...moves.map((reply) => ({ ...reply, share: shareOf(reply.move) })),
    ...book.filter(({ move }) => !isPlayed(move)).map((entry) => ({ ...unplayed, ...entry })),
  ];
}
