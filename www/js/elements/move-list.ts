// The moves of a record with its variations, as buttons.

import type { I18n } from "../core/i18n.ts";
import { glyphsOf } from "../study/signs.ts";
import { nodeAt } from "../study/tree.ts";
import type { Tree } from "../study/tree.ts";
import { button, el } from "../ui/dom.ts";

interface MoveListOptions {
  tree: Tree;
  /** The notation of each node's move, by the node's index. */
  texts: readonly string[];
  /** The node on the board. */
  at: number;
  /** True if Black moves first. */
  isBlackFirst: boolean;
  isShown: (node: number) => boolean;
  choose: (node: number) => void;
}

/** Returns the main line, with the variations in parentheses after the moves that they replace. */
export function writeMoves(
  options: MoveListOptions,
  { move: write }: Pick<I18n, "move">,
): (Node | string)[] {
  const { tree, texts, at, isBlackFirst, isShown, choose } = options;
  const numberOf = (ply: number, isFirst: boolean) => {
    const count = ply - 1 + (isBlackFirst ? 1 : 0);
    if (count % 2 === 0) return `${count / 2 + 1}.`;
    return isFirst ? `${(count - 1) / 2 + 1}…` : "";
  };
  const line = (first: number): (Node | string)[] => {
    const nodes: (Node | string)[] = [];
    let needsNumber = true;
    for (let node: number | undefined = first; node !== undefined && isShown(node);) {
      const { ply, signs, parent, children } = nodeAt(tree, node);
      const number = numberOf(ply, needsNumber);
      if (number) nodes.push(el("span", "number", number), " ");
      const index = node;
      const text = `${write(texts[node] ?? "")} ${glyphsOf(signs)}`.trim();
      const move = button("move", () => choose(index), text);
      if (node === at) move.setAttribute("aria-current", "true");
      nodes.push(move, " ");
      const siblings = nodeAt(tree, parent).children;
      const others = siblings[0] === node ? siblings.slice(1).filter(isShown) : [];
      for (const other of others)
        nodes.push(el("span", "variation", "(", ...line(other), ")"), " ");
      needsNumber = others.length > 0;
      [node] = children;
    }
    return nodes;
  };
  const [first] = nodeAt(tree, 0).children;
  return first === undefined ? [] : line(first);
}
