/** Starts web servers with the files of hosting/, and reads the headers that docs/HOSTING.md promises. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import type { TestContext } from "node:test";
import { ROOT, until } from "./helpers.ts";

/** Headers by lower-case names. */
export type HeaderMap = Record<string, string>;

interface Row {
  name: string;
  value: string;
  /** Takes a path relative to the release. */
  holdsFor(path: string): boolean;
}

/** Reads the table of docs/HOSTING.md. */
function readTable(): Row[] {
  const text = readFileSync(`${ROOT}docs/HOSTING.md`, "utf8");
  const rows = text.matchAll(
    /^\| `([A-Z][\w-]+)` \| `([^`]+)` \| (all|(all but )?`([^`]+)`) \|$/gm,
  );
  return [...rows].map(([, name, value, files, except, pattern]) => {
    const fits = (path: string) =>
      pattern.startsWith(".") ? path.endsWith(pattern) : path.startsWith(pattern);
    const holdsFor = (path: string) => files === "all" || fits(path) === !except;
    return { name: name.toLowerCase(), value, holdsFor };
  });
}

const TABLE = readTable();
/** All headers of the table. */
export const HEADERS = [...new Set(TABLE.map(({ name }) => name))];
/** Values that say the same as no header. */
const EMPTY: HeaderMap = {
  "cross-origin-embedder-policy": "unsafe-none",
  "content-security-policy": "frame-ancestors *",
};

/** Returns the headers that the table promises for a file of a release. */
export const promised = (path: string): HeaderMap =>
  Object.fromEntries(
    TABLE.flatMap(({ name, value, holdsFor }) => (holdsFor(path) ? [[name, value]] : [])),
  );

/** Returns those of the table's headers that a host sends, without parameters of types and without empty values. */
export function sent(headers: Headers | HeaderMap): HeaderMap {
  const all = new Headers(headers);
  const values = HEADERS.map((name) => [name, all.get(name)] as const);
  return Object.fromEntries(
    values.flatMap(([name, value]) => {
      if (value === null || value === EMPTY[name]) return [];
      return [[name, name === "content-type" ? value.replace(/;.*/, "") : value]];
    }),
  );
}

/** Returns the path of a program, or nothing if it is not installed. */
export function findProgram(name: string): string | undefined {
  const folders = [
    ...(process.env.PATH ?? "").split(delimiter),
    "/usr/sbin",
    `${ROOT}.tools/servers/usr/bin`,
    `${ROOT}.tools/servers/usr/sbin`,
  ];
  return folders
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Returns a port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a program until the end of the test. Returns its process. */
export function start(t: TestContext, program: string, args: string[], env: HeaderMap = {}) {
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  t.after(async () => {
    if (child.exitCode === null && child.kill("SIGKILL")) await once(child, "exit");
  });
  return child;
}

/** Waits until a server answers. */
async function answers(url: string): Promise<string> {
  await until(() =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  );
  return url;
}

/** Makes a folder that is there until the end of the test. */
export function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "chuhe-hosting-"));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Serves a folder by nginx with hosting/nginx.conf. Returns the address. */
export async function startNginx(t: TestContext, program: string, folder: string): Promise<string> {
  const port = await freePort();
  const own = temporaryFolder(t);
  const site = readFileSync(`${ROOT}hosting/nginx.conf`, "utf8")
    .replace("listen 80;", `listen 127.0.0.1:${port};`)
    .replace("root /var/www/chuhe;", `root ${folder};`);
  writeFileSync(join(own, "site.conf"), site);
  const bodies = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const paths = bodies.map((name) => `${name}_temp_path ${own}/${name};`).join(" ");
  const config = `daemon off; master_process off; pid ${own}/pid; error_log stderr error;
    events {} http { access_log off; log_not_found off; ${paths} include ${own}/site.conf; }`;
  writeFileSync(join(own, "nginx.conf"), config);
  start(t, program, ["-c", join(own, "nginx.conf"), "-p", own, "-e", "stderr"]);
  return await answers(`http://127.0.0.1:${port}/`);
}

/** Serves a folder by Caddy with hosting/Caddyfile. Returns the address. */
export async function startCaddy(t: TestContext, program: string, folder: string): Promise<string> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const own = temporaryFolder(t);
  const env = {
    CHUHE_HOST: url,
    CHUHE_FOLDER: folder,
    HOME: own,
    XDG_DATA_HOME: own,
    XDG_CONFIG_HOME: own,
  };
  // The file has no option for the port of the administration, 2019, where another Caddy may listen.
  const file = `{\n\tadmin off\n\tlog {\n\t\toutput stderr\n\t\tlevel ERROR\n\t}\n}\nimport ${ROOT}hosting/Caddyfile\n`;
  writeFileSync(join(own, "Caddyfile"), file);
  start(t, program, ["run", "--adapter", "caddyfile", "--config", join(own, "Caddyfile")], env);
  return await answers(`${url}/`);
}

/** Serves a folder by `chuhe serve`, called as hosting/Dockerfile calls it, with more arguments. Returns the address. */
export async function startChuhe(t: TestContext, folder: string, args: string[]): Promise<string> {
  const [, entry] =
    /^ENTRYPOINT (\[.*\])$/m.exec(readFileSync(`${ROOT}hosting/Dockerfile`, "utf8")) ?? [];
  const inside: HeaderMap = { "/srv/chuhe": folder, "0.0.0.0": "127.0.0.1" };
  const [, ...own] = (JSON.parse(entry) as string[]).map((word) => inside[word] ?? word);
  const child = start(t, `${ROOT}target/debug/chuhe`, [...own, ...args, "--port", "0"]);
  const lines = createInterface(child.stdout);
  const [line] = await Promise.race([once(lines, "line"), once(lines, "close")]);
  if (!line) throw new Error("chuhe serve has not started");
  return line;
}
