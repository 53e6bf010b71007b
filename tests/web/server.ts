/**
 * The server of the page tests, on loopback only: the sources by Vite's development server, or any folder as a static
 * host serves it. It serves under any path, so that a file named by an absolute URL is noticed as missing.
 */
import { createServer } from "node:http";
import type { IncomingMessage, Server as HttpServer, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename } from "node:path";
import sirv from "sirv";
import { createServer as createVite } from "vite";

const HOST = "127.0.0.1";
/** Headers that isolate a page from other sites, so that its workers can share memory. The page for frames has none. */
export const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};
const FOR_FRAMES = /embed\.html(\?|$)/;
const PORTS_TRIED = 50;

export interface ServerOptions {
  /** The folder to serve. Vite serves the folder `www`, the sources. */
  root: string;
  /** The first port to try; 0 (the default) lets the system choose one. */
  port?: number;
  /** The path under which the folder appears, e.g. "/some/sub/path/". Default "/". */
  base?: string;
  /** Sent with every answer. */
  headers?: Record<string, string>;
  /** Sends {@link ISOLATION} with all but the page for frames. */
  isolated?: boolean;
  /** Answers held in memory, by path relative to `base`; they come before the folder's own files. */
  files?: Record<string, { type: string; body: string | Uint8Array }>;
}

export interface Server {
  /** E.g. "http://127.0.0.1:8080". */
  origin: string;
  /** The origin and the base, ending in a slash. */
  url: string;
  port: number;
  /** Requested paths that were answered by 404, in order. */
  missed: string[];
  /** Ends all connections. */
  close(): Promise<void>;
}

interface Site {
  handler(request: IncomingMessage, response: ServerResponse, notFound: () => void): void;
  close(): Promise<void>;
}

async function sourcesAt(root: string, base: string, server: HttpServer): Promise<Site> {
  const vite = await createVite({
    root,
    base,
    configFile: `${root}/../vite.config.ts`,
    logLevel: "error",
    server: { middlewareMode: { server }, hmr: { server }, watch: null },
  });
  return { handler: vite.middlewares, close: () => vite.close() };
}

const folderAt = (root: string): Site => ({
  handler: sirv(root, { dev: true, etag: true }),
  close: async () => {},
});

/** Serves a folder over HTTP on 127.0.0.1. Files are read anew at each request (`no-cache` with an ETag). */
export async function startServer({
  root,
  port = 0,
  base = "/",
  headers = {},
  isolated,
  files = {},
}: ServerOptions): Promise<Server> {
  const missed: string[] = [];
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

/** Listens on the first free port from `port` up and returns it. */
async function listen(server: HttpServer, port: number): Promise<number> {
  for (let tried = 0; ; tried++) {
    try {
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen(port === 0 ? 0 : port + tried, HOST, () => {
          server.off("error", reject);
          resolve();
        });
      });
      return (server.address() as AddressInfo).port;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "EADDRINUSE" || port === 0 || tried >= PORTS_TRIED) throw error;
    }
  }
}
