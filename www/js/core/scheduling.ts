// What takes long to come or to work out leaves the line and the processor to what is to be seen first.

/** A page in the background has no frames: so long they are waited for, in milliseconds. */
const AT_MOST_MS = 1000;

/** The page as it is now has been painted, or will not be. @returns {Promise<void>} */
export const afterPaint = () =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, AT_MOST_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });

/** What is waiting comes first; a timer would wait longer. @returns {Promise<void>} */
export function nextTask() {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener("message", () => resolve(port1.close()), { once: true });
    port1.start();
    port2.postMessage(null);
  });
}

/** What a person does is heard; of what else is waiting nothing comes before us, where a browser can do that. @returns {Promise<void>} */
export const pauseForInput = () =>
  "scheduler" in globalThis && "yield" in scheduler ? scheduler.yield() : nextTask();
