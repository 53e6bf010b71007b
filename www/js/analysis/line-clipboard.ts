// Copies lines of a study as text, and adds copied lines to a study. The text is a PGN with the position before the
// line, so that other programs can read it, too.

import { errorDetails } from "../core/error-details.ts";
import type { I18n } from "../core/i18n.ts";
import { describeReadFault } from "../rules/record-words.ts";
import { rulesetOf, rulesetTag, withGame } from "../rules/records.ts";
import type { Rules } from "../rules/records.ts";
import { describeRulesError } from "../rules/rules.ts";
import { EXCERPT_TAG, excerptOf } from "../study/excerpt.ts";
import { MAX_NODES } from "../study/study-data.ts";
import { readStudy, writeStudy } from "../study/study-record.ts";
import { inOrder, isInTree, nodeAt, pathTo } from "../study/tree.ts";
import type { Tree } from "../study/tree.ts";
import { toClipboard } from "../ui/dom.ts";
import { undoOffer } from "../ui/notice.ts";
import type { Notify } from "../ui/notice.ts";
import type { Study } from "./study.ts";

interface ClipboardPage {
  rules: Rules;
  study: Study;
  notify: Notify;
}

/** The first and the last node of a line; if `last` is null, the first node with everything after it. */
export interface LineRange {
  first: number;
  last: number | null;
}

/** A text for the clipboard, and the number of its moves. */
interface CopiedLine {
  text: string;
  count: number;
}

/** Returns true if a text is a line that was copied from a study. */
export const isCopiedLine = (text: string): boolean =>
  new RegExp(String.raw`^\[${EXCERPT_TAG} "\d+"\]`, "m").test(text);

/** Returns the range between two nodes of a line; null if neither comes after the other. The start is in no range. */
export function rangeBetween(tree: Tree, one: number, other: number): LineRange | null {
  const [upper, last] =
    nodeAt(tree, one).ply <= nodeAt(tree, other).ply ? [one, other] : [other, one];
  const path = pathTo(tree, last);
  const first = upper === 0 ? path[0] : upper;
  return first !== undefined && path.includes(first) ? { first, last } : null;
}

/** Returns the range from the current node to the end of its lines. At the start, begins with the main move. */
export function rangeFrom(tree: Tree, at: number): LineRange | null {
  const first = at === 0 ? nodeAt(tree, 0).children[0] : at;
  return first === undefined ? null : { first, last: null };
}

/** Returns the part of a FEN that says which position it is: the pieces and the side to move. */
const positionIn = (fen: string) => fen.split(" ", 2).join(" ");

