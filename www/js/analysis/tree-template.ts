// The template of the tree of moves: the main line in two columns, variations as running text below the moves that they
// replace, comments below their moves.

import { html, nothing } from "lit-html";
import type { TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { repeat } from "lit-html/directives/repeat.js";
import type { I18n } from "../core/i18n.ts";
import { describeScore } from "../core/words.ts";
import { describeSign, glyphsOf } from "../study/signs.ts";
import { mainFrom, nodeAt } from "../study/tree.ts";
import type { StudyState } from "./study.ts";

type TreeState = Pick<StudyState, "study" | "nodes" | "texts" | "at" | "position">;

interface Part {
  key: string;
  template: TemplateResult;
}

type Memo = (
  kind: string,
  node: number,
  inputs: readonly unknown[],
  make: () => TemplateResult,
) => Part;

/** Creates a cache of templates: `make` is called again when one of the inputs is another value than before. */
function createMemo(): Memo {
  type Entries = Map<number, { inputs: readonly unknown[]; part: Part }>;
  const kinds = new Map<string, Entries>();
  return (kind, node, inputs, make) => {
    const entries: Entries = kinds.get(kind) ?? new Map();
    const entry = entries.get(node);
    const { length } = inputs;
    if (entry?.inputs.length === length && inputs.every((it, at) => it === entry.inputs[at]))
      return entry.part;
    const part = { key: `${kind} ${node}`, template: make() };
    entries.set(node, { inputs, part });
    kinds.set(kind, entries);
    return part;
  };
}

/** Lists parts; one whose template is the same as before is not looked into. */
const list = (parts: readonly Part[]) =>
  repeat(
    parts,
    ({ key }) => key,
    ({ template }) => guard([template], () => template),
  );

/**
 * Returns a function that makes the template of a study's tree. Every part of the tree that has not changed since the
 * last call has the same template object as then, so that a step changes few.
 */
export function createTreeTemplate(i18n: I18n): (state: TreeState) => TemplateResult {
  let memo = createMemo();
  let memoOf = "";
  return (state) => {
    const key = `${i18n.lang} ${state.study}`;
    if (key !== memoOf) memo = createMemo();
    memoOf = key;
    const { nodes, texts, at } = state;
    const make = () => html`${list(new TreeWriter(state, i18n, memo).main())}`;
    return memo("tree", 0, [nodes, texts, at], make).template;
  };
}

/** Writes one state of a tree. */
class TreeWriter {
  readonly #state: TreeState;
  readonly #i18n: I18n;
  readonly #memo: Memo;
  /** 1 if Black moves first. */
  readonly #shift: number;
  /** The move that Tab reaches. */
  readonly #tabStop: number | undefined;

  constructor(state: TreeState, i18n: I18n, memo: Memo) {
    this.#state = state;
    this.#i18n = i18n;
    this.#memo = memo;
    const { nodes, at, position } = state;
    this.#shift = (position.turn === "b" ? 1 : 0) ^ (nodeAt(nodes, at).ply % 2);
    this.#tabStop = at || nodeAt(nodes, 0).children[0];
  }

  #textOf(node: number) {
    return this.#i18n.move(this.#state.texts[node] ?? "");
  }

  #round(node: number) {
    const index = nodeAt(this.#state.nodes, node).ply - 1 + this.#shift;
    return { number: Math.floor(index / 2) + 1, isRed: index % 2 === 0 };
  }

  /** The button of a move, and of the menu behind the move on the board. */
  #cell(node: number): Part {
    const { nodes, texts, at } = this.#state;
    const data = nodeAt(nodes, node);
    const isCurrent = node === at;
    const isTabStop = node === this.#tabStop;
    return this.#memo("cell", node, [data, texts[node], isCurrent, isTabStop], () => {
      const { signs, evaluation } = data;
      const title =
        evaluation === null ? nothing : describeScore({ cp: evaluation }, "w", this.#i18n);
      const annotation = [this.#signs(signs), formatEvaluation(evaluation)];
      const menu = isCurrent ? this.#menuButton(node) : nothing;
      // White space would be part of the move.
      // prettier-ignore
      return html`<button type="button" class="node" data-node=${node}
        tabindex=${isTabStop ? 0 : -1} aria-current=${isCurrent ? "true" : nothing}
        title=${title}>${this.#textOf(node)}${annotation}</button>${menu}`;
    });
  }

  #signs(signs: readonly number[]) {
    if (signs.length === 0) return nothing;
    const words = signs.map((sign) => describeSign(sign, this.#i18n)).join(", ");
    return html`<span class="sign" role="img" aria-label=${words}>${glyphsOf(signs)}</span>`;
  }

  #menuButton(node: number) {
    const label = this.#i18n.t("analysis.tree.menu", { move: this.#textOf(node) });
    // prettier-ignore
    return html`<button type="button" class="node-menu" data-node=${node}
      aria-label=${label} aria-haspopup="dialog" title=${label}>⋯</button>`;
  }

  #note(node: number, className = "note"): Part[] {
    const { comment } = nodeAt(this.#state.nodes, node);
    if (comment === "") return [];
    const make = () => html`<p class=${className} lang="">${comment}</p>`;
    return [this.#memo("note", node, [comment], make)];
  }

  /** The main line: rounds in rows, interrupted by comments and variations. */
  main(): Part[] {
    const parts = this.#note(0, "note is-opening");
    let rows: number[][] = [];
    const close = () => {
      if (rows.length > 0) parts.push(this.#rounds(rows));
      rows = [];
    };
    for (const node of mainFrom(this.#state.nodes)) {
      const row = rows.at(-1);
      if (row && !this.#round(node).isRed) row.push(node);
      else rows.push([node]);
      const below = [...this.#note(node), ...this.#variations(node)];
      if (below.length === 0) continue;
      close();
      parts.push(...below);
    }
    close();
    return parts;
  }

  #rounds(rows: readonly number[][]): Part {
    const parts = rows.map((row) => this.#row(row));
    const make = () =>
      html`<ol class="rounds">
        ${list(parts)}
      </ol>`;
    return this.#memo("rounds", rows[0]?.[0] ?? 0, templatesOf(parts), make);
  }

  #row(nodes: readonly number[]): Part {
    const [first = 0] = nodes;
    const { number, isRed } = this.#round(first);
    const cells = nodes.map((node) => this.#cell(node));
    const gap = isRed ? nothing : html`<span class="ply-gap">…</span>`;
    const plies = () =>
      cells.map(({ template }) => html`<span class="ply-cell">${template}</span>`);
    return this.#memo("row", first, templatesOf(cells), () => {
      const content = [html`<span class="round-number">${number}.</span>`, gap, plies()];
      return html`<li class="round">${content}</li>`;
    });
  }

  /** The moves that could have been played instead of a move of the line. */
  #variations(node: number): Part[] {
    const { nodes } = this.#state;
    const [main, ...others] = nodeAt(nodes, nodeAt(nodes, node).parent).children;
    if (main !== node || others.length === 0) return [];
    const parts = others.map((other) => this.#variation(other));
    const text = this.#textOf(node);
    return [
      this.#memo("variations", node, [text, ...templatesOf(parts)], () => {
        const label = this.#i18n.t("analysis.tree.variations", { move: text });
        return html`<ol class="variations" aria-label=${label}>
          ${list(parts)}
        </ol>`;
      }),
    ];
  }

  /** A variation as running text. */
  #variation(first: number): Part {
    const parts: Part[] = [];
    let isNumbered = false;
    for (const node of [first, ...mainFrom(this.#state.nodes, first)]) {
      const { number, isRed } = this.#round(node);
      const label = isRed ? `${number}.` : isNumbered ? "" : `${number}.…`;
      const others = node === first ? [] : this.#variations(node);
      const below = [...this.#note(node), ...others];
      parts.push(this.#step(node, label), ...below);
      isNumbered = below.length === 0;
    }
    const make = () => html`<li class="variation">${list(parts)}</li>`;
    return this.#memo("variation", first, templatesOf(parts), make);
  }

  /** A move of a variation, with the number of its round or "". */
  #step(node: number, label: string): Part {
    const { template } = this.#cell(node);
    return this.#memo("step", node, [label, template], () => {
      const number = label ? html`<span class="round-number">${label}</span>` : nothing;
      return html`<span class="variation-move">${number}${template}</span>`;
    });
  }
}

const templatesOf = (parts: readonly Part[]) => parts.map(({ template }) => template);

function formatEvaluation(cp: number | null) {
  if (cp === null) return nothing;
  return html`<span class="worth">${`${cp > 0 ? "+" : ""}${(cp / 100).toFixed(1)}`}</span>`;
}
