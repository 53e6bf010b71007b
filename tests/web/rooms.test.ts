// The order of the page's scripts: every file has a room, a room imports only lower rooms, no wing imports another wing, no
// imports form a circle, and no two rooms have files of one name.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { basename, dirname, extname, join, normalize } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { PAGES } from "../../tools/pages.ts";

/** The rooms that pages share, the lowest first. */
const SHARED = [
  "core",
  "engine",
  "rules",
  "endings",
  "database",
  "board",
  "study",
  "explain",
  "practice",
  "ui",
  "shell",
  "elements",
  "share",
  "referee",
  "editor",
];
/** Rooms of one page each, above the shared ones. */
const WINGS: readonly string[] = PAGES.map(({ room }) => room);
/** Names of files that every room may have. */
const IN_EVERY_ROOM = new Set(["main", "index", "types", "worker"]);

const JS = fileURLToPath(new URL("../../www/js/", import.meta.url));
const FILES = readdirSync(JS, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /\.[jt]s$/.test(file));

/** Removes comments, and imports and exports of types alone: they may name any file, since a page never loads them. */
const withoutTypes = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/.*$/gm, "")
    .replace(/^(?:import|export) type [^;]*;/gm, "");

/** Returns the files of `www/js` that a script imports, statically or dynamically. */
const importsOf = (file: string, text: string) =>
  [...withoutTypes(text).matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)]
    .map(([, path]) => normalize(join(dirname(file), path)).replaceAll("\\", "/"))
    .filter((path) => !path.startsWith(".."));

const roomOf = (file: string) => file.split("/")[0];

/** Returns the height of a room, -1 for an unknown one; all wings are equally high. */
const heightOf = (room: string) => (WINGS.includes(room) ? SHARED.length : SHARED.indexOf(room));

/** Describes a forbidden import; returns null for an allowed one. */
function faultOf(from: string, to: string) {
  const [room, other] = [roomOf(from), roomOf(to)];
  if (room === other || heightOf(other) < heightOf(room)) return null;
  return `${from} imports ${to}`;
}

/** Returns every circle of imports, as a path from one of its files. */
function circlesIn(graph: Map<string, string[]>) {
  const circles: string[] = [];
  const done = new Set();
  const visit = (file: string, way: string[]) => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(" > "));
    if (done.has(file) || way.includes(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...way, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return circles;
}

const GRAPH = new Map(
  FILES.map((file) => [file, importsOf(file, readFileSync(join(JS, file), "utf8"))]),
);

test("every script has a room", () => {
  assert.deepEqual(
    FILES.filter((file) => !file.includes("/") || heightOf(roomOf(file)) < 0),
    [],
  );
  const rooms = new Set(FILES.map(roomOf));
  assert.deepEqual(
    [...SHARED, ...WINGS].filter((room) => !rooms.has(room)),
    [],
  );
});

test("a room imports only lower rooms", () => {
  const faults = [...GRAPH].flatMap(([file, imports]) => imports.map((to) => faultOf(file, to)));
  assert.deepEqual(faults.filter(Boolean), []);
});

test("no imports form a circle", () => assert.deepEqual(circlesIn(GRAPH), []));

test("no two rooms have files of one name", () => {
  const names = FILES.map((file) => basename(file, extname(file))).filter(
    (name) => !IN_EVERY_ROOM.has(name),
  );
  assert.deepEqual([...new Set(names.filter((name, at) => names.indexOf(name) !== at))], []);
});

test("finds forbidden imports and circles", () => {
  assert.ok(faultOf("core/a.ts", "ui/b.ts"));
  assert.ok(faultOf("play/a.ts", "learn/b.ts"));
  assert.equal(faultOf("play/a.ts", "core/b.ts"), null);
  assert.deepEqual(
    circlesIn(
      new Map([
        ["a", ["b"]],
        ["b", ["a"]],
      ]),
    ),
    ["a > b > a"],
  );
  assert.deepEqual(
    importsOf(
      "play/a.ts",
      'import {\n x,\n} from "../core/b.ts";\nawait import("./c.js"); // from "./d.js"\n/** @import { T } from "./e.js" */\nimport type {\n F,\n} from "./f.ts";\nexport type { G } from "./g.ts";',
    ),
    ["core/b.ts", "play/c.js"],
  );
});
