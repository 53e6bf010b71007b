// Shows a search step by step: its tree, the position, a description of the step, and the counts.

import type { MessageKey } from "../../core/message-keys.ts";
import { html, nothing, render } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";
import { type Board, createBoard } from "../../board/index.ts";
import { notationOf } from "../../core/languages.ts";
import { createStore } from "../../core/store.ts";
import { pieceAt, splitMove } from "../../core/xiangqi.ts";
import { el, langOfMoves } from "../../ui/dom.ts";
import type { Lab } from "../lab-client.ts";
import { type On, selectList } from "../templates.ts";
import { showTree } from "./node-list.ts";
import { type TreeNode, pathTo } from "./search-tree.ts";
import type { Session } from "./session.ts";
import { describeStep } from "./step-words.ts";
import { createMap } from "./tree-map.ts";
import { checkAt, positionOf, textOf, writerOf } from "./tree-position.ts";
import { createTransport } from "./transport.ts";
import { explanationTemplate } from "./value-terms.ts";
import { View } from "./values.ts";

const ANIMATION_MS = 140;
/** The sides from whose view values can be shown: the side to move, or always Red. */
const SIDES = ["own", "red"] as const;

/** A session, with its map and its move writer, both of which are the same for all steps. */
interface Shown {
  session: Session;
  map: ReturnType<typeof createMap>;
  write: (node: TreeNode) => string;
}

interface State {
  shown: Shown | null;
  side: (typeof SIDES)[number];
}

