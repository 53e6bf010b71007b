// Formats that few files have: the wasm of the Lab reads them, and is fetched when one comes.

import { thrown } from "../core/thrown.js";

const WASM = new URL("../../pkg-lab/lab_bg.wasm", import.meta.url);

/**
 * The records of a wasm that reads every format.
 * @param {unknown} error  thrown where it cannot be fetched: the refusal of the page's own
 * @returns {Promise<import("./rules.js").RecordClass>}
 */
export async function fetchReader(error) {
  try {
    const lab = await import("../../pkg-lab/lab.js");
    await lab.default({ module_or_path: WASM });
    return /** @type {any} */ (lab.Record);
  } catch {
    throw thrown(error);
  }
}
