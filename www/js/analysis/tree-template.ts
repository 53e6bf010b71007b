// The template of the tree of moves: the main line in two columns, variations as running text below the moves that they
// replace, comments below their moves.

import { html, nothing } from "lit-html";
import type { TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { repeat } from "lit-html/directives/repeat.js";
import type { I18n } from "../core/i18n.ts";
import { describeScore, formatSoldiers } from "../core/words.ts";
import { describeSign, glyphsOf } from "../study/signs.ts";
import { mainFrom, nodeAt } from "../study/tree.ts";
import type { StudyNode } from "../study/tree.ts";
import type { StudyState } from "./study.ts";

type TreeState = Pick<StudyState, "study" | "nodes" | "texts" | "at" | "position">;

/** Returns the id of the comment on a node's move. */
export const idOfNote = (node: number): string => `note-${node}`;

/** Returns the id of the button of a node's move. */
export const idOfNode = (node: number): string => `node-${node}`;

/** The number of rounds of the main line in a section. */
const SECTION_ROUNDS = 12;

interface Part {
  key: string;
  template: TemplateResult;
}

type Memo = ReturnType<typeof createMemo>;

/** Creates a cache of templates. `make` is called only if an input differs from the last call. */
function createMemo() {
  type Entries = Map<number, { inputs: readonly unknown[]; part: Part }>;
  const kinds = new Map<string, Entries>();
  return (kind: string, node: number, inputs: readonly unknown[], make: () => TemplateResult) => {
    const entries: Entries = kinds.get(kind) ?? new Map();
    const entry = entries.get(node);
    const { length } = inputs;
    if (entry?.inputs.length === length && inputs.every((it, at) => it === entry.inputs[at]))
      return entry.part;
    const part: Part = { key: `${kind} ${node}`, template: make() };
    entries.set(node, { inputs, part });
    kinds.set(kind, entries);
    return part;
  };
}

const templatesOf = (parts: readonly Part[]) => parts.map(({ template }) => template);

/** Renders a list of parts. lit-html skips a part whose template is the same object as before. */
const list = (parts: readonly Part[]) =>
  repeat(
    parts,
    ({ key }) => key,
    ({ template }) => guard([template], () => template),
  );

/**
 * Returns a function that creates the template of a study's tree. Unchanged parts of the tree keep their template
 * objects. The template does not depend on the current node: a step changes nothing in it (see tree-panel.ts).
 */
export function createTreeTemplate(i18n: I18n): (state: TreeState) => TemplateResult {
  let memo = createMemo();
  let memoOf = "";
  return (state) => {
    const key = `${i18n.lang} ${state.study}`;
    if (key !== memoOf) memo = createMemo();
    memoOf = key;
    const { nodes, texts } = state;
    const make = () => html`${list(partsOf(state, i18n, memo))}`;
    return memo("tree", 0, [nodes, texts], make).template;
  };
}

/** Returns the parts of a tree from top to bottom. */
function partsOf({ nodes, texts, at, position }: TreeState, i18n: I18n, memo: Memo): Part[] {
  /** 1 if Black makes the first move of the game, else 0. */
  const shift = (position.turn === "b" ? 1 : 0) ^ (nodeAt(nodes, at).ply % 2);
  const textOf = (node: number) => i18n.move(texts[node] ?? "");

  function roundOf(node: number) {
    const index = nodeAt(nodes, node).ply - 1 + shift;
    return { number: Math.floor(index / 2) + 1, isRed: index % 2 === 0 };
  }

  /** Creates the button of a move. */
  function cell(node: number) {
    const data = nodeAt(nodes, node);
    return memo("cell", node, [data, texts[node]], () => {
      const { evaluation: cp } = data;
      const title = cp === null ? nothing : describeScore({ cp }, "w", i18n);
      // White space in the template would be shown in the move.
      // prettier-ignore
      return html`<button type="button" class="node" id=${idOfNode(node)} data-node=${node}
        tabindex="-1" title=${title}>${textOf(node)}${annotationsOf(data, i18n)}</button>`;
    });
  }

  function notes(node: number, className = "note") {
    const { comment } = nodeAt(nodes, node);
    const make = () =>
      html`<p class=${className} id=${idOfNote(node)} data-note=${node} lang="">${comment}</p>`;
    return comment === "" ? [] : [memo("note", node, [comment], make)];
  }

  /** Returns the main line in sections: rounds in rows, interrupted by comments and variations. */
  function main() {
    const sections: Part[] = [];
    let parts = notes(0, "note is-opening");
    let rows: number[][] = [];
    const close = () => {
      if (rows.length > 0) parts.push(rounds(rows));
      rows = [];
    };
    const closeSection = () => {
      close();
      if (parts.length > 0) sections.push(section(sections.length, parts));
      parts = [];
    };
    for (const node of mainFrom(nodes)) {
      const { isRed, number } = roundOf(node);
      if (isRed && number % SECTION_ROUNDS === 1 && number > 1) closeSection();
      const row = rows.at(-1);
      if (row && !isRed) row.push(node);
      else rows.push([node]);
      const below = [...notes(node), ...variations(node)];
      if (below.length === 0) continue;
      close();
      parts.push(...below);
    }
    closeSection();
    return sections;
  }

  /** Returns a section of the tree. The browser lays out and paints only the sections in view. */
  function section(index: number, parts: readonly Part[]) {
    const make = () => html`<div class="tree-section">${list(parts)}</div>`;
    return memo("section", index, templatesOf(parts), make);
  }

  function rounds(rows: readonly number[][]) {
    const parts = rows.map(round);
    const make = () =>
      html`<ol class="rounds">
        ${list(parts)}
      </ol>`;
    return memo("rounds", rows[0]?.[0] ?? 0, templatesOf(parts), make);
  }

  function round(row: readonly number[]) {
    const [first = 0] = row;
    const { number, isRed } = roundOf(first);
    const cells = templatesOf(row.map(cell));
    return memo("round", first, cells, () => {
      const gap = isRed ? nothing : html`<span class="ply-gap">…</span>`;
      const plies = cells.map((one) => html`<span class="ply-cell">${one}</span>`);
      const content = [html`<span class="round-number">${number}.</span>`, gap, plies];
      return html`<li class="round">${content}</li>`;
    });
  }

  /** Returns the alternatives to a move of the line. */
  function variations(node: number): Part[] {
    const [first, ...others] = nodeAt(nodes, nodeAt(nodes, node).parent).children;
    if (first !== node || others.length === 0) return [];
    const parts = others.map(variation);
    const label = i18n.t("analysis.tree.variations", { move: textOf(node) });
    const make = () =>
      html`<ol class="variations" aria-label=${label}>
        ${list(parts)}
      </ol>`;
    return [memo("variations", node, [label, ...templatesOf(parts)], make)];
  }

  /** Returns a variation as running text. */
  function variation(first: number) {
    const parts: Part[] = [];
    let isNumbered = false;
    for (const node of [first, ...mainFrom(nodes, first)]) {
      const { number, isRed } = roundOf(node);
      const label = isRed ? `${number}.` : isNumbered ? "" : `${number}.…`;
      const below = [...notes(node), ...(node === first ? [] : variations(node))];
      parts.push(step(node, label), ...below);
      isNumbered = below.length === 0;
    }
    const make = () => html`<li class="variation">${list(parts)}</li>`;
    return memo("variation", first, templatesOf(parts), make);
  }

  /** Returns a move of a variation after `label`, the number of its round or "". */
  function step(node: number, label: string) {
    const { template } = cell(node);
    return memo("step", node, [label, template], () => {
      const number = label ? html`<span class="round-number">${label}</span>` : nothing;
      return html`<span class="variation-move">${number}${template}</span>`;
    });
  }

  return main();
}

/** Returns what follows a move: its signs, and its evaluation in soldiers with one decimal. */
function annotationsOf({ signs, evaluation: cp }: StudyNode, i18n: I18n) {
  const words = signs.map((sign) => describeSign(sign, i18n)).join(", ");
  const sign = html`<span class="sign" role="img" aria-label=${words}>${glyphsOf(signs)}</span>`;
  const number = cp === null ? "" : formatSoldiers(cp, 1);
  const worth = html`<span class="worth">${number}</span>`;
  return [signs.length > 0 ? sign : nothing, cp === null ? nothing : worth];
}
