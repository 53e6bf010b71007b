// The parts of a frame that show a tree of moves: the comment on the last move, and the next moves, if there are
// several to choose from.

import type { Overlay } from "../board/shapes.ts";
import { overlayAt } from "../study/overlay.ts";
import { glyphsOf } from "../study/signs.ts";
import { mainFrom, movesOf, nodeAt, pathTo } from "../study/tree.ts";
import type { Tree } from "../study/tree.ts";
import { button, setText } from "../ui/dom.ts";

/** Returns the line through a node: the nodes of the line, their moves, and the number of moves up to the node. */
export function lineThrough(
  tree: Tree,
  node: number,
): { path: number[]; moves: string[]; ply: number } {
  const before = pathTo(tree, node);
  const path = [...before, ...mainFrom(tree, node)];
  return { path, moves: movesOf(tree, path), ply: before.length };
}

interface TreeViewOptions {
  note: HTMLElement;
  choices: HTMLElement;
  /** Returns the notation of the moves that lead from a node to its children. */
  write: (node: number, children: readonly number[]) => string[];
  choose: (child: number) => void;
}

export function createTreeView({ note, choices, write, choose }: TreeViewOptions) {
  return {
    /** Shows a node and returns the drawings for the board. `lang` is the language of the moves' notation. */
    show(tree: Tree, node: number, lang: string): { overlay: Overlay | null } {
      const { comment, children, shapes, signs, move } = nodeAt(tree, node);
      setText(note, comment);
      note.hidden = comment === "";
      const hadFocus = choices.contains(document.activeElement);
      choices.hidden = children.length < 2;
      choices.lang = lang;
      const texts = children.length < 2 ? [] : write(node, children);
      choices.replaceChildren(
        ...children.slice(0, texts.length).map((child, index) => {
          const text = `${texts[index]} ${glyphsOf(nodeAt(tree, child).signs)}`.trim();
          return button("embed-choice", () => choose(child), text);
        }),
      );
      // The focused button has been removed: move the focus to the first new button, or to the button that steps
      // forward if there is none.
      if (hadFocus)
        (choices.querySelector("button") ?? document.getElementById("forward"))?.focus();
      return { overlay: overlayAt(shapes, signs, move?.slice(2)) };
    },
  };
}
