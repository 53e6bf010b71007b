// Formats that few files have: the wasm of the Lab reads them, and is fetched when one comes.

import { errorDetails } from "../core/error-details.ts";

const WASM = new URL("../../pkg-lab/lab_bg.wasm", import.meta.url);

/**
 * The records of a wasm that reads every format.
 * @param {unknown} error  thrown where it cannot be fetched: the refusal of the page's own
 * @returns {Promise<import("./rules.ts").RecordClass>}
 */
export async function loadRareReader(error) {
  try {
    const lab = await import("../../pkg-lab/lab.js");
    await lab.default({ module_or_path: WASM });
    return /** @type {any} */ lab.Record;
  } catch {
    throw errorDetails(error);
  }
}
