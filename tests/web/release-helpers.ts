/** Releases for tests: altered copies of dist/, served one after the other from the same address. */
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { startServer } from "./server.ts";
import { ROOT } from "./helpers.ts";

/** Serves a copy of dist/ under a sub-path, from a folder in which a test may publish the next release. */
export async function serveReleases(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), "chuhe-release-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(`${ROOT}dist`, folder, { recursive: true });
  const server = await startServer({ root: folder, base: "/some/sub/path/" });
  t.after(() => server.close());
  return { folder, server, ...releaseOf(folder) };
}

export function releaseOf(folder: string) {
  const html = readFileSync(join(folder, "index.html"), "utf8");
  return { id: /name="release" content="([^"]+)"/.exec(html)?.[1] ?? "" };
}

/**
 * Publishes another release in the same folder, as a host does: old files are gone. All its scripts, styles and pages
 * contain `mark`; otherwise only names with a digest differ.
 */
export function putUp(folder: string, mark: string) {
  const { id } = releaseOf(folder);
  const next = createHash("sha256").update(mark).digest("hex").slice(0, 10);
  const scripts = readdirSync(join(folder, "app")).filter((name) => /\.(js|css|json)$/.test(name));
  const renamed = new Map(scripts.map((name) => [name, name.replace(/\.\w+$/, `${mark}$&`)]));
  const rename = (text: string) => {
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

/** Returns a page with the digests of its inline scripts and styles in its policy. */
function allowed(html: string) {
  const digests = (kind: string) => {
    const tags = html.matchAll(new RegExp(`<${kind}\\b[^>]*>([^]*?)</${kind}>`, "g"));
    const texts = [...tags].map(([, text]) => text).filter((text) => text !== "");
    return texts.map((text) => `'${digestOf(text)}'`).join(" ");
  };
  return html
    .replace(/(script-src 'self')(?: 'sha256-[^']+')+/, `$1 ${digests("script")}`)
    .replace(/(style-src 'self')(?: 'sha256-[^']+')+/, `$1 ${digests("style")}`);
}

/** Returns the text of sw.js with the present digests of its files. */
function signed(text: string, folder: string) {
  return text.replaceAll(/"([\w./-]+)":["`]sha256-[^"`]+["`]/g, (_, path) => {
    return `"${path}":"${digestOf(readFileSync(join(folder, path)))}"`;
  });
}

const digestOf = (content: string | Uint8Array) =>
  `sha256-${createHash("sha256").update(content).digest("base64")}`;
