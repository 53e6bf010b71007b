/**
 * A static server that behaves like a web host: it compresses text, and lets browsers store files whose names have a
 * digest.
 */
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import sirv from "sirv";

const TEXT = /\.(html|js|css|json|svg|wasm|webmanifest|txt)$/;

/** Serves a release. Compresses the files beforehand, so that the processor is free while a page is measured. */
export async function startCompressed(release: string) {
  const folder = mkdtempSync(join(tmpdir(), "chuhe-compressed-"));
  cpSync(release, folder, { recursive: true });
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    if (TEXT.test(name)) writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
  }
  const handler = sirv(folder, {
    brotli: true,
    setHeaders(response, path) {
      const isStored = path.startsWith("/app/");
      response.setHeader(
        "Cache-Control",
        isStored ? "public, max-age=31536000, immutable" : "no-cache",
      );
    },
  });
  const server = createServer((request, response) => handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true });
  };
  return { url: `http://127.0.0.1:${port}/`, close };
}
