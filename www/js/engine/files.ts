/** Files that the engine plays better with, fetched apart from it: it can play before they are there. */

import { readBytes } from "./platform.ts";

export const NETWORK = new URL("../../assets/chuhe.nnue", import.meta.url);
export const BOOK = new URL("../../assets/book.bin", import.meta.url);

export class EngineFile {
  /** @type {Promise<Uint8Array> | null} */
  #asked = null;
  /** @type {RequestCache} */
  #cache = "default";

  /** @param {URL} url */
  constructor(url) {
    this.url = url;
  }

  /** Its content, fetched once; after a failure the next call tries again. */
  bytes() {
    this.#asked ??= this.#fetch().catch((error) => {
      this.#asked = null;
      throw error;
    });
    return this.#asked;
  }

  /** The content was no good: the next call asks the server anew, whatever the browser has kept. */
  discard() {
    this.#asked = null;
    this.#cache = "reload";
  }

  #fetch() {
    return readBytes(this.url, { cache: this.#cache });
  }
}
