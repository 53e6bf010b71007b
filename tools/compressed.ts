/** A static server as hosts are: text is compressed, files whose names say what is in them are kept by the browser. */
import { readFileSync, readdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { brotliCompressSync } from "node:zlib";

/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".txt": "text/plain; charset=utf-8",
};
const COMPRESSED = new Set([".png", ".jpg", ".webp", ".woff2"]);

/** @param {string} root a release @param {number} [port] */
export async function startCompressed(root, port = 0) {
  // Beforehand: to compress while a page is measured would take the processor from it.
  const bodies = new Map(filesOf(root).map((path) => [path, bodyOf(root, path)]));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const path = normalize(pathname).replace(/\/$/, "/index.html").slice(1);
    const body = bodies.get(path);
    if (!body) {
      response.writeHead(404, { "Content-Type": "text/plain" }).end("Not found\n");
      return;
    }
    const kept = path.startsWith("app/") ? "public, max-age=31536000, immutable" : "no-cache";
    response.setHeader("Cache-Control", kept);
    response.setHeader("Content-Type", TYPES[extname(path)] ?? "application/octet-stream");
    if (!COMPRESSED.has(extname(path))) response.setHeader("Content-Encoding", "br");
    response.end(body);
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(undefined)));
  const { port: bound } = /** @type {import("node:net").AddressInfo} */ server.address();
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${bound}/`, close };
}

/** @param {string} root */
const filesOf = (root) =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(root, path)).isFile())
    .map((path) => path.replaceAll("\\", "/"));

/** @param {string} root @param {string} path */
function bodyOf(root, path) {
  const bytes = readFileSync(join(root, path));
  return COMPRESSED.has(extname(path)) ? bytes : brotliCompressSync(bytes);
}
