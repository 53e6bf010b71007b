// The engine's lines as rows. Each row has a score and moves. A move can be previewed, reached with the arrow keys, and
// pressed. The elements of rows and moves are reused when their words change, to keep hover and focus.

import { html } from "lit-html";
import type { I18n } from "../../core/i18n.ts";
import type { Standing } from "./line-words.ts";
import type { LinesCommands } from "./lines-commands.ts";
import type { Look, Spot } from "./lines-model.ts";
import { iconTemplate } from "../../ui/icon-template.ts";

export interface Row extends Standing {
  depth: number;
  /** The moves in the notation of the settings. */
  texts: string[];
  /** The label before each move: the round number, such as "12.", if a round begins with the move, else "". */
  rounds: string[];
  blackFirst: boolean;
  /** True if the line can be added to the study. */
  mayTake: boolean;
}

/** The largest number of moves shown in a closed row. */
const CLOSED_LENGTH = 10;
/** The largest number of moves shown in an open row. */
const OPEN_LENGTH = 40;

/** Returns the index of an element among its siblings. */
const indexOf = (element: Element) => [...(element.parentElement?.children ?? [])].indexOf(element);

const movesOf = (row: Element | undefined) => [
  ...(row?.querySelectorAll<HTMLElement>(".line-move:not([hidden])") ?? []),
];

/** Returns the indexes and the element of the move at an event's target; null if the target is outside of all moves. */
function spotOf(target: EventTarget | null): [Spot, HTMLElement] | null {
  const move = target instanceof Element ? target.closest<HTMLElement>(".line-move") : null;
  const row = move?.closest(".line-row");
  return move && row ? [{ row: indexOf(row), index: indexOf(move) }, move] : null;
}

/** Returns the element of a move; undefined if it is not shown. */
export const moveElement = (host: Element, { row, index }: Spot): HTMLElement | undefined =>
  movesOf(host.querySelectorAll(".line-row")[row])[index];

/**
 * Returns the move to which a key moves the focus: another move of the row, or the first move of another row. Returns
 * undefined for other keys.
 */
function neighbour(move: HTMLElement, { row, index }: Spot, key: string) {
  const moves = movesOf(move.closest(".line-row") ?? undefined);
  const rows = move.closest(".lines-list")?.children ?? [];
  switch (key) {
    case "ArrowLeft":
      return moves[Math.max(0, index - 1)];
    case "ArrowRight":
      return moves[Math.min(moves.length - 1, index + 1)];
    case "Home":
      return moves[0];
    case "End":
      return moves.at(-1);
    case "ArrowUp":
      return movesOf(rows[Math.max(0, row - 1)])[0];
    case "ArrowDown":
      return movesOf(rows[Math.min(rows.length - 1, row + 1)])[0] ?? moves[0];
    default:
      return undefined;
  }
}

/**
 * Creates the function that returns the template of the list for given rows. Calls `update`, which renders the list,
 * when a row is opened or closed.
 */
