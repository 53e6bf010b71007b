// Sharing by the system's own dialog, and pictures in the clipboard.

import { errorDetails } from "../core/error-details.ts";

/**
 * Returns true if the device has a dialog for sharing, and touch. On a computer that dialog is a detour: people there want
 * a link in the clipboard.
 */
export const canShare = (): boolean =>
  matchMedia("(pointer: coarse)").matches && typeof navigator.canShare === "function";

/** Opens the system's dialog. Returns true if it took the data or the person closed it. */
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
