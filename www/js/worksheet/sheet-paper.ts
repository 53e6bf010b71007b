// The pages of paper: boards in rows and columns, and the answers. What the preview shows is what the printer prints.

import { html, nothing } from "lit-html";
import type { TemplateResult } from "lit-html";
import { sharedDefinitions, svgOf } from "../board/svg.ts";
import type { Drawing } from "../board/svg.ts";
import type { Look } from "../board/looks.ts";
import type { I18n } from "../core/i18n.ts";
import type { Notation } from "../core/xiangqi.ts";
import type { GameClass } from "../rules/rules.ts";
import type { SheetOptions, SheetPosition, Worksheet } from "../share/worksheet-storage.ts";
import { parseSvg } from "../share/printed-board.ts";
import { langOfMoves } from "../ui/dom.ts";
import { answerOf, factsOf } from "./position-facts.ts";
import type { PositionFacts } from "./position-facts.ts";

/** Characters from which on a caption is set in small type, so that the board keeps its room. */
const LONG_CAPTION = 60;

interface PaperContext {
  i18n: I18n;
  Game: GameClass;
  look: Look;
  notation: Notation;
}

/** A position with its number, from 1. */
interface Numbered {
  number: number;
  position: SheetPosition;
  facts: PositionFacts | null;
}

/** Returns a function that draws the pages of a worksheet. It keeps the boards that do not change. */
export function createPaper() {
  const boards = new Map<string, Element>();

  /** Returns the element of a board; every position has one of its own. */
  function boardOf(key: string, drawing: Drawing, look: Look, used: Set<string>): Element {
    const whole = `${key} ${look.name} ${JSON.stringify(drawing)}`;
    const board = boards.get(whole) ?? parseSvg(svgOf(drawing, look));
    boards.set(whole, board);
    used.add(whole);
    return board;
  }

  return (sheet: Worksheet, context: PaperContext): TemplateResult => {
    const { Game, look } = context;
    const used = new Set<string>();
    const numbered = sheet.positions.map((position, index): Numbered => {
      return { number: index + 1, position, facts: factsOf(Game, position.fen) };
    });
    const drawings: Drawing[] = [];
    const board = (item: Numbered) => {
      if (!item.facts) return nothing;
      const drawing = drawingOf(item, item.facts, sheet.options, context);
      drawings.push(drawing);
      return boardOf(String(item.number), drawing, look, used);
    };
    const { perPage } = sheet.options;
    const pages = Math.max(1, Math.ceil(numbered.length / perPage));
    const papers = Array.from({ length: pages }, (_, page) => {
      const items = numbered.slice(page * perPage, (page + 1) * perPage);
      return pageTemplate(sheet, { items, page, pages, board }, context);
    });
    const answers = sheet.options.answers && numbered.length > 0;
    const shared = drawings.length > 0 ? parseSvg(sharedDefinitions(drawings, look)) : nothing;
    for (const key of boards.keys()) if (!used.has(key)) boards.delete(key);
    return html`<div class="paper-shared" aria-hidden="true">${shared}</div>
      ${papers}${answers ? answersTemplate(sheet, numbered, context) : nothing}`;
  };
}

function drawingOf(
  { number, position }: Numbered,
  { placement, side }: PositionFacts,
  { coordinates }: SheetOptions,
  { i18n, notation }: PaperContext,
): Drawing {
  const turn = i18n.t(`picture.toMove.${side}`);
  return {
    placement,
    orientation: "red",
    fileLabels: coordinates,
    labels: notation,
    lastMove: null,
    shapes: position.shapes,
    caption: null,
    title: `${number}. ${position.caption} ${i18n.t("picture.about", { turn })}`,
    width: 600,
    isShared: true,
  };
}

interface Page {
  items: readonly Numbered[];
  /** The number of the page, from 0. */
  page: number;
  pages: number;
  board: (item: Numbered) => Element | typeof nothing;
}

function pageTemplate(
  { title, options }: Worksheet,
  { items, page, pages, board }: Page,
  { i18n: { t } }: PaperContext,
) {
  const head = page === 0 && (title || options.names);
  const names = html`<p class="paper-names">
    <span>${t("worksheet.paper.name")}</span><span>${t("worksheet.paper.date")}</span>
  </p>`;
  return html`<section class="paper" data-paper=${options.paper} data-count=${options.perPage}>
    ${
      head
        ? html`<header class="paper-head">
            ${title ? html`<h2 class="paper-title">${title}</h2>` : nothing}
            ${options.names ? names : nothing}
          </header>`
        : nothing
    }
    <ol class="paper-boards">
      ${items.map((item) => cellTemplate(item, options, board(item), t))}
    </ol>
    ${pages > 1 ? html`<p class="paper-foot">${page + 1} / ${pages}</p>` : nothing}
  </section>`;
}

function cellTemplate(
  { number, position, facts }: Numbered,
  { turn, lines }: SheetOptions,
  board: Element | typeof nothing,
  t: I18n["t"],
) {
  return html`<li class="paper-cell">
    <p class="paper-caption${position.caption.length > LONG_CAPTION ? " is-long" : ""}">
      <b>${number}</b> ${position.caption}
    </p>
    <div class="paper-board">${facts ? board : t("worksheet.broken")}</div>
    ${
      turn && facts
        ? html`<p class="paper-turn" data-side=${facts.side}>
            ${t(`picture.toMove.${facts.side}`)}
          </p>`
        : nothing
    }
    ${Array.from({ length: lines }, () => html`<div class="paper-line"></div>`)}
  </li>`;
}

function answersTemplate(
  { title, options }: Worksheet,
  items: readonly Numbered[],
  { i18n, Game, notation }: PaperContext,
) {
  const { t } = i18n;
  const lang = langOfMoves(notation, i18n);
  const rows = items.map(({ number, position }) => {
    const text = answerOf(Game, position, notation, i18n.move);
    return html`<li>
      <b>${number}</b>
      <span lang=${position.answer === null ? lang : nothing}>${text || "—"}</span>
    </li>`;
  });
  return html`<section class="paper paper-answers" data-paper=${options.paper}>
    <header class="paper-head">
      <h2 class="paper-title">${title ? `${title} · ` : ""}${t("worksheet.paper.answers")}</h2>
    </header>
    <ol>
      ${rows}
    </ol>
  </section>`;
}
