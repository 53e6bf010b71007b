/** Scripts and styles in a page itself, each allowed by its digest in the page's Content-Security-Policy. */
import { createHash } from "node:crypto";

const MARKED = /(<(script|style)\b[^>]*?) data-inline="(\d+)"([^>]*>)/g;

/** What stands in a tag until `fillIn` has filled it. @param {number} index of the text */
export const mark = (index) => ` data-inline="${index}"`;

/**
 * Fills in the marked tags.
 * @param {string} html @param {string[]} texts
 */
export function fillIn(html, texts) {
  /** @type {Record<string, string[]>} */
  const digests = { script: [], style: [] };
  const filled = html.replaceAll(MARKED, (_, head, kind, index, tail) => {
    const text = texts[Number(index)];
    if (/<(?:!--|\/?(?:script|style))/i.test(text))
      throw new Error("the text would end its own tag");
    digests[kind].push(digestOf(text));
    return head + tail + text;
  });
  return Object.entries(digests).reduce(allowing, filled);
}

/** @param {string} text */
export const digestOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** @param {string} html @param {[string, string[]]} allowed a kind and the digests of its texts */
function allowing(html, [kind, digests]) {
  if (digests.length === 0) return html;
  const policy = new RegExp(`(${kind}-src 'self')`);
  if (!policy.test(html)) throw new Error(`the page's policy does not say ${kind}-src 'self'`);
  return html.replace(policy, (found) => [found, ...digests].join(" "));
}
