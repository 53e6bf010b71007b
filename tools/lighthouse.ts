/**
 * Runs Lighthouse on the pages of dist/, for `./build.sh lighthouse`: prints the score of every category and the audits
 * that lose points. Lighthouse is installed in .tools and is not a dependency of the project.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startCompressed } from "./compressed.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PROGRAM = join(ROOT, ".tools/lighthouse/node_modules/lighthouse/cli/index.js");
const FLAGS = "--headless=new --disable-gpu --no-sandbox";
/** The page for frames; not tested, since it tells search engines not to list it. */
const EXCLUDED = "embed.html";

interface Report {
  categories: Record<
    string,
    { title: string; score: number; auditRefs: { id: string; weight: number }[] }
  >;
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>;
}

const pages = readdirSync(join(ROOT, "dist")).filter((name) => name.endsWith(".html"));
const server = await startCompressed(join(ROOT, "dist"));
const folder = mkdtempSync(join(tmpdir(), "lighthouse-"));
try {
  for (const name of pages.filter((page) => page !== EXCLUDED))
    for (const form of ["mobile", "desktop"]) print(name, form, await judge(name, form));
} finally {
  server.close();
  rmSync(folder, { recursive: true, force: true });
}

async function judge(name: string, form: string): Promise<Report> {
  const path = join(folder, "report.json");
  const url = server.url + (name === "index.html" ? "" : name);
  const args = [PROGRAM, url, "--quiet", "--output=json", `--output-path=${path}`];
  args.push(`--chrome-flags=${FLAGS}`, ...(form === "desktop" ? ["--preset=desktop"] : []));
  const env = { ...process.env, CHROME_PATH: process.env.CHROMIUM ?? "/usr/bin/chromium" };
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "inherit"] });
  const code = await new Promise((resolve) => child.on("close", resolve));
  if (code !== 0) throw new Error(`lighthouse ended with ${code}`);
  return JSON.parse(readFileSync(path, "utf8"));
}

function print(name: string, form: string, { categories, audits }: Report) {
  const scores = Object.values(categories).map(
    ({ title, score }) => `${title} ${Math.round(score * 100)}`,
  );
  console.log(`${name}, ${form}: ${scores.join(", ")}`);
  const weighed = Object.values(categories).flatMap(({ auditRefs }) => auditRefs);
  for (const { id, weight } of weighed) {
    const { score, title, displayValue = "" } = audits[id];
    if (weight > 0 && score !== null && score < 0.98)
      console.log(`  ${score} ${title} ${displayValue}`);
  }
}
