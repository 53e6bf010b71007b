import { BOOK, ENDINGS, NETWORK } from "../engine/files.ts";

const WASM = new URL("../../pkg/chuhe_bg.wasm", import.meta.url);

/**
 * Returns a short digest of everything that decides how the engine plays. Pages with the same digest have the same
 * opponent at levels below 15, whose searches are limited by nodes and not by time. Returns "" if the browser cannot
 * compute digests (on a page without https) or a file cannot be fetched.
 */
export async function engineId(): Promise<string> {
  if (!globalThis.crypto?.subtle) return "";
  try {
    const digests = await Promise.all([WASM, NETWORK, BOOK, ENDINGS].map(digestOf));
    const whole = await crypto.subtle.digest("SHA-256", await new Blob(digests).arrayBuffer());
    const bytes = Array.from(new Uint8Array(whole, 0, 4));
    return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  } catch {
    return "";
  }
}

async function digestOf(url: URL): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  return crypto.subtle.digest("SHA-256", await response.arrayBuffer());
}
