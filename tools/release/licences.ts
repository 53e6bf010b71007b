/**
 * Writes the licences of the third-party works that a release contains. Those of a program, built for a target of Rust:
 * `tsx tools/release/licences.ts FOLDER CRATE TARGET`.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** What a folder of a release contains besides Chuhe's own code. */
interface Contents {
  /** The package whose dependencies are linked into the wasm or the program, and the target that it is built for. */
  crate: string;
  target: string;
  /** The npm packages whose code is bundled. */
  packages: string[];
}

const WASM = { crate: "chuhe-wasm", target: "wasm32-unknown-unknown", packages: [] };

/** Writes licences/ into the folder `out`: of the page and the npm package, or of what `contents` names. */
export function writeLicences(out: string, contents: Partial<Contents> = {}): void {
  const folder = join(out, "licences");
  mkdirSync(folder, { recursive: true });
  cpSync("LICENSE-MIT", join(folder, "LICENSE-MIT.txt"));
  cpSync("LICENSE-APACHE", join(folder, "LICENSE-APACHE.txt"));
  cpSync("www/assets/OFL.txt", join(folder, "OFL.txt"));
  writeFileSync(join(folder, "third-party.txt"), thirdParty({ ...WASM, ...contents }));
}

/**
 * Returns a text that lists the crates in the wasm or the program and the npm packages in the scripts, each with its
 * licence. Apache-2.0 is chosen where it is offered (its text is in LICENSE-APACHE.txt); the texts of other licences are
 * included in full.
 */
function thirdParty({ crate, target, packages }: Contents): string {
  const lines = [
    `The engine of Chuhe (${crate === WASM.crate ? "chuhe_bg.wasm" : "chuhe"}) contains parts of the works below.`,
    "Where Apache-2.0 is offered they are used under it; its text is in LICENSE-APACHE.txt.",
    "The outlines of the pieces come from the fonts named in OFL.txt.",
    "The table of simplified characters is from OpenCC (https://github.com/BYVoid/OpenCC): Apache-2.0",
    "",
    "The Rust standard library: MIT OR Apache-2.0",
  ];
  for (const { name, version, license, manifest_path } of linkedCrates(crate, target)) {
    lines.push(`${name} ${version}: ${license}`);
    const apache = /\bOR Apache-2\.0|Apache-2\.0 OR\b/.test(license);
    if (!apache || license.includes(" AND ")) {
      lines.push("", licenceText(dirname(manifest_path), apache ? /APACHE|MIT/ : /^$/), "");
    }
  }
  if (packages.length > 0) lines.push("", "The scripts of the page contain:", "");
  for (const name of packages) {
    const folder = join("node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    lines.push(`${name} ${version}: ${license}`, "", licenceText(folder, /^$/), "");
  }
  return lines.join("\n") + "\n";
}

interface Crate {
  name: string;
  version: string;
  license: string;
  source: string | null;
  manifest_path: string;
}

/**
 * Returns the crates that are linked into the wasm or the program, sorted by name, without tests, build scripts, macros
 * and Chuhe's own crates.
 */
function linkedCrates(crate: string, target: string): Crate[] {
  const cargo = (args: string): string =>
    execFileSync("cargo", args.split(" "), { encoding: "utf8", maxBuffer: 1 << 28 });
  const tree = cargo(
    `tree --locked --package ${crate} --target ${target} --edges normal,no-proc-macro --prefix none --format {p}`,
  );
  const linked = new Set(tree.split("\n").map((line) => line.split(" ").slice(0, 2).join(" ")));
  const metadata: { packages: Crate[] } = JSON.parse(
    cargo(`metadata --locked --format-version 1 --filter-platform ${target}`),
  );
  return metadata.packages
    .filter(({ name, version, source }) => source && linked.has(`${name} v${version}`))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the licences in the folder of a crate or package, without the files whose names match `except`. */
function licenceText(folder: string, except: RegExp): string {
  const names = readdirSync(folder)
    .filter((name) => /^(LICEN[CS]E|COPYING)/i.test(name) && !except.test(name))
    .toSorted();
  if (names.length === 0) throw new Error(`no licence text in ${folder}`);
  return names.map((name) => readFileSync(join(folder, name), "utf8").trim()).join("\n\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [out, crate, target] = process.argv.slice(2);
  if (!out || !crate || !target) throw new Error("licences.ts FOLDER CRATE TARGET");
  writeLicences(out, { crate, target });
}
