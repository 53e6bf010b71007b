// Where things go that are handed on: the system's own way of sharing, the clipboard.

/** Hands something to the system's own way of sharing. @param {ShareData} data @returns {Promise<boolean>} whether it took it */
export async function offer(data) {
  // On a desk a link is wanted in the clipboard; there the system's way is a detour.
  if (!matchMedia("(pointer: coarse)").matches || !navigator.canShare?.(data)) return false;
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
