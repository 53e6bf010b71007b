// Functions that let more urgent work run first: painting, input and other tasks.

/** The longest wait for a frame, in milliseconds, since a page in the background has no frames. */
const MAX_FRAME_WAIT_MS = 1000;

/** Resolves after the page has been painted, or after a second in the background. */
export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, MAX_FRAME_WAIT_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });

/** Resolves after the tasks that are already queued, without the minimum delay of a timer. */
export function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener("message", () => resolve(port1.close()), { once: true });
    port1.start();
    port2.postMessage(null);
  });
}

/** Lets the browser handle input. With `scheduler.yield`, the caller continues before other queued tasks. */
export const pauseForInput = (): Promise<void> =>
  "scheduler" in globalThis && "yield" in scheduler ? scheduler.yield() : nextTask();

/** Returns a function that calls `draw` in the next frame, only once even if called several times before that frame. */
export function oncePerFrame(draw: () => void): () => void {
  let frame = 0;
  return () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      draw();
    });
  };
}

/** Calls a function after some milliseconds. Returns a function that prevents it. */
export function callLater(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}
