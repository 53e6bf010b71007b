/**
 * Runs the page tests, several files at a time, those that take longest first.
 *
 *     npx tsx tests/web/run.ts [FILE...]
 *
 * Without names all `*.test.ts` of this folder, but not those of folders in it. Prints a line for each test, what
 * failed, and a last line as Rust's tests have it, so that `build.sh` reads both alike. How long each file took is kept
 * in target/tests for the next run.
 */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename } from "node:path";
import { run } from "node:test";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const KEPT = fileURLToPath(new URL("../../target/tests/", import.meta.url));

/** @returns {Record<string, number>} milliseconds by file, of the runs before; empty if there were none */
function timesBefore() {
  try {
    return JSON.parse(readFileSync(`${KEPT}web-times.json`, "utf8"));
  } catch {
    return {};
  }
}

/** Files that take half a minute and longer, though hardly any line of theirs opens a page. */
const LONG = ["axe", "layout", "chaos", "looks-greyscale", "release", "picture", "faults-storage"];

/** A guess for a file that never ran: opening pages is what takes long. @param {string} file */
function guess(file) {
  if (LONG.includes(file.replace(".test.ts", ""))) return 1_000_000;
  const opens = readFileSync(HERE + file, "utf8").match(/\bawait open\w*\(/g);
  return 300 + 1500 * (opens?.length ?? 0);
}

/** What a failed test has to say. @param {any} data of the event */
function report({ name, file, details }) {
  const { cause } = details.error;
  const said =
    cause instanceof Error ? (cause.stack ?? cause.message) : String(cause ?? details.error);
  const sides = cause?.code === "ERR_ASSERTION" ? `\n${sidesOf(cause)}` : "";
  return `---- ${titleOf(name, file)} ----\n${short(said)}${sides}`;
}

/** The two sides of an assertion: its message leaves out what is long. @param {any} error */
function sidesOf({ actual, expected }) {
  const whole = (/** @type {unknown} */ value) =>
    short(inspect(value, { depth: 8, maxArrayLength: 200 }));
  return `seen:     ${whole(actual)}\nexpected: ${whole(expected)}`;
}

/** @param {string} text */
const short = (text) => (text.length > 3000 ? `${text.slice(0, 3000)} …` : text);

/** @param {string} name @param {string} file */
const titleOf = (name, file) =>
  name === file ? `${basename(file)} itself` : `${basename(file)}: ${name}`;

const named = process.argv.slice(2).map((name) => name.replace(/^.*tests\/web\//, ""));
const files =
  named.length > 0 ? named : readdirSync(HERE).filter((name) => name.endsWith(".test.ts"));
const times = timesBefore();
const order = files
  .map((file) => ({ file, time: times[file] ?? guess(file) }))
  .sort((a, b) => b.time - a.time);

/** @type {string[]} */
const failures = [];
const counts = { passed: 0, failed: 0, ignored: 0 };

// One more than there are cores: tests also wait, for a pause of the engine or an animation.
const concurrency = availableParallelism() + 1;
/** A file that takes longer hangs, in milliseconds. */
const timeout = process.env.CHUHE_FAULTS ? 3_600_000 : 900_000;
const events = run({ files: order.map(({ file }) => HERE + file), concurrency, timeout });
for await (const { type, data } of events) {
  if (type === "test:stdout" || type === "test:stderr") process.stdout.write(data.message);
  if (type === "test:complete" && data.name === data.file)
    times[basename(data.file)] = Math.round(data.details.duration_ms);
  if (type !== "test:pass" && type !== "test:fail") continue;
  const outcome = data.skip ? "ignored" : type === "test:pass" ? "passed" : "failed";
  if (data.nesting === 0) counts[outcome] += 1;
  const word = { passed: "ok", failed: "FAILED", ignored: "ignored" }[outcome];
  const seconds = (data.details.duration_ms / 1000).toFixed(3);
  if (data.nesting === 0)
    console.log(`test ${titleOf(data.name, data.file ?? "")} ... ${word} <${seconds}s>`);
  if (outcome === "failed") failures.push(report(data));
}

mkdirSync(KEPT, { recursive: true });
writeFileSync(`${KEPT}web-times.json`, JSON.stringify(times, null, 1));
if (failures.length > 0) console.log(`\nfailures:\n\n${failures.join("\n\n")}`);
const { passed, failed, ignored } = counts;
console.log(
  `\ntest result: ${failed ? "FAILED" : "ok"}. ${passed} passed; ${failed} failed; ${ignored} ignored`,
);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
