// What the browser's store keeps: versioned JSON, read with suspicion and written whole.

/**
 * JSON from a store, a link or a file. Nothing is known of it, so whoever reads it checks each field.
 * @typedef {any} Unchecked
 */

/**
 * Is it a text of this form? A pattern alone takes whatever can be made a text, and throws where nothing can.
 * @param {unknown} value @param {RegExp} form @returns {value is string}
 */
export const isText = (value, form) => typeof value === "string" && form.test(value);

/** @param {string|null|undefined} text @returns {Unchecked} undefined when it is not a JSON object */
export function parseObject(text) {
  try {
    const value = JSON.parse(text ?? "");
    return value !== null && typeof value === "object" ? value : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string|null|undefined} text @param {number} version @returns {Unchecked} undefined when it is of another version */
export function parseVersion(text, version) {
  const value = parseObject(text);
  return value?.version === version ? value : undefined;
}

/** Reads, or gives null where nothing may be looked at. @param {() => Storage} area  may throw */
export const readerOf =
  (area) =>
  /** @param {string} key @returns {string|null} */
  (key) => {
    try {
      return area().getItem(key);
    } catch {
      return null;
    }
  };

/** Writes, or tells what went wrong. @param {() => Storage} area  may throw */
export const writerOf =
  (area) =>
  /** @param {string} key @param {string} text @returns {"full"|"blocked"|null} */
  (key, text) => {
    try {
      area().setItem(key, text);
      return null;
    } catch (error) {
      const { name } = /** @type {{ name?: string }} */ error ?? {};
      return name === "QuotaExceededError" ? "full" : "blocked";
    }
  };

/**
 * What stands under one key.
 * @template Value
 * @param {() => Storage} area  may throw: some browsers forbid even to look
 * @param {string} key
 * @param {object} how
 * @param {(text: string|null) => Value} how.decode     also where there is nothing, or nothing that can be read
 * @param {(value: Value) => string} how.encode
 * @param {(code: "full"|"blocked") => void} [how.onProblem]  called once; without it a value lasts as long as the page
 * @param {boolean} [how.reportsEachTime]  it is called each time
 */
export function createStoredValue(
  area,
  key,
  { decode, encode, onProblem, reportsEachTime = false },
) {
  const read = readerOf(area);
  const write = writerOf(area);
  let told = false;
  return {
    load: () => decode(read(key)),
    /** @param {Value} value @returns {boolean} whether it could be stored */
    save(value) {
      const code = write(key, encode(value));
      if (code && !told) onProblem?.(code);
      told ||= code !== null && !reportsEachTime;
      return code === null;
    },
  };
}
