/**
 * Each file of a release has the headers of docs/HOSTING.md on every host that hosting/ has a file for: `chuhe serve`,
 * nginx and Caddy serve it here; the rules for Netlify are read by Netlify's own parser, those for Cloudflare as its
 * documentation has them.
 */
import { HeadersHandler } from "@netlify/headers";
import assert from "node:assert/strict";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import test from "node:test";
import { filesOf } from "../../tools/release/files.ts";
import { ROOT } from "./helpers.ts";
import {
  type HeaderMap,
  findProgram,
  promised,
  sent,
  startCaddy,
  startChuhe,
  startNginx,
  temporaryFolder,
} from "./hosting-helpers.ts";

const DIST = `${ROOT}dist`;
const FILES = filesOf(DIST);
/** The list of relays, in a release without any. */
const RELAYS = "relays.json";
const SERVERS = { nginx: startNginx, caddy: startCaddy };

/** Asserts that a server sends files unchanged, and with the promised headers. */
async function assertServed(url: string, files = FILES) {
  for (const path of files) {
    const answer = await fetch(url + path);
    assert.equal(answer.status, 200, path);
    assert.deepEqual(sent(answer.headers), promised(path), path);
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.ok(bytes.equals(readFileSync(join(DIST, path))), `${path} is changed`);
  }
}

/** Asserts that a server sends the start page for the folder, and lets nobody keep an answer for a missing file. */
async function assertFolder(url: string) {
  const start = await fetch(url);
  assert.deepEqual([start.status, sent(start.headers)], [200, promised("index.html")]);
  const missing = await fetch(`${url}app/missing.js`);
  assert.equal(missing.status, 404);
  assert.ok(!missing.headers.get("cache-control")?.includes("immutable"), "a missing file is kept");
}

test("the table of headers holds for each file and tells pages for frames and named files apart", () => {
  assert.equal(promised("app/x.wasm")["cache-control"], "public, max-age=31536000, immutable");
  assert.equal(promised("app/x.wasm")["content-type"], "application/wasm");
  assert.equal(promised("sw.js")["cache-control"], "no-cache");
  assert.equal(promised("index.html")["cross-origin-embedder-policy"], "require-corp");
  const frame = promised("embed.html");
  assert.equal(
    frame["content-security-policy"] ?? frame["cross-origin-embedder-policy"],
    undefined,
  );
  for (const path of FILES) assert.ok(Object.keys(promised(path)).length >= 6, path);
});

for (const [name, start] of Object.entries(SERVERS)) {
  test(`${name} serves each file with its headers, at the root and below`, async (t) => {
    const program = findProgram(name);
    if (!program) return t.skip(`${name} is not installed`);
    const folder = temporaryFolder(t);
    for (const entry of new Set(FILES.map((path) => path.split("/")[0])))
      symlinkSync(join(DIST, entry), join(folder, entry));
    symlinkSync(DIST, join(folder, "below"));
    const url = await start(t, program, folder);
    await assertServed(url);
    await assertFolder(url);
    const some = [
      "index.html",
      "embed.html",
      "sw.js",
      FILES.find((path) => path.endsWith(".wasm"))!,
    ];
    await assertServed(`${url}below/`, some);
    await assertFolder(`${url}below/`);
    const text = await fetch(`${url}index.html`, { headers: { "Accept-Encoding": "gzip" } });
    assert.equal(text.headers.get("content-encoding"), "gzip");
    await text.body?.cancel();
  });
}

test("chuhe serve, started as in the image, serves each file with its headers and is healthy", async (t) => {
  if (!existsSync(`${ROOT}target/debug/chuhe`)) return t.skip("there is no target/debug/chuhe");
  const compose = readFileSync(`${ROOT}hosting/docker-compose.yml`, "utf8");
  const [, command] = /^ +command: (\[.*\])$/m.exec(compose) ?? [];
  const args = (JSON.parse(command) as string[]).map((word) =>
    word.replace(/^\$\{CHUHE_HOST:-localhost\}$/, "chuhe.example.org"),
  );
  const url = await startChuhe(t, DIST, args);
  await assertServed(
    url,
    FILES.filter((path) => path !== RELAYS),
  );
  const relays = await fetch(url + RELAYS);
  assert.deepEqual(sent(relays.headers), promised(RELAYS));
  assert.deepEqual(await relays.json(), { relays: ["/mqtt"] }, "the relay of the server itself");
  await assertFolder(url);
  const dockerfile = readFileSync(`${ROOT}hosting/Dockerfile`, "utf8");
  const [, health] = /http:\/\/127\.0\.0\.1:8080\/(\w+)/.exec(dockerfile) ?? [];
  assert.equal(await (await fetch(url + health)).text(), "ok\n");
  const status = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = request(url + health, { headers: { host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      asked.on("error", reject).end();
    });
  assert.deepEqual(
    [await status("chuhe.example.org"), await status("other.example.org")],
    [200, 421],
  );
});

/** Returns the addresses under which hosts with short addresses serve a file. */
function addresses(path: string): string[] {
  if (path === "index.html") return ["/", "/index.html"];
  return path.endsWith(".html") ? [`/${path}`, `/${path.replace(".html", "")}`] : [`/${path}`];
}

/** Asserts that rules give each file its headers. The types are the host's own. */
async function assertRules(rules: (address: string) => HeaderMap | Promise<HeaderMap>) {
  for (const path of FILES) {
    const { "content-type": _, ...expected } = promised(path);
    for (const address of addresses(path))
      assert.deepEqual(sent(await rules(address)), expected, address);
  }
}

test("the rules for Netlify give each file its headers", async () => {
  const faults: string[] = [];
  const logger = { error: (text: string) => void faults.push(text) } as never;
  const handler = new HeadersHandler({ projectDir: `${ROOT}hosting/netlify`, logger });
  await assertRules((address) => handler.apply(new Request(`https://chuhe.example.org${address}`)));
  assert.deepEqual(faults, []);
});

/** Returns the headers that Cloudflare sends by its rules: values are joined, and "!" takes away what came before. */
function byCloudflare(rules: string[][], address: string): HeaderMap {
  const headers = new Headers();
  for (const [pattern, ...lines] of rules) {
    const [prefix, rest] = pattern.split("*");
    if (rest === undefined ? pattern !== address : !address.startsWith(prefix)) continue;
    for (const line of lines) {
      const [, taken, name, value] = /^ {2}(?:! ([\w-]+)|([\w-]+): (.+))$/.exec(line) ?? [];
      assert.ok(taken || name, `Cloudflare cannot read '${line}'`);
      if (taken) headers.delete(taken);
      else headers.append(name, value);
    }
  }
  return Object.fromEntries(headers);
}

test("the rules for Cloudflare Pages give each file its headers", async () => {
  const text = readFileSync(`${ROOT}hosting/cloudflare/_headers`, "utf8").replaceAll(
    /^#.*\n/gm,
    "",
  );
  const rules = text
    .trim()
    .split("\n\n")
    .map((block) => block.split("\n"));
  await assertRules((address) => byCloudflare(rules, address));
});
