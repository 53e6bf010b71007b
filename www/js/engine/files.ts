// The engine's files: its wasm, and its network, its opening book and its solved endings, which are fetched separately,
// since the engine can play without them.

import { readBytes } from "./platform.ts";

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
