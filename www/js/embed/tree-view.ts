// What a frame shows of a tree besides the board: the comment on the present move, and the moves to choose from where there
// are several.

import { overlayAt } from "../study/overlay.ts";
import { glyphsOf } from "../study/signs.ts";
import { mainFrom, movesOf, pathTo } from "../study/tree.ts";
import { button, setText } from "../ui/dom.ts";

/** @typedef {import("../study/study-data.ts").StudyData} StudyData */

/** The line through a node: its nodes, their moves and how many of them lead to the node. @param {StudyData} study @param {number} node */
export function lineThrough({ nodes }, node) {
  const before = pathTo(nodes, node);
  const path = [...before, ...mainFrom(nodes, node)];
  return { path, moves: movesOf(nodes, path), ply: before.length };
}

/**
 * @param {{ note: HTMLElement, choices: HTMLElement }} hosts
 * @param {{ write: (node: number, next: number[]) => string[], choose: (node: number) => void }} does moves behind a node
 *           in words; goes to one of them
 */
export function createTreeView({ note, choices }, { write, choose }) {
  return {
    /** @param {StudyData} study @param {number} node @param {string} lang of moves @returns {Partial<import("../board/index.js").BoardState>} */
    show({ nodes }, node, lang) {
      const { comment, children, shapes, signs, move } = nodes[node];
      setText(note, comment);
      note.hidden = comment === "";
      const held = choices.contains(document.activeElement);
      choices.hidden = children.length < 2;
      choices.lang = lang;
      const words = children.length < 2 ? [] : write(node, children);
      choices.replaceChildren(
        ...words.map((text, index) => {
          const signed = [text, glyphsOf(nodes[children[index]].signs)].join(" ").trim();
          return button("embed-choice", () => choose(children[index]), signed);
        }),
      );
      // The button that was pressed is gone: the keyboard goes on where there is one again, or with the arrow keys.
      if (held) (choices.querySelector("button") ?? document.getElementById("forward"))?.focus();
      return { overlay: overlayAt(shapes, signs, move?.slice(2)) };
    },
  };
}
