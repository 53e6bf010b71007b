/**
 * The server of the page tests, on loopback only: the sources by Vite's development server, or any folder as a static
 * host has it. It serves under any path, so that a file named by an absolute URL is noticed as missing.
 */
import { createServer } from "node:http";
import { basename } from "node:path";
import sirv from "sirv";
import { createServer as createVite } from "vite";

const HOST = "127.0.0.1";
/**
 * Have the browser keep the page apart from those of other sites, without which its workers share no memory. The page
 * for frames of other sites does without.
 */
export const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};
const FOR_FRAMES = /embed\.html(\?|$)/;
const PORTS_TRIED = 50;

/**
 * @typedef {object} ServerOptions
 * @property {string} root Folder to serve. Vite serves the folder `www`, the sources.
 * @property {number} [port] First port to try; 0 (the default) lets the system choose one.
 * @property {string} [base] Path under which the folder appears, e.g. "/some/sub/path/". Default "/".
 * @property {Record<string, string>} [headers] Sent with every answer.
 * @property {boolean} [isolated] Sends {@link ISOLATION} with all but the page for frames.
 * @property {Record<string, {type: string, body: string | Uint8Array}>} [files] Answers that exist in memory only, by
 *   path relative to `base`; they come before the folder's own files.
 *
 * @typedef {object} Server
 * @property {string} origin e.g. "http://127.0.0.1:8080"
 * @property {string} url Origin and base, ending in a slash.
 * @property {number} port
 * @property {string[]} missed Paths that were asked for and answered 404, in order.
 * @property {() => Promise<void>} close Ends all connections.
 */

/** Returns the handler of requests for the sources. @param {string} root @param {string} base @param {import("node:http").Server} server */
async function sourcesAt(root, base, server) {
  const vite = await createVite({
    root,
    base,
    configFile: `${root}/../vite.config.ts`,
    logLevel: "error",
    server: { middlewareMode: { server }, hmr: { server }, watch: null },
  });
  return { handler: vite.middlewares, close: () => vite.close() };
}

/** Returns the handler of requests for the files of a folder. @param {string} root */
function folderAt(root) {
  const handler = sirv(root, { dev: true, etag: true });
  return { handler, close: async () => {} };
}

/**
 * Serves a folder over HTTP on 127.0.0.1. Files are read anew at each request (`no-cache` with an ETag).
 * @param {ServerOptions} options
 * @returns {Promise<Server>}
 */
export async function startServer({
  root,
  port = 0,
  base = "/",
  headers = {},
  isolated,
  files = {},
}) {
  const missed = /** @type {string[]} */ [];
  const isSources = basename(root) === "www";
  const server = createServer((request, response) => {
    const url = request.url ?? "/";
    response.setHeader("Access-Control-Allow-Origin", "*"); // as `chuhe serve` sends it, for frames without an origin
    const sent = isolated && !FOR_FRAMES.test(url) ? { ...headers, ...ISOLATION } : headers;
    for (const [name, value] of Object.entries(sent)) response.setHeader(name, value);
    response.on("finish", () => response.statusCode === 404 && missed.push(url));
    const notFound = () =>
      void response.writeHead(404, { "Content-Type": "text/plain" }).end("Not found\n");
    if (`${url}/` === base) {
      response.writeHead(302, { Location: base }).end();
    } else if (!url.startsWith(base)) {
      notFound();
    } else {
      const path = url.slice(base.length);
      const file = files[path.replace(/[?#].*$/, "")];
      if (file) {
        response.writeHead(200, { "Content-Type": file.type }).end(file.body);
      } else {
        if (!isSources) request.url = `/${path}`;
        site.handler(request, response, notFound);
      }
    }
  });
  const site = isSources ? await sourcesAt(root, base, server) : folderAt(root);
  const bound = await listen(server, port);
  const origin = `http://${HOST}:${bound}`;
  return {
    origin,
    url: origin + base,
    port: bound,
    missed,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, site.close()]);
    },
  };
}

/**
 * Listens on the first free port from `port` up and returns it.
 * @param {import("node:http").Server} server
 * @param {number} port
 * @returns {Promise<number>}
 */
async function listen(server, port) {
  for (let tried = 0; ; tried++) {
    try {
      await new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(port === 0 ? 0 : port + tried, HOST, () => {
          server.off("error", reject);
          resolve(undefined);
        });
      });
      return /** @type {import("node:net").AddressInfo} */ server.address().port;
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ error;
      if (code !== "EADDRINUSE" || port === 0 || tried >= PORTS_TRIED) throw error;
    }
  }
}
