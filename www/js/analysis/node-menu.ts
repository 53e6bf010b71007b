// The menu of a move of the tree, as a sheet that explains every command.

import type { I18n } from "../core/i18n.ts";
import { DIAGRAM } from "../study/signs.ts";
import { branchOf, nodeAt } from "../study/tree.ts";
import type { Tree } from "../study/tree.ts";
import { createMenuSheet } from "../ui/menu-sheet.ts";
import { rangeBetween } from "./line-clipboard.ts";
import { createSignGrid } from "./sign-grid.ts";
import type { StudyState } from "./study.ts";

const COMMANDS = [
  "comment",
  "wipe",
  "diagram",
  "promote",
  "moveUp",
  "moveDown",
  "makeMain",
  "learn",
  "copy",
  "copyTo",
  "paste",
  "remove",
] as const;

export type NodeCommand = (typeof COMMANDS)[number];

/** `toggleSign` sets or removes a sign of a node, and returns the resulting signs. */
export function createNodeMenu(
  i18n: I18n,
  run: (command: NodeCommand, node: number) => void,
  toggleSign: (node: number, sign: number) => readonly number[],
) {
  const { t } = i18n;
  let node = 0;
  const signs = createSignGrid(i18n, (sign) => signs.update(toggleSign(node, sign), node === 0));
  const sheet = createMenuSheet("node", i18n, COMMANDS, (command) => {
    sheet.dialog.close();
    run(command, node);
  });
  sheet.rows[0]?.element.before(signs.host);

  return {
    /** Opens the menu of the node `of`. `spoken` is the node's name for screen readers. */
    show({ nodes, texts, at }: StudyState, of: number, spoken: string) {
      node = of;
      const available = commandsFor(nodes, of, at);
      signs.update(nodeAt(nodes, of).signs, of === 0);
      for (const { name, element, write } of sheet.rows) {
        element.hidden = !available.has(name);
        const isOff = name === "diagram" && nodeAt(nodes, of).signs.includes(DIAGRAM);
        write(
          t(isOff ? "analysis.node.diagram.off" : `analysis.node.${name}`),
          t(`analysis.node.${name}.more`),
        );
      }
      sheet.open(of === 0 ? t("analysis.step.first") : i18n.move(texts[of] ?? ""), spoken);
    },
  };
}

/** Returns the commands that apply to a node. `at` is the current node. */
export function commandsFor(tree: Tree, node: number, at = node): Set<NodeCommand> {
  const commands = new Set<NodeCommand>(["comment", "diagram", "paste"]);
  if (nodeAt(tree, node).shapes.length > 0) commands.add("wipe");
  if (node === 0) return commands;
  commands.add("learn").add("copy").add("remove");
  if (at !== node && rangeBetween(tree, at, node)) commands.add("copyTo");
  const moved = branchOf(tree, node) ?? node;
  const siblings = nodeAt(tree, nodeAt(tree, moved).parent).children;
  const place = siblings.indexOf(moved);
  if (place > 0) commands.add("promote").add("makeMain");
  if (place > 1) commands.add("moveUp");
  if (place < siblings.length - 1) commands.add("moveDown");
  return commands;
}
