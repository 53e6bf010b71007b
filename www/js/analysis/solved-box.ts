// The value of a solved ending on the board, and its moves, coloured by what they keep.

import { html, nothing, render } from "lit-html";
import { createI18n, fetchJson } from "../core/i18n.ts";
import type { I18n } from "../core/i18n.ts";
import { memoizeAsync } from "../core/memoize.ts";
import type { Notation } from "../core/xiangqi.ts";
import { sideOf } from "../core/xiangqi.ts";
import { SolvedEndings, mayBeSolved, movesIn } from "../endings/solved-endings.ts";
import type { SolvedValue, SolvedEnding } from "../endings/solved-endings.ts";
import { el, langOfMoves } from "../ui/dom.ts";
import type { StudyPosition } from "./study.ts";
import "../../css/solved.css";

export interface SolvedPage {
  notation(): Notation;
  /** Formats a move of the position `fen` in the chosen notation. */
  write(fen: string, move: string): string;
  play(move: string): void;
}

/** The time after which the value of the last position is hidden, in milliseconds. */
const LATE_MS = 150;

const endings = new SolvedEndings();

/** Creates the box in front of an element. */
export function createSolvedBox(next: HTMLElement, i18n: I18n, page: SolvedPage) {
  const words = createI18n(i18n.lang, (lang) =>
    fetchJson(new URL(`../../locales/solved/${lang}.json`, import.meta.url)),
  );
  const box = el("section", "solved");
  box.id = "solved";
  box.hidden = true;
  next.before(box);
  let shown: StudyPosition | null = null;
  let solved: SolvedEnding | null = null;
  const loadWords = memoizeAsync(() => words.use(i18n.lang));

  function draw() {
    box.hidden = !solved;
    box.inert = false;
    if (solved && shown) render(template(solved, shown), box);
  }

  function template({ moves, ...value }: SolvedEnding, { fen, turn }: StudyPosition) {
    const { t } = words;
    const rows = moves.map(({ move, ...kept }) => {
      const outcome = outcomeOf(kept);
      return html`<li>
        <button
          type="button"
          class="solved-move"
          data-value=${kept.value}
          data-move=${move}
          title=${outcome}
          @click=${() => page.play(move)}
        >
          <span lang=${langOfMoves(page.notation(), i18n)}
            >${i18n.move(page.write(fen, move))}</span
          >
          <span class="solved-distance" aria-hidden="true"
            >${kept.plies === null ? "=" : movesIn(kept.plies)}</span
          >
          <span class="unseen">${outcome}</span>
        </button>
      </li>`;
    });
    return html`<p class="solved-value" data-value=${valueForRed(value, turn)} role="status">
        ${describe(value, turn)}
      </p>
      ${
        rows.length > 0
          ? html`<ul class="solved-moves" aria-label=${t("solved.moves")}>
              ${rows}
            </ul>`
          : nothing
      }`;
  }

  const outcomeOf = ({ value, plies }: SolvedValue) =>
    words.t(`solved.move.${value}`, { n: movesIn(plies ?? 0) });

  function describe({ value, plies }: SolvedValue, turn: StudyPosition["turn"]) {
    if (value === "draw") return words.t("solved.draw");
    const winner = winnerOf(value, turn);
    return words.t(`solved.win.${winner}`, { n: movesIn(plies ?? 0) });
  }

  const winnerOf = (value: "win" | "loss", turn: StudyPosition["turn"]) =>
    (value === "win") === (sideOf(turn) === "red") ? "red" : "black";

  const valueForRed = ({ value }: SolvedValue, turn: StudyPosition["turn"]) =>
    value === "draw" ? "draw" : winnerOf(value, turn);

  return {
    /** Shows the value of a position. Without the tables, nothing is shown. */
    async update(position: StudyPosition) {
      if (position.fen === shown?.fen) return;
      shown = position;
      if (position.verdict.result !== "ongoing" || !mayBeSolved(position.fen)) {
        solved = null;
        return draw();
      }
      // The moves of the last position cannot be pressed any more; they are hidden if the answer takes long.
      box.inert = true;
      const late = setTimeout(() => (box.hidden = true), LATE_MS);
      solved = null;
      try {
        const [found] = await Promise.all([endings.probe(position.fen), loadWords()]);
        if (shown === position) solved = found;
      } catch (error) {
        // Without a network the analysis works as before; the next position asks again.
        if (shown === position) console.warn("Solved endings cannot be fetched:", error);
      } finally {
        clearTimeout(late);
      }
      if (shown === position) draw();
    },
    /** Redraws after a change of the language or the notation. */
    async redraw() {
      if (words.ready) await words.use(i18n.lang);
      draw();
    },
  };
}