export function createRows(i18n: I18n, commands: LinesCommands, update: () => void) {
  const { t } = i18n;
  /**
   * The state of each row: whether it is open, and the last line shown in it. A row that becomes empty keeps that
   * line's moves as hidden elements.
   */
  const memories: { isOpen: boolean; last: Row | null }[] = [];
  let isTouch = false;
  /** The last position of the pointer, in CSS pixels. */
  let pointer = [NaN, NaN];

  const listeners = {
    pointerdown: ({ pointerType }: PointerEvent) => void (isTouch = pointerType === "touch"),
    pointermove({ target, pointerType, clientX, clientY }: PointerEvent) {
      const [x, y] = pointer;
      pointer = [clientX, clientY];
      // When rows change under a resting pointer, browsers send `pointermove`. Such events are ignored, because only
      // real movement starts a preview.
      if (pointerType === "touch" || (x === clientX && y === clientY)) return;
      const spot = spotOf(target);
      if (spot) commands.look(...spot, false);
      else if (!(target instanceof Element && target.closest(".line-moves"))) commands.leave();
    },
    pointerleave({ pointerType }: PointerEvent) {
      if (pointerType !== "touch") commands.leave();
    },
    focusin({ target }: FocusEvent) {
      const spot = spotOf(target);
      if (spot && !isTouch && spot[1].matches(":focus-visible")) commands.look(...spot, false);
    },
    // Moving the focus from one move to another does not end the preview. If it did, the rows would show newer lines,
    // which may lack the move that is being focused.
    focusout({ relatedTarget }: FocusEvent) {
      if (!spotOf(relatedTarget)) commands.leave();
    },
    click({ target, detail }: MouseEvent) {
      const spot = spotOf(target);
      if (!spot) return;
      // The first touch of a move shows its preview, since a finger cannot hover. The second touch adds the move to the
      // study.
      if (isTouch && detail > 0 && !commands.isPinned(spot[0])) commands.look(...spot, true);
      else commands.take(spot[0]);
    },
    keydown(event: KeyboardEvent) {
      const spot = spotOf(event.target);
      isTouch = false;
      if (!spot || event.altKey || event.ctrlKey || event.metaKey) return;
      const [at, element] = spot;
      const next = neighbour(element, at, event.key);
      if (!next && event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      if (next) next.focus();
      else commands.leave();
    },
  };

  function rowTemplate(rank: number, row: Row | null, lang: string, look: Look | null) {
    const memory = (memories[rank] ??= { isOpen: false, last: null });
    memory.last = row ?? memory.last;
    const { isOpen, last } = memory;
    const number = rank + 1;
    const label = row
      ? t("analysis.lines.row", { number, score: row.scoreWords, depth: row.depth })
      : t("analysis.lines.row.empty", { number });
    const openName = t(isOpen ? "analysis.lines.close" : "analysis.lines.open");
    const addName = t("analysis.lines.add", { number });
    const toggle = () => {
      memory.isOpen = !isOpen;
      update();
    };
    const moves = last?.texts.slice(0, isOpen ? OPEN_LENGTH : CLOSED_LENGTH).map((text, index) => {
      const isLooked = look?.spot.row === rank && look.spot.index === index;
      return html`<button
        type="button"
        class=${isLooked ? "line-move is-looked" : "line-move"}
        tabindex=${index === 0 ? 0 : -1}
        ?hidden=${!row}
        data-round=${last.rounds[index] ?? ""}
        data-side=${(index % 2 === 0) === last.blackFirst ? "black" : "red"}
        .textContent=${i18n.move(text)}
      ></button>`;
    });
    return html`<li class="line-row ${isOpen ? "is-open" : ""} ${row ? "" : "is-empty"}">
      <span
        class="line-score"
        title=${row?.scoreWords ?? ""}
        data-tone=${row?.tone ?? "none"}
        .textContent=${row?.score ?? "…"}
      ></span>
      <div class="line-moves" role="toolbar" lang=${lang} aria-label=${label}>${moves}</div>
      <button
        type="button"
        class="tool line-open"
        title=${openName}
        aria-label=${openName}
        aria-expanded=${isOpen}
        ?disabled=${!row || row.texts.length === 0}
        @click=${toggle}
      >
        ${iconTemplate("more-line")}
      </button>
      <button
        type="button"
        class="tool line-add"
        title=${addName}
        aria-label=${addName}
        ?hidden=${row?.mayTake === false}
        ?disabled=${!row}
        @click=${() => commands.add(rank)}
      >
        ${iconTemplate("add")}
      </button>
    </li>`;
  }

  /**
   * Returns the template of the list. A row is null if its line has not arrived. `lang` is the language of the moves.
   */
  return (rows: readonly (Row | null)[], lang: string, look: Look | null) => {
    memories.length = Math.min(memories.length, rows.length);
    return html`<ol
      class=${look ? "lines-list is-held" : "lines-list"}
      ?hidden=${rows.length === 0}
      @pointerdown=${listeners.pointerdown}
      @pointermove=${listeners.pointermove}
      @pointerleave=${listeners.pointerleave}
      @focusin=${listeners.focusin}
      @focusout=${listeners.focusout}
      @click=${listeners.click}
      @keydown=${listeners.keydown}
    >
      ${rows.map((row, rank) => rowTemplate(rank, row, lang, look))}
    </ol>`;
  };
}
