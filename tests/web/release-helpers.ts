/** Releases for tests: copies of dist/, altered, served one after the other from the same address. */
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "./server.ts";
import { ROOT } from "./helpers.ts";

/**
 * Serves dist/ under a sub-path from a folder of its own, in which a test may put up the next release.
 * @param {import("node:test").TestContext} t
 */
export async function serveReleases(t) {
  const folder = mkdtempSync(join(tmpdir(), "chuhe-release-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(`${ROOT}dist`, folder, { recursive: true });
  const server = await startServer({ root: folder, base: "/some/sub/path/" });
  t.after(() => server.close());
  return { folder, server, ...releaseOf(folder) };
}

/** @param {string} folder */
export function releaseOf(folder) {
  const html = readFileSync(join(folder, "index.html"), "utf8");
  return { id: /name="release" content="([^"]+)"/.exec(html)?.[1] ?? "" };
}

/**
 * Puts up another release in the same folder, as a host does: old files are gone. All its scripts, styles and
 * pages say `mark`; only the names that say what is in them differ otherwise.
 * @param {string} folder @param {string} mark
 */
export function putUp(folder, mark) {
  const { id } = releaseOf(folder);
  const next = createHash("sha256").update(mark).digest("hex").slice(0, 10);
  const scripts = readdirSync(join(folder, "app")).filter((name) => /\.(js|css|json)$/.test(name));
  const renamed = new Map(scripts.map((name) => [name, name.replace(/\.\w+$/, `${mark}$&`)]));
  const rename = (/** @type {string} */ text) => {
    for (const [old, now] of renamed) text = text.replaceAll(old, now);
    return text.replaceAll(id, next);
  };
  for (const [old, now] of renamed) {
    const path = join(folder, "app", old);
    const text = rename(readFileSync(path, "utf8"));
    rmSync(path);
    writeFileSync(join(folder, "app", now), text);
  }
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".html"))) {
    const path = join(folder, name);
    writeFileSync(path, allowed(rename(readFileSync(path, "utf8"))));
  }
  const worker = join(folder, "sw.js");
  writeFileSync(worker, signed(rename(readFileSync(worker, "utf8")), folder));
  return next;
}

/** The digests of what a page holds itself, as it is now. @param {string} html */
function allowed(html) {
  const found = (/** @type {string} */ kind) => {
    const tags = html.matchAll(new RegExp(`<${kind}\\b[^>]*>([^]*?)</${kind}>`, "g"));
    const texts = [...tags].map(([, text]) => text).filter((text) => text !== "");
    return texts.map((text) => `'${digestOf(text)}'`).join(" ");
  };
  return html
    .replace(/(script-src 'self')(?: 'sha256-[^']+')+/, `$1 ${found("script")}`)
    .replace(/(style-src 'self')(?: 'sha256-[^']+')+/, `$1 ${found("style")}`);
}

/** The list of files in sw.js, with what the files are now. @param {string} text @param {string} folder */
function signed(text, folder) {
  return text.replaceAll(/"([\w./-]+)":["`]sha256-[^"`]+["`]/g, (_, path) => {
    return `"${path}":"${digestOf(readFileSync(join(folder, path)))}"`;
  });
}

/** @param {string|Uint8Array} content */
const digestOf = (content) => `sha256-${createHash("sha256").update(content).digest("base64")}`;
