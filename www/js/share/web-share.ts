// Where things go that are handed on: the system's own way of sharing, the clipboard.

/** The system has a way of sharing. On a desk it is a detour: there a link is wanted in the clipboard. */
export const canOffer = () =>
  matchMedia("(pointer: coarse)").matches && typeof navigator.canShare === "function";

/** Hands something to the system's own way of sharing. @param {ShareData} data @returns {Promise<boolean>} whether it took it */
export async function offer(data) {
  if (!canOffer() || !navigator.canShare(data)) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return /** @type {Error} */ (error).name === "AbortError";
  }
}

/** @param {Promise<Blob>} picture a PNG @returns {Promise<boolean>} */
export async function copyImage(picture) {
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
    return true;
  } catch {
    return false;
  }
}
