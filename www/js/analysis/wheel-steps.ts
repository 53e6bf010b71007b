// The wheel over the board steps through the moves: towards the person on, away from it back.

/** So far a wheel turns for one move, in pixels: less than a notch of a mouse, many small turns of a touchpad. */
const NOTCH = 50;
/** Of events that count in lines or pages. */
const PIXELS = [1, 20, 400];

/** @param {HTMLElement} host @param {{ back: () => void, on: () => void }} step */
export function bindWheel(host, { back, on }) {
  let turned = 0;
  host.addEventListener(
    "wheel",
    (event) => {
      // With Control it makes the page larger.
      if (event.ctrlKey || event.metaKey || event.deltaY === 0) return;
      event.preventDefault();
      const turn = event.deltaY * PIXELS[event.deltaMode];
      turned = Math.sign(turn) === Math.sign(turned) ? turned + turn : turn;
      if (Math.abs(turned) < NOTCH) return;
      turned = 0;
      (turn > 0 ? on : back)();
    },
    { passive: false },
  );
}