export function createStepPanel(lab: Lab) {
  const { i18n, Game } = lab;
  const { t } = i18n;
  const element = el("section", "lab-tree-stage");
  const boardHost = el("div", "lab-tree-board");
  const list = el("div", "lab-tree-list");
  const explanation = el("div", "lab-tree-explain");
  const state = createStore<State>({ shown: null, side: "own" });
  let board: Board | null = null;
  /**
   * True if screen readers announce each step. It is false during playing, which is too fast for screen readers; only
   * the last step is announced then.
   */
  let isLive = true;
  /** The number of requested explanations; the result of a superseded request is dropped. */
  let explanations = 0;
  const transport = createTransport({
    i18n,
    session: () => state.get().shown?.session,
    go,
    isVisible: () => element.getClientRects().length > 0,
    draw,
    onStop: () => lab.announce(sentences().join("\n\n")),
  });
  element.tabIndex = 0;
  element.hidden = true;
  element.setAttribute("aria-describedby", "lab-tree-keys");
  element.addEventListener("keydown", transport.onKey);
  list.setAttribute("role", "group");
  state.subscribe(update);

  function go(step: number) {
    state.get().shown?.session.go(step);
    update();
  }

  function update() {
    isLive = !transport.isPlaying;
    draw();
    const { shown } = state.get();
    if (!shown) return;
    showBoard(shown);
    void explain(shown.session);
  }

  /** Returns the context in which the sentences and the tree are formatted. */
  function contextOf({ session: { search, tree }, write }: Shown) {
    const view = new View(t, search.start.turn, state.get().side === "red");
    return { tree, view, method: search.method, t, move: write };
  }

  function sentences() {
    const { shown } = state.get();
    return shown ? describeStep(contextOf(shown), shown.session.moment) : [];
  }

  const movesOf = ({ session: { tree, here }, write }: Shown) =>
    pathTo(tree, here).slice(1).map(write).join(" ");

  /** Scrolls to the top of the panel after a press in the bar, if the bar sticks to the window and hides the board. */
  function scrollToBoard({ currentTarget: bar }: On<HTMLElement>) {
    if (getComputedStyle(bar).position !== "sticky") return;
    if (boardHost.getBoundingClientRect().bottom > bar.getBoundingClientRect().top)
      element.scrollIntoView({ block: "start", behavior: "instant" });
  }

  function draw() {
    const { shown } = state.get();
    element.hidden = shown === null;
    if (!shown) return;
    const { tree, search, moment, unfolded, line } = shown.session;
    element.setAttribute("aria-label", t("lab.tree.stage"));
    list.setAttribute("aria-label", t("lab.tree.list"));
    render(template(shown), element);
    showTree(list, {
      ...contextOf(shown),
      moment,
      unfolded,
      line: new Set(line.map(({ id }) => id)),
      lang: langOfMoves(notationOf(lab.settings), i18n),
      piece: (node) =>
        pieceAt(positionOf(search.start, tree, node).placement, node.move?.slice(2) ?? ""),
      go(id) {
        transport.stop();
        go(shown.session.stepTo(id));
      },
      fold(id, isOpen) {
        shown.session.fold(id, isOpen);
        update();
      },
    });
  }

  function template(shown: Shown) {
    const { side } = state.get();
    const { counts, step, tree } = shown.session;
    const view = selectList({
      look: "lab-tree-view",
      label: t("lab.tree.view"),
      values: SIDES,
      chosen: side,
      name: (name) => t(`lab.tree.view.${name}`),
      onChange: (value) => state.set({ shown, side: value }),
    });
    // All sentences are replaced when one changes, so that screen readers read the whole step.
    const text = sentences();
    const paragraphs = keyed(
      text.join("\n"),
      text.map((sentence) => html`<p>${sentence}</p>`),
    );
    const moves = movesOf(shown);
    const lang = langOfMoves(notationOf(lab.settings), i18n);
    const path = html`${t("lab.tree.path")}
      <span class="lab-tree-moves" lang=${lang}>${moves}</span>`;
    return html`<div class="lab-tree-say" aria-live=${isLive ? "polite" : "off"}>${paragraphs}</div>
      <div class="lab-tree-aside">
        ${boardHost}
        <div class="lab-tree-facts">
          <p class="lab-tree-path">${moves ? path : t("lab.tree.root")}</p>
          <dl class="lab-tree-counts" aria-label=${t("lab.tree.counts")}>
            ${Object.entries(counts).map(([name, count]) => {
              const label = t(`lab.tree.count.${name}` as MessageKey);
              return html`<div>
                <dt>${label}</dt>
                <dd>${count}</dd>
              </div>`;
            })}
          </dl>
        </div>
        ${explanation}
      </div>
      <div class="lab-tree-frame">
        <div class="lab-tree-head">
          ${view}
          <p class="lab-tree-swatches">${swatches(tree.nodes)}</p>
        </div>
        ${list}
        <p class="hint">${t(`lab.tree.legend.${side}`)}</p>
        <p class="hint lab-tree-keys" id="lab-tree-keys">${t("lab.tree.keys")}</p>
      </div>
      <div class="lab-tree-bar" @click=${scrollToBoard} @input=${scrollToBoard}>
        ${transport.template(shown.session, shown.map(step))}
      </div>`;
  }

  /** Returns a legend of the colours that occur in the map. */
  function swatches(nodes: TreeNode[]) {
    const marks = {
      cut: nodes.some(({ kind }) => kind === "cut"),
      again: nodes.some(({ before }) => before >= 0),
      known: nodes.some(({ kind }) => kind === "known"),
    };
    return Object.entries(marks).map(([mark, occurs]) => {
      const name = t(`lab.tree.mark.${mark}`);
      return occurs ? html`<span class="lab-swatch is-${mark}">${name}</span>` : nothing;
    });
  }

  function showBoard(shown: Shown) {
    const { search, tree, here } = shown.session;
    const position = positionOf(search.start, tree, here);
    const boardState = {
      ...lab.look(),
      ...position,
      animationMs: ANIMATION_MS,
      lastMove: here.move ? splitMove(here.move) : null,
      check: checkAt(Game, position),
      label: t("lab.tree.board", { moves: movesOf(shown) || t("lab.tree.root") }),
    };
    if (board) board.set(boardState);
    else board = createBoard(boardHost, boardState);
  }

  async function explain({ search, tree, here, moment }: Session) {
    const id = ++explanations;
    if (here.kind !== "leaf" || here.left > moment) return void render(nothing, explanation);
    const position = positionOf(search.start, tree, here);
    // If the worker fails, only the explanation is missing; the tree stays usable.
    const answer = await lab.explain(textOf(position), search.judge).catch(() => null);
    if (id === explanations)
      render(answer ? explanationTemplate(answer, position.turn, t) : nothing, explanation);
  }

  /** Returns a function that writes moves in the notation of the settings. */
  const writer = ({ search, tree }: Session) =>
    writerOf(Game, search.start, tree, notationOf(lab.settings), i18n.move);

  return {
    element,
    /** Updates the panel after a change of language, notation or board look. */
    refresh: () =>
      state.update(({ shown, side }) => ({
        shown: shown && { ...shown, write: writer(shown.session) },
        side,
      })),
    /** Shows a traced search from its first step; null hides the panel. */
    show(next: Session | null) {
      transport.stop();
      const shown = next && {
        session: next,
        map: createMap(next.tree, next.steps),
        write: writer(next),
      };
      state.update(({ side }) => ({ shown, side }));
    },
  };
}
