// Reads positions from a text: FENs, one a line, or games.

import type { Rules } from "../rules/records.ts";
import { withGame } from "../rules/records.ts";
import { positionAt } from "../share/worksheet-positions.ts";
import { sheetPosition } from "../share/worksheet-storage.ts";
import type { SheetPosition } from "../share/worksheet-storage.ts";
import { diagramsOf } from "../study/diagrams.ts";
import { readStudy } from "../study/study-record.ts";
import { mainFrom } from "../study/tree.ts";

/** A FEN anywhere in a line: ten ranks, and optionally the side to move with the fields after it. */
const FEN =
  /(?:[KABNRCPHEkabnrcphe1-9]{1,9}\/){9}[KABNRCPHEkabnrcphe1-9]{1,9}(?:[ _]+[wbr](?:[ _]+-[ _]+-(?:[ _]+\d+){0,2})?(?![\w]))?/;
/** What may stand between a FEN and its caption. */
const EDGE = /^[\s,;:|#"'、，：；。–—-]+|[\s,;:|#"'、，：；–—-]+$/g;
/** The number before a caption. */
const NUMBER = /^\s*(?:\d{1,3}[.)、．]|[(（]\d{1,3}[)）])\s*/;
/** The first tag of a game that follows another game. */
const NEXT_GAME = /\n\s*\n(?=\[\w)(?<=[^\]\s]\s*)/;

export interface ReadPositions {
  positions: SheetPosition[];
  /** The parts of the text that could not be read. */
  unread: string[];
}

export function readPositions(rules: Rules, text: string): ReadPositions {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const isList = !/^\s*\[\w/.test(text) && lines.some((line) => FEN.test(line));
  return isList ? readList(rules, lines) : readGames(rules, text);
}

/** Reads a list of FENs. The words beside a FEN, or in the line before it, are its caption. */
function readList({ Game }: Rules, lines: readonly string[]): ReadPositions {
  const positions: SheetPosition[] = [];
  const unread: string[] = [];
  let title: string | null = null;
  for (const line of lines) {
    const [found] = FEN.exec(line) ?? [];
    if (!found) {
      if (title !== null) unread.push(title);
      title = line.trim();
      continue;
    }
    const beside = line.replace(found, " ").replace(NUMBER, "").replaceAll(EDGE, "");
    const caption = beside || (title ?? "").replace(NUMBER, "").replaceAll(EDGE, "");
    const fen = legalFen(Game, found.replaceAll("_", " "));
    if (fen === null) unread.push(line.trim());
    else positions.push(sheetPosition(fen, { caption }));
    if (beside && title !== null) unread.push(title);
    title = null;
  }
  if (title !== null) unread.push(title);
  return { positions, unread };
}

/** Returns a FEN as the rules write it; null if they reject the position. */
function legalFen(Game: Rules["Game"], fen: string): string | null {
  try {
    return withGame(new Game(fen.trim()), (game) => game.fen());
  } catch {
    return null;
  }
}

function readGames(rules: Rules, text: string): ReadPositions {
  const positions: SheetPosition[] = [];
  const unread: string[] = [];
  for (const game of text.split(NEXT_GAME).filter((part) => part.trim() !== "")) {
    try {
      const { data } = readStudy(rules, game);
      const end = mainFrom(data.nodes).at(-1) ?? 0;
      const marked = diagramsOf(data.nodes);
      const nodes = marked.length > 0 ? marked : [data.startFen === null ? end : 0];
      positions.push(...nodes.map((node) => positionAt(rules.Game, data, node)));
    } catch {
      unread.push(game.trim());
    }
  }
  return { positions, unread };
}
