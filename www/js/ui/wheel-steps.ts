// Binds the wheel over the board to steps through the moves: scrolling down goes forward, scrolling up goes back.

/**
 * The distance that the wheel turns for one move, in pixels. A notch of a mouse is longer; a touchpad sends many events
 * for this distance.
 */
const NOTCH = 50;
/** The pixels of one unit of `deltaMode`: a pixel, a line, a page. */
const PIXELS = [1, 20, 400];

interface WheelSteps {
  back: () => void;
  on: () => void;
  /** Returns false to leave the wheel to the page. */
  isActive?: () => boolean;
  /** Ends the steps. */
  signal?: AbortSignal;
}

export function bindWheel(
  host: HTMLElement,
  { back, on, isActive = () => true, signal }: WheelSteps,
): void {
  let sum = 0;
  host.addEventListener(
    "wheel",
    (event) => {
      // With Control the wheel zooms the page.
      if (event.ctrlKey || event.metaKey || event.deltaY === 0 || !isActive()) return;
      event.preventDefault();
      const turn = event.deltaY * (PIXELS[event.deltaMode] ?? 1);
      sum = Math.sign(turn) === Math.sign(sum) ? sum + turn : turn;
      if (Math.abs(sum) < NOTCH) return;
      sum = 0;
      (turn > 0 ? on : back)();
    },
    { passive: false, ...(signal && { signal }) },
  );
}
