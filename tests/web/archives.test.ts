/** The archives of a version: the same for the same files, with the licences of what is inside. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type TestContext } from "node:test";
import { writeLicences } from "../../tools/release/licences.ts";
import { ROOT } from "./helpers.ts";

const FILES = { "a.txt": "first\n".repeat(1000), "app/b.js": "export {};\n", chuhe: "#!/bin/sh\n" };

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "chuhe-archives-"));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Writes the files in an order, all with one time, and packs them in a time zone. */
function pack(
  t: TestContext,
  { order, seconds, zone }: { order: number; seconds: number; zone: string },
) {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, "app"));
  const entries = Object.entries(FILES);
  for (const [name, text] of order < 0 ? entries.toReversed() : entries) {
    writeFileSync(join(folder, name), text);
    utimesSync(join(folder, name), seconds, seconds);
  }
  // A process of its own: within one, a change of the time zone is not seen everywhere at once.
  const script = `import { zipOf } from "./tools/release/archives.ts";
process.stdout.write(await zipOf(process.argv[1], "chuhe-1.0.0", ["chuhe"]));`;
  const args = ["--import=tsx", "--input-type=module", "--eval", script, folder];
  return execFileSync("node", args, { cwd: ROOT, env: { ...process.env, TZ: zone } });
}

test("an archive does not depend on times, order and time zone, and unpacks to the same files", (t) => {
  const one = pack(t, { order: 1, seconds: 1_500_000_000, zone: "Asia/Shanghai" });
  const other = pack(t, { order: -1, seconds: 1_700_000_000, zone: "America/Lima" });
  assert.ok(one.equals(other));
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, "x.zip"), one);
  // Python's reader is one that others made.
  const script = `import sys, zipfile, json
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
print(json.dumps({i.filename: [z.read(i).decode(), bool(i.external_attr >> 16 & 0o100)] for i in z.infolist()}))`;
  const read = JSON.parse(
    execFileSync("python3", ["-c", script, join(folder, "x.zip")], { encoding: "utf8" }),
  );
  const expected = Object.entries(FILES).map(([name, text]) => [
    `chuhe-1.0.0/${name}`,
    [text, name === "chuhe"],
  ]);
  assert.deepEqual(read, Object.fromEntries(expected));
});

test("the licences of the program name what is linked into it", (t) => {
  const folder = temporaryFolder(t);
  const before = process.cwd();
  process.chdir(ROOT);
  t.after(() => process.chdir(before));
  writeLicences(folder, { crate: "chuhe-cli", target: "x86_64-unknown-linux-musl" });
  const text = readFileSync(join(folder, "licences/third-party.txt"), "utf8");
  assert.match(text, /^axum [\d.]+: MIT\n\nCopyright/m);
  assert.doesNotMatch(text, /wasm-bindgen|divan|windows/);
});

test("the packages of Rust and JavaScript have one version", () => {
  const [, rust] = /^\[workspace\.package\]\nversion = "(.+)"/m.exec(
    readFileSync(`${ROOT}Cargo.toml`, "utf8"),
  )!;
  const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8"));
  assert.equal(version, rust);
  const lock = JSON.parse(readFileSync(`${ROOT}package-lock.json`, "utf8"));
  assert.equal(lock.version, rust);
});

test("the changelog has the headings of Keep a Changelog, the latest version first", () => {
  const text = readFileSync(`${ROOT}CHANGELOG.md`, "utf8");
  const headings = [...text.matchAll(/^##+ (.+)$/gm)].map(([line]) => line);
  const version = /^## \[(Unreleased|\d+\.\d+\.\d+)\]( - \d{4}-\d\d-\d\d)?$/;
  const group = /^### (Added|Changed|Deprecated|Removed|Fixed|Security)$/;
  for (const line of headings) assert.match(line, line.startsWith("###") ? group : version);
  const names = headings.flatMap((line) => version.exec(line)?.[1] ?? []);
  assert.equal(names[0], "Unreleased");
  const numbers = names.slice(1).map((name) => name.split(".").map(Number));
  const order = (a: number[], b: number[]) => b[0] - a[0] || b[1] - a[1] || b[2] - a[2];
  assert.deepEqual(numbers, numbers.toSorted(order));
});
