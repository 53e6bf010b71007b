// The evaluation graph: a curve in SVG. A press or the keys of a slider go to a move of the game.

import { html, nothing, svg } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import type { MoveLabel } from "../../explain/judge.ts";
import { area, curve, mark, placeAt, xOf, yOf } from "./graph.ts";
import type { Chances, Frame } from "./graph.ts";

interface GraphState {
  chances: Chances;
  /** The label of the move that led to each place; null at the start and for moves without a label. */
  labels: readonly (MoveLabel | null)[];
  /** The ply of the position on the board; null in a variation. */
  at: number | null;
  name: string;
  /** Describes the place on the board; in a variation, describes the start. */
  words: string;
}

const HEIGHT = 120;
const LEAST_WIDTH = 160;

/**
 * Creates the function that turns the graph's state into a template. Calls `go` with the place that the person chooses.
 * Calls `redraw` when the graph's width has changed.
 */
export function createGraph(go: (place: number) => void, redraw: () => void) {
  let width = 320;
  let state: GraphState | null = null;

  const here = () => state?.at ?? 0;
  const last = () => (state?.chances.length ?? 1) - 1;
  const frame = () => ({ width, height: HEIGHT, places: last() + 1 });
  const goTo = (at: number) => go(Math.max(0, Math.min(last(), at)));

  const keys: Record<string, () => void> = {
    ArrowLeft: () => goTo(here() - 1),
    ArrowDown: () => goTo(here() - 1),
    ArrowRight: () => goTo(here() + 1),
    ArrowUp: () => goTo(here() + 1),
    Home: () => goTo(0),
    End: () => goTo(last()),
  };

  function onKey(event: KeyboardEvent) {
    const act = keys[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || !act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  function onPointer(event: PointerEvent) {
    const host = event.currentTarget as HTMLElement;
    const isPress = event.type === "pointerdown";
    if (isPress ? event.button !== 0 : !host.hasPointerCapture(event.pointerId)) return;
    if (isPress) host.setPointerCapture(event.pointerId);
    const place = placeAt(frame(), event.clientX - host.getBoundingClientRect().left);
    if (isPress || place !== state?.at) goTo(place);
  }

  const observer = new ResizeObserver(([entry]) => {
    width = Math.max(LEAST_WIDTH, Math.round(entry?.target.clientWidth ?? 0));
    redraw();
  });
  const observe = (host?: Element) => host && observer.observe(host);

  return (next: GraphState) => {
    state = next;
    return html`<div
      class="graph"
      id="review-graph"
      tabindex="0"
      role="slider"
      aria-label=${state.name}
      aria-valuemin="0"
      aria-valuemax=${last()}
      aria-valuenow=${here()}
      aria-valuetext=${state.words}
      @keydown=${onKey}
      @pointerdown=${onPointer}
      @pointermove=${onPointer}
      ${ref(observe)}
    >
      ${picture(frame(), state)}
    </div>`;
  };
}

/** Returns the mark of the place on the board: a line, and a dot on the curve. */
function cursor(box: Frame, x: number, chance: number | null) {
  const line = svg`<path class="graph-here" d="M${x} 0V${box.height}"></path>`;
  if (chance === null) return line;
  return svg`${line}<circle class="graph-dot" cx=${x} cy=${yOf(box, chance)} r="4"></circle>`;
}

function picture(box: Frame, { chances, labels, at }: GraphState) {
  const { width, height } = box;
  const middle = yOf(box, 0.5);
  const filled = area(box, chances);
  const half = (y: number, name: string) => svg`
    <svg x="0" y=${y} width=${width} height=${middle} viewBox="0 ${y} ${width} ${middle}">
      <path class=${name} d=${filled}></path>
    </svg>`;
  const marks = labels.map((label, place) => {
    const chance = chances[place] ?? null;
    if (!label || chance === null) return nothing;
    const d = mark(label, xOf(box, place), yOf(box, chance));
    return svg`<path class="graph-mark is-${label}" d=${d} data-place=${place}></path>`;
  });
  return html`<svg
    class="graph-picture"
    aria-hidden="true"
    width=${width}
    height=${height}
    viewBox="0 0 ${width} ${height}"
  >
    ${half(0, "graph-red")}${half(middle, "graph-black")}
    <path class="graph-middle" d="M0 ${middle}H${width}"></path>
    <path class="graph-curve" d=${curve(box, chances)}></path>
    ${at === null ? nothing : cursor(box, xOf(box, at), chances[at] ?? null)}${marks}
  </svg>`;
}
