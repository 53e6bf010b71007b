// Shares data through the system's dialog, and copies pictures to the clipboard.

import { errorDetails } from "../core/error-details.ts";

/**
 * Returns true on a touch device with a dialog for sharing. On a computer, people prefer a link in the clipboard to
 * such a dialog.
 */
export const canShare = (): boolean =>
  matchMedia("(pointer: coarse)").matches && typeof navigator.canShare === "function";

/** Opens the system's dialog. Returns true if the data was shared, or if the person closed the dialog. */
export async function shareBySystem(data: ShareData): Promise<boolean> {
  if (!canShare() || !navigator.canShare(data)) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return errorDetails(error).name === "AbortError";
  }
}

/** Copies a PNG; returns true if that is allowed. */
export async function copyImage(picture: Promise<Blob>): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
    return true;
  } catch {
    return false;
  }
}
