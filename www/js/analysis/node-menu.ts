// What can be done to a move of the tree, as a sheet: every command with what it does.

import { createMenuSheet } from "../ui/menu-sheet.ts";
import { createSignGrid } from "./sign-grid.ts";
import { branchOf } from "../study/tree.ts";

/** @typedef {"comment"|"wipe"|"promote"|"moveUp"|"moveDown"|"makeMain"|"learn"|"remove"} NodeCommand */

/** @type {NodeCommand[]} */
const COMMANDS = [
  "comment",
  "wipe",
  "promote",
  "moveUp",
  "moveDown",
  "makeMain",
  "learn",
  "remove",
];

/**
 * @param {import("../core/i18n.ts").I18n} i18n
 * @param {(command: NodeCommand, node: number) => void} act
 * @param {(node: number, sign: number) => readonly number[]} sign sets one or takes it away; says which are set
 */
export function createNodeMenu(i18n, act, sign) {
  let node = 0;
  const signs = createSignGrid(i18n, (one) => signs.update(sign(node, one), node > 0));
  const sheet = createMenuSheet("node", i18n, COMMANDS, (command) => {
    sheet.dialog.close();
    act(command, node);
  });
  sheet.rows[0].element.before(signs.host);

  return {
    /** @param {import("./study.ts").StudyState} state @param {number} of @param {string} spoken its name for ears */
    show({ nodes, texts }, of, spoken) {
      node = of;
      const can = commandsFor(nodes, of);
      signs.update(nodes[of].signs, of > 0);
      for (const { name, element, write } of sheet.rows) {
        element.hidden = !can.has(name);
        write(i18n.t(`analysis.node.${name}`), i18n.t(`analysis.node.${name}.more`));
      }
      sheet.open(of === 0 ? i18n.t("analysis.step.first") : i18n.move(texts[of]), spoken);
    },
  };
}

/** What there is to do. @param {import("../study/tree.ts").Tree} tree @param {number} node @returns {Set<NodeCommand>} */
export function commandsFor(tree, node) {
  /** @type {Set<NodeCommand>} */
  const can = new Set(["comment"]);
  if (tree[node].shapes.length > 0) can.add("wipe");
  if (node === 0) return can;
  can.add("learn").add("remove");
  const branch = branchOf(tree, node);
  const moved = branch ?? node;
  const siblings = tree[tree[moved].parent].children;
  const place = siblings.indexOf(moved);
  if (place > 0) can.add("promote").add("makeMain");
  if (place > 1) can.add("moveUp");
  if (place < siblings.length - 1) can.add("moveDown");
  return can;
}