export function createLineClipboard(i18n: I18n, { rules, study, notify }: ClipboardPage) {
  const { t } = i18n;
  const { Game } = rules;
  /** The text that was copied last, used if the browser does not allow reading the clipboard. */
  let latest = "";

  const fenAt = (node: number) =>
    withGame(new Game(study.get().startFen, study.lineTo(node)), (game) => game.fen());

  /** Returns a line as text. Returns null if there is none. */
  function write(range: LineRange | null): CopiedLine | null {
    if (!range) return null;
    const { nodes, startFen, tags } = study.get();
    const { first, last } = range;
    const { parent } = nodeAt(nodes, first);
    const excerpt = excerptOf(nodes, first, last ?? undefined);
    const count = excerpt.length - 1;
    const data = {
      startFen: parent === 0 ? startFen : fenAt(parent),
      nodes: excerpt,
      at: 0,
      tags: { [EXCERPT_TAG]: String(count), ...rulesetTag(rulesetOf(tags)) },
      result: "ongoing" as const,
    };
    latest = writeStudy(rules, data, "pgn-iccs");
    return { text: latest, count };
  }

  const notifyCopied = ({ count }: CopiedLine) => notify(t("analysis.copied", { count }));

  /** Returns true if a text has only moves, and so does not say from which position they are played. */
  function isBare(text: string): boolean {
    try {
      return readStudy(rules, text).found.format === "moves";
    } catch (error) {
      return errorDetails(error).format === "moves";
    }
  }

  /**
   * Reads a text, and returns its tree with the node after which it belongs; null if it belongs neither to the position
   * here nor to the start. Throws the ChuheError `badRecord`.
   */
  function read(text: string, node: number): { tree: Tree; from: number } | null {
    const fens = new Map([node, 0].map((at) => [at, fenAt(at)]));
    if (isBare(text)) {
      // Moves without a position belong to the position here or, if they cannot all be played here, to the start.
      for (const [from, fen] of fens) {
        try {
          const { data, found } = readStudy(rules, `[FEN "${fen}"]\n\n${text}`);
          if (!found.leftOut) return { tree: data.nodes, from };
        } catch {
          // The next position is tried, and then the text is read as it is.
        }
      }
    }
    const { data } = readStudy(rules, text);
    // A copied line can be added to any position where it is legal.
    if (isCopiedLine(text)) return { tree: data.nodes, from: node };
    const start = positionIn(data.startFen ?? withGame(new Game(), (game) => game.fen()));
    const [from] = [...fens].find(([, fen]) => positionIn(fen) === start) ?? [];
    return from === undefined ? null : { tree: data.nodes, from };
  }

  function add(tree: Tree, from: number) {
    const { nodes, texts } = study.get();
    if (tree.length < 2) return notify(t("analysis.paste.none"), { ms: 8000 });
    if (inOrder(nodes).length + tree.length > MAX_NODES)
      return notify(t("analysis.paste.large", { most: MAX_NODES }), { ms: 12_000 });
    const { added, known, joined, ...grafted } = study.paste(from, tree);
    if (grafted.nodes === nodes) return notify(t("analysis.paste.known"), { ms: 8000 });
    const move = from === 0 ? t("analysis.step.first") : i18n.move(texts[from] ?? "");
    const lines = [
      t("analysis.pasted", { move, added }),
      known > 0 ? t("analysis.pasted.known", { known }) : "",
      joined > 0 ? t("analysis.pasted.joined", { joined }) : "",
    ];
    notify(lines.filter(Boolean).join(" "), {
      ms: 12_000,
      label: t("analysis.undo.do"),
      ...undoOffer(study),
    });
  }

  /** Describes why a line cannot be added. */
  function describeFault(error: unknown): string {
    const { code, value } = errorDetails(error);
    if (code === "badRecord") return describeReadFault(error, i18n).words;
    if (code !== "illegalMove") return describeRulesError(error, i18n).join(" ");
    const move = String(value)
      .replace(/^(..)(..)$/, "$1-$2")
      .toUpperCase();
    return t("analysis.paste.illegal", { move });
  }

  /** Adds the line in a text after a node. */
  function paste(text: string, node = study.get().at) {
    try {
      const line = read(text, node);
      if (line) add(line.tree, line.from);
      else notify(t("analysis.paste.elsewhere"), { ms: 12_000 });
    } catch (error) {
      notify(describeFault(error), { ms: 12_000 });
    }
  }

  return {
    paste,

    /** Returns the text of a line for the clipboard, and says what is copied. Returns null if there is no line. */
    copy(range: LineRange | null): string | null {
      const line = write(range);
      if (line) notifyCopied(line);
      return line?.text ?? null;
    },

    /** Puts the text of a line into the clipboard. */
    async copyToSystem(range: LineRange | null) {
      const line = write(range);
      if (!line) return notify(t("analysis.copy.none"));
      if (await toClipboard(line.text)) notifyCopied(line);
      else notify(t("analysis.copy.failed"), { ms: 8000 });
    },

    /** Adds the line in the clipboard after a node. */
    async pasteFromSystem(node: number) {
      const { study: opened } = study.get();
      let text = latest;
      try {
        text = await navigator.clipboard.readText();
      } catch {
        if (text === "") return notify(t("analysis.paste.blocked"), { ms: 8000 });
      }
      if (text.trim() === "") return notify(t("analysis.paste.none"), { ms: 8000 });
      // The browser may have asked the person first, and the study may have changed since.
      if (study.get().study !== opened || !isInTree(study.get().nodes, node))
        return notify(t("analysis.paste.elsewhere"), { ms: 12_000 });
      paste(text, node);
    },
  };
}
