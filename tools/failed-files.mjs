// A reporter of node's tests that names the files with a failed test, one a line: those are worth a second look.

/** @param {AsyncIterable<{type: string, data: {file?: string}}>} events */
export default async function* failedFiles(events) {
  /** @type {Set<string>} */
  const named = new Set();
  for await (const { type, data } of events) {
    if (type !== "test:fail" || !data.file || named.has(data.file)) continue;
    named.add(data.file);
    yield `${data.file}\n`;
  }
}
