// A game as it is printed: heading, moves in two columns, comments, variations in brackets, and diagrams.

import { sharedDefinitions, svgOf } from "../board/svg.ts";
import type { Drawing } from "../board/svg.ts";
import type { Look } from "../board/looks.ts";
import type { I18n } from "../core/i18n.ts";
import { sideOf } from "../core/xiangqi.ts";
import type { Notation, Side } from "../core/xiangqi.ts";
import { describePlayers, gameName, isTagFilled } from "../rules/record-words.ts";
import { withGame } from "../rules/records.ts";
import type { GameClass } from "../rules/rules.ts";
import { hasDiagram, printedDiagrams } from "../study/diagrams.ts";
import { textsOf } from "../study/move-texts.ts";
import { glyphsOf } from "../study/signs.ts";
import type { StudyData } from "../study/study-data.ts";
import { movesOf, nodeAt, pathTo } from "../study/tree.ts";
import { el, langOfMoves } from "../ui/dom.ts";
import { parseSvg } from "./printed-board.ts";

interface PrintContext {
  i18n: I18n;
  Game: GameClass;
  look: Look;
  notation: Notation;
  /** The side at the bottom of the diagrams. */
  bottom?: Side;
}

/** The tags that say where and when the game was played, in the order shown. */
const PLACE_TAGS = ["Event", "Round", "Site", "Date"];
/** Signs of diagrams, which are printed as diagrams. */
const isPrinted = (sign: number) => !hasDiagram([sign]);

/** Returns a game as an article. */
export function printedGame(study: StudyData, context: PrintContext): HTMLElement {
  const article = el("article", "print-game", headingOf(study, context));
  const drawings: Drawing[] = [];
  const printer = createMovePrinter(study, context, (drawing) => {
    drawings.push(drawing);
    return parseSvg(svgOf(drawing, context.look));
  });
  const moves = el("div", "print-moves", ...printer());
  const shared = parseSvg(sharedDefinitions(drawings, context.look));
  article.append(el("div", "print-shared", shared), moves);
  return article;
}

function headingOf({ tags, result }: StudyData, { i18n }: PrintContext): HTMLElement {
  const { t } = i18n;
  const players = describePlayers(tags, i18n);
  const ended = result === "ongoing" ? "" : t(`result.${result}`);
  const facts = PLACE_TAGS.map((name) => tags[name]).filter(isTagFilled);
  const lines = [players, [...new Set([...facts, ended])].filter(Boolean).join(t("list.facts"))];
  const heading = gameName(tags, players) || facts[0] || t("nav.analysis");
  const rest = lines.filter((line) => line && line !== heading);
  return el(
    "header",
    "print-head",
    el("h1", "", heading),
    ...rest.map((line) => el("p", "", line)),
  );
}

/** Returns a function that makes the paragraphs and diagrams of a study. `board` draws a diagram. */
function createMovePrinter(
  study: StudyData,
  { i18n, Game, notation, bottom = "red" }: PrintContext,
  board: (drawing: Drawing) => Element,
) {
  const { startFen, nodes } = study;
  const texts = textsOf(Game, study, notation);
  const lang = langOfMoves(notation, i18n);
  const diagrams = new Set(printedDiagrams(study));
  const shift = withGame(new Game(startFen), (game) => (game.view().turn === "b" ? 1 : 0));
  const blocks: HTMLElement[] = [];
  /** The paragraph that is being filled; null if the next words begin one. */
  let paragraph: HTMLElement | null = null;

  const numberOf = (node: number, isNeeded: boolean) => {
    const index = nodeAt(nodes, node).ply - 1 + shift;
    const number = Math.floor(index / 2) + 1;
    if (index % 2 === 0) return `${number}. `;
    return isNeeded ? `${number}… ` : "";
  };

  /** True if the next words follow without a space, as after a bracket. */
  let isJoined = false;

  /** Adds words to the paragraph of a depth: 0 for the main line, 1 for its variations, and so on. */
  function write(depth: number, child: Node | string) {
    if (!paragraph) {
      paragraph = el("p", depth === 0 ? "print-line" : "print-variation");
      blocks.push(paragraph);
    } else if (!isJoined) paragraph.append(" ");
    isJoined = false;
    paragraph.append(child);
  }

  function writeDiagram(node: number) {
    if (!diagrams.has(node)) return;
    const view = withGame(new Game(startFen, movesOf(nodes, pathTo(nodes, node))), (game) =>
      game.view(),
    );
    const side = sideOf(view.turn);
    const move = node === 0 ? "" : `${numberOf(node, true)}${i18n.move(texts[node] ?? "")}`;
    const caption = [move, i18n.t(`picture.toMove.${side}`)].filter(Boolean).join(" · ");
    const drawing: Drawing = {
      placement: view.placement,
      orientation: bottom,
      fileLabels: true,
      labels: notation,
      lastMove: view.lastMove,
      shapes: nodeAt(nodes, node).shapes,
      caption: null,
      title: caption,
      width: 400,
      isShared: true,
    };
    blocks.push(el("figure", "print-diagram", board(drawing), el("figcaption", "", caption)));
    paragraph = null;
  }

  /** Writes the comment and the diagram of a node. Returns true if the line is interrupted by them. */
  function writeNotes(node: number, depth: number): boolean {
    const { comment } = nodeAt(nodes, node);
    if (comment && depth === 0) {
      blocks.push(el("p", "print-comment", comment));
      paragraph = null;
    } else if (comment) write(depth, el("span", "print-comment", comment));
    const before = blocks.length;
    writeDiagram(node);
    return comment !== "" || blocks.length > before;
  }

  function writeMove(node: number, depth: number, isNumbered: boolean) {
    const { signs } = nodeAt(nodes, node);
    const glyphs = glyphsOf(signs.filter(isPrinted));
    const words = `${numberOf(node, isNumbered)}${i18n.move(texts[node] ?? "")}${glyphs}`;
    const element = el(depth === 0 ? "b" : "span", "print-move", words);
    element.lang = lang;
    write(depth, element);
  }

  /** Writes the moves after a node, with their variations. */
  function writeLine(from: number, depth: number, isFirstNumbered: boolean) {
    let isNumbered = isFirstNumbered;
    let [main, ...others] = nodeAt(nodes, from).children;
    while (main !== undefined) {
      writeMove(main, depth, isNumbered);
      isNumbered = writeNotes(main, depth);
      for (const other of others) writeVariation(other, depth + 1);
      if (others.length > 0 && depth === 0) paragraph = null;
      isNumbered ||= others.length > 0;
      [main, ...others] = nodeAt(nodes, main).children;
    }
  }

  function writeVariation(node: number, depth: number) {
    const [open, close] = depth === 1 ? ["[", "]"] : ["(", ")"];
    if (depth === 1) paragraph = null;
    write(depth, open);
    isJoined = true;
    writeMove(node, depth, true);
    writeLine(node, depth, writeNotes(node, depth));
    isJoined = true;
    write(depth, close);
  }

  return (): HTMLElement[] => {
    writeNotes(0, 0);
    writeLine(0, 0, true);
    return blocks;
  };
}
