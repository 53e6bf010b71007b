/**
 * Runs the page tests, several files at a time, the longest first.
 *
 *     npx tsx tests/web/run.ts [FILE...]
 *
 * Without names it runs all `*.test.ts` of this folder, but not those of folders in it. It prints a line for each test,
 * the failures, and a last line like that of Rust's tests, so that `build.sh` reads both alike. It stores the time of each
 * file in target/tests for the next run.
 */
import type { AssertionError } from "node:assert";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename } from "node:path";
import { run } from "node:test";
import type { EventData } from "node:test";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const RESULTS = fileURLToPath(new URL("../../target/tests/", import.meta.url));

/** Returns the milliseconds of each file in earlier runs. */
function timesBefore(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(`${RESULTS}web-times.json`, "utf8"));
  } catch {
    return {};
  }
}

/** Files that take half a minute and longer, though few of their lines open a page. */
const LONG = ["axe", "layout", "chaos", "looks-greyscale", "release", "picture", "faults-storage"];

/** Estimates the time of a file that never ran, in milliseconds, by the pages that it opens. */
function guess(file: string) {
  if (LONG.includes(file.replace(".test.ts", ""))) return 1_000_000;
  const opens = readFileSync(HERE + file, "utf8").match(/\bawait open\w*\(/g);
  return 300 + 1500 * (opens?.length ?? 0);
}

function report({ name, file, details }: EventData.TestFail) {
  const { cause } = details.error;
  const text =
    cause instanceof Error ? (cause.stack ?? cause.message) : String(cause ?? details.error);
  // The error comes from another process, without its class.
  const assertion = cause as Partial<AssertionError> | undefined;
  const values = assertion?.code === "ERR_ASSERTION" ? `\n${valuesOf(assertion)}` : "";
  return `---- ${titleOf(name, file)} ----\n${short(text)}${values}`;
}

/** Returns both values of an assertion, whose message leaves out long ones. */
function valuesOf({ actual, expected }: Partial<AssertionError>) {
  const whole = (value: unknown) => short(inspect(value, { depth: 8, maxArrayLength: 200 }));
  return `seen:     ${whole(actual)}\nexpected: ${whole(expected)}`;
}

const short = (text: string) => (text.length > 3000 ? `${text.slice(0, 3000)} …` : text);

const titleOf = (name: string, file = "") =>
  name === file ? `${basename(file)} itself` : `${basename(file)}: ${name}`;

const named = process.argv.slice(2).map((name) => name.replace(/^.*tests\/web\//, ""));
const files =
  named.length > 0 ? named : readdirSync(HERE).filter((name) => name.endsWith(".test.ts"));
const times = timesBefore();
const order = files
  .map((file) => ({ file, time: times[file] ?? guess(file) }))
  .sort((a, b) => b.time - a.time);

const failures: string[] = [];
const counts = { passed: 0, failed: 0, ignored: 0 };

// One more than the cores, since tests also wait for pauses and animations.
const concurrency = availableParallelism() + 1;
/** The time limit of a file, in milliseconds. */
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
    console.log(`test ${titleOf(data.name, data.file)} ... ${word} <${seconds}s>`);
  if (outcome === "failed") failures.push(report(data));
}

mkdirSync(RESULTS, { recursive: true });
writeFileSync(`${RESULTS}web-times.json`, JSON.stringify(times, null, 1));
if (failures.length > 0) console.log(`\nfailures:\n\n${failures.join("\n\n")}`);
const { passed, failed, ignored } = counts;
console.log(
  `\ntest result: ${failed ? "FAILED" : "ok"}. ${passed} passed; ${failed} failed; ${ignored} ignored`,
);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
