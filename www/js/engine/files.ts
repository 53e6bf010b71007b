// The engine's files: its wasm, and its network, its opening book and its solved endings, which are fetched separately,
// since the engine can play without them.

import { readBytes, urlOf } from "./platform.ts";

export const WASM = new URL("../../pkg/chuhe_bg.wasm", import.meta.url);
export const NETWORK = new URL("../../assets/chuhe.nnue", import.meta.url);
export const BOOK = new URL("../../assets/book.bin", import.meta.url);
export const ENDINGS = new URL("../../assets/endings.bin", import.meta.url);

export class EngineFile {
  readonly url: URL;
  #content: Promise<Uint8Array<ArrayBuffer>> | null = null;
  #cache: RequestCache = "default";

  constructor(url: URL) {
    this.url = url;
  }

  /** Returns the content, which is fetched once. After a failure the next call tries again. */
  bytes(): Promise<Uint8Array<ArrayBuffer>> {
    this.#content ??= readBytes(this.url, { cache: this.#cache }).catch((error: unknown) => {
      this.#content = null;
      throw error;
    });
    return this.#content;
  }

  /** Discards damaged content. The next call of `bytes` fetches it from the server, not from the browser's cache. */
  discard(): void {
    this.#content = null;
    this.#cache = "reload";
  }
}

/** Returns the content of a file. Rejects with `code: "noFile"` when it cannot be loaded. */
export async function bytesAt(url: string | URL): Promise<Uint8Array> {
  if (typeof url !== "string" && !(url instanceof URL))
    throw badOption("url", url, "string or URL");
  try {
    return await new EngineFile(urlOf(url)).bytes();
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "there is no such file" : message;
    const error = new Error(`'${url}' cannot be loaded: ${reason}`, { cause });
    throw Object.assign(error, { code: "noFile", field: "url", value: url });
  }
}

export function badOption(field: string, value: unknown, expected: string): TypeError {
  const message = `option '${field}' is no ${expected}`;
  return Object.assign(new TypeError(message), { code: "badOption", field, value });
}
