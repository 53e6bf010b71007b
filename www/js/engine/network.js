/** The file of the engine's network, fetched apart from the engine: it can play before it is there. */

const FILE = new URL("../../assets/chuhe.nnue", import.meta.url);

export class NetworkFile {
  /** @type {Promise<Uint8Array> | null} */
  #asked = null;
  /** @type {RequestCache} */
  #cache = "default";

  /** @param {URL} [url] */
  constructor(url = FILE) {
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

  async #fetch() {
    const response = await fetch(this.url, { cache: this.#cache });
    if (!response.ok) throw new Error(`${this.url.pathname}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}
