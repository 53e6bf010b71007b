// Explains each sign of a written move. The meanings come from the WXF text, which is plain ASCII. The Chinese text has
// the same parts in the same order, with one exception: if several pieces of one kind stand on a file, the sign for the
// order of the moved piece on the file (such as "front") comes first.

import { pieceAt, splitMove } from "../core/xiangqi.ts";
import type { MoveFacts } from "../core/move-facts.ts";
import type { Notation } from "../core/xiangqi.ts";

interface Meaning {
  /** A locale key without the prefix `learn.part.`. */
  key: string;
  /** A FEN letter. */
  piece?: string;
  value?: string;
}

export interface Part extends Meaning {
  text: string;
}

export type Texts = MoveFacts["texts"];
export type Parts = Record<Notation, Part[]>;

/** Pieces whose moves along a file are counted in steps. */
const STRAIGHT = "RCPK";
const PLACES: Readonly<Record<string, string>> = { "+": "front", "-": "rear", ".": "middle" };
const WAYS: Readonly<Record<string, string>> = {
  "+": "forward",
  "-": "back",
  ".": "sideways",
  "=": "sideways",
};

/** Explains a move such as `h2e2`; `placement` is the placement before the move. */
export function explainMove(texts: Texts, placement: string, move: string): Parts {
  const [, place = "", way = "", number = ""] = texts.wxf;
  const piece = pieceAt(placement, splitMove(move)[0]);
  const isCounted = WAYS[way] !== "sideways" && STRAIGHT.includes(piece.toUpperCase());
  const who: Meaning = { key: "piece", piece };
  const where = meaningOfPlace(place);
  const rest = [{ key: WAYS[way] ?? "" }, { key: isCounted ? "steps" : "to", value: number }];
  const wxf = [who, where, ...rest];
  const chinese = where.key === "file" ? wxf : [where, who, ...rest];
  return {
    chinese: withTexts(chinese, texts.chinese),
    wxf: withTexts(wxf, texts.wxf),
    iccs: explainIccs(texts.iccs),
  };
}

/** Pairs each meaning with the sign of the text at the same index. */
function withTexts(meanings: readonly Meaning[], text: string): Part[] {
  const signs = [...text];
  return meanings.map((meaning, index) => ({ ...meaning, text: signs[index] ?? "" }));
}

function meaningOfPlace(place: string): Meaning {
  if (/[1-9]/.test(place)) return { key: "file", value: place };
  const key = PLACES[place];
  return key ? { key } : { key: "nth", value: String(place.charCodeAt(0) - 96) };
}

/** Explains an ICCS text such as `H2-E2`. */
function explainIccs(iccs: string): Part[] {
  const [from = "", to = ""] = iccs.split("-");
  return [
    { text: from, key: "from", value: from },
    { text: "-", key: "dash" },
    { text: to, key: "point", value: to },
  ];
}
