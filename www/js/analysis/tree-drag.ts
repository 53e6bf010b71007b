// Changes the order of variations by dragging a move with the mouse or a pen. A touch scrolls the tree; a touch screen
// has the commands in the menu of a move.

import { el } from "../ui/dom.ts";

/** The distance that the pointer moves before a press becomes a drag, in CSS pixels. */
const SLIP = 6;

interface DragPage {
  /** Returns the node at an element; null if there is none. */
  nodeOf(target: EventTarget | null): number | null;
  /** Returns the node that is moved when `node` is dragged, and its siblings; null if there is nothing to change. */
  siblingsOf(node: number): { moved: number; siblings: readonly number[] } | null;
  drop(node: number, place: number): void;
}

interface Drag {
  pointerId: number;
  node: number;
  x: number;
  y: number;
  /** Null until the pointer has moved far enough. */
  order: { moved: number; others: readonly number[]; before: number } | null;
  /** The place among the others where the node would be dropped. */
  place: number;
}

/** Binds dragging to the tree of moves. */
export function bindTreeDrag(host: HTMLElement, { nodeOf, siblingsOf, drop }: DragPage) {
  const marker = el("div", "drop-marker");
  marker.ariaHidden = "true";
  let drag: Drag | null = null;
  let hasDragged = false;

  /** Returns the element of a move among its siblings: a variation, or the row of the main move. */
  function boxOf(node: number) {
    const cell = host.querySelector(`.node[data-node="${node}"]`);
    const isFirst = (variation: Element) => variation.querySelector(".node") === cell;
    const variation = cell?.closest(".variation");
    return variation && isFirst(variation) ? variation : cell;
  }

  function stop() {
    const ended = drag;
    drag = null;
    marker.remove();
    host.classList.remove("is-dragging");
    document.removeEventListener("keydown", cancelByKey, { capture: true });
    if (ended && host.hasPointerCapture(ended.pointerId))
      host.releasePointerCapture(ended.pointerId);
    return ended;
  }

  function cancelByKey(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    stop();
  }

  function begin(pressed: Drag) {
    const found = siblingsOf(pressed.node);
    if (!found) return void stop();
    const { moved, siblings } = found;
    const before = siblings.indexOf(moved);
    pressed.order = { moved, others: siblings.filter((node) => node !== moved), before };
    hasDragged = true;
    host.setPointerCapture(pressed.pointerId);
    host.classList.add("is-dragging");
    host.append(marker);
    document.addEventListener("keydown", cancelByKey, { capture: true });
  }

  /** Finds the place under the pointer and shows it. */
  function follow({ order }: Drag, y: number) {
    if (!order || !drag) return;
    const boxes = order.others.map((node) => boxOf(node)?.getBoundingClientRect());
    const isAbove = (box: DOMRect | undefined) =>
      box !== undefined && (box.top + box.bottom) / 2 < y;
    drag.place = boxes.filter(isAbove).length;
    const next = boxes[drag.place];
    const edge = next?.top ?? boxes.at(-1)?.bottom ?? y;
    marker.style.top = `${edge - host.getBoundingClientRect().top - 1}px`;
  }

  host.addEventListener("pointerdown", (event) => {
    const { button, pointerType, pointerId, isPrimary, target, clientX: x, clientY: y } = event;
    if (drag) stop();
    hasDragged = false;
    const node = nodeOf(target);
    if (button !== 0 || !isPrimary || pointerType === "touch" || event.shiftKey || node === null)
      return;
    drag = { pointerId, node, x, y, order: null, place: 0 };
  });
  host.addEventListener("pointermove", (event) => {
    if (event.pointerId !== drag?.pointerId) return;
    const { clientX, clientY } = event;
    if (!drag.order && Math.hypot(clientX - drag.x, clientY - drag.y) > SLIP) begin(drag);
    if (drag) follow(drag, clientY);
  });
  host.addEventListener("pointerup", ({ pointerId }) => {
    if (pointerId !== drag?.pointerId) return;
    const { order, place = 0 } = stop() ?? {};
    if (order && place !== order.before) drop(order.moved, place);
  });
  for (const end of ["pointercancel", "lostpointercapture"] as const)
    host.addEventListener(end, ({ pointerId }) => {
      if (pointerId === drag?.pointerId) stop();
    });
  // The click after a drag goes to no move.
  host.addEventListener(
    "click",
    (event) => {
      if (hasDragged) event.stopPropagation();
      hasDragged = false;
    },
    { capture: true },
  );
}
