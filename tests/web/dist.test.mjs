/** What `./build.sh dist` packs is the whole game, on any path and with nothing missing or to spare. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import test from "node:test";
import { ROOT, openApp } from "./helpers.mjs";

test("the packed page opens under a sub-path, and nothing is missing", async (t) => {
  const { page, server, errors } = await openApp(t, { root: "dist", base: "/some/sub/path/" });
  await page.waitForSelector("canvas");
  await page.waitForLoadState("networkidle");
  assert.deepEqual(server.missed, []);
  assert.deepEqual(errors, []);
});

test("the pack has the licences and no file of the workshop", () => {
  const files = readdirSync(`${ROOT}dist`, { recursive: true, encoding: "utf8" });
  for (const name of ["LICENSE-MIT.txt", "LICENSE-APACHE.txt", "third-party.txt"]) {
    assert.ok(files.includes(`licences/${name}`), name);
  }
  assert.deepEqual(
    files.filter((path) => /(^|\/)\.|\.d\.ts$|\.map$|test/.test(path)),
    [],
  );
});
