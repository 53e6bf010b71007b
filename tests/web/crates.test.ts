/** The crates as they would be published: which files belong to them, what their manifests say, which Rust they need. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import test from "node:test";
import { ROOT } from "./helpers.ts";

interface Package {
  name: string;
  version: string;
  source: string | null;
  publish: string[] | null;
  rust_version: string | null;
  manifest_path: string;
  description: string | null;
  documentation: string | null;
  license: string;
  readme: string | null;
  keywords: string[];
  categories: string[];
  features: Record<string, string[]>;
}

interface Metadata {
  packages: (Package & { id: string })[];
  resolve: {
    nodes: { id: string; deps: { pkg: string; dep_kinds: { kind: string | null }[] }[] }[];
  };
}

const cargo = (...args: string[]) =>
  execFileSync("cargo", [...args, "--locked"], {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: 1 << 28,
  });

const METADATA: Metadata = JSON.parse(cargo("metadata", "--format-version", "1"));
const CRATES = METADATA.packages.filter(
  ({ source, publish }) => source === null && publish === null,
);
/** Sources, what they embed, licences, and what cargo adds. */
const BELONGS =
  /^((?:[\w-]+\/)*[\w-]+\.rs|README\.md|LICENSE-(MIT|APACHE)|Cargo\.(toml|lock)|Cargo\.toml\.orig|\.cargo_vcs_info\.json|data\/(book\.bin|chuhe\.nnue|endings\.bin)|openings\.txt|library\/(places|simplified)\.txt)$/;

test("seven crates are published", () => {
  const names = CRATES.map(({ name }) => name).toSorted();
  assert.deepEqual(names, [
    "chuhe",
    "chuhe-endings",
    "chuhe-engine",
    "chuhe-lab",
    "chuhe-records",
    "chuhe-review",
    "chuhe-rules",
  ]);
});

for (const crate of CRATES) {
  test(`${crate.name} has what belongs to it alone, and says what it is`, () => {
    const files = cargo("package", "--list", "--allow-dirty", "--package", crate.name)
      .trim()
      .split("\n");
    assert.deepEqual(
      files.filter((path) => !BELONGS.test(path)),
      [],
    );
    assert.deepEqual(
      files.filter((path) => /test/.test(path)),
      [],
    );
    for (const path of ["README.md", "LICENSE-MIT", "LICENSE-APACHE"])
      assert.ok(files.includes(path), path);
    assert.ok(crate.description && crate.readme);
    assert.equal(crate.documentation, `https://docs.rs/${crate.name}`);
    assert.equal(crate.license, "MIT OR Apache-2.0");
    // Bounds of crates.io.
    assert.ok(crate.keywords.length > 0 && crate.keywords.length <= 5);
    for (const word of crate.keywords) assert.match(word, /^[a-z][\w-]{0,19}$/);
    assert.ok(crate.categories.length > 0 && crate.categories.length <= 5);
  });

  test(`the page of ${crate.name} names its features`, () => {
    const text = readFileSync(join(dirname(crate.manifest_path), "README.md"), "utf8");
    const features = Object.keys(crate.features).filter((name) => name !== "tune");
    assert.deepEqual(
      features.filter((name) => !text.includes(`\`${name}\``)),
      [],
    );
  });
}

const numbers = (version: string) => version.split(".").map(Number);

/** Returns whether a version of Rust is newer than another. */
const isNewer = (one: string, other: string) => {
  const [[a, b, c = 0], [d, e, f = 0]] = [numbers(one), numbers(other)];
  return (a - d || b - e || c - f) > 0;
};

test("no crate that is published, and no program, needs a newer Rust by its dependencies than it says", () => {
  const packages = new Map(METADATA.packages.map((each) => [each.id, each]));
  const nodes = new Map(METADATA.resolve.nodes.map((node) => [node.id, node]));
  const needed = new Set(
    METADATA.packages
      .filter(({ name, source }) => !source && name !== "chuhe-example")
      .map(({ id }) => id),
  );
  for (const id of needed)
    for (const { pkg, dep_kinds } of nodes.get(id)?.deps ?? [])
      if (dep_kinds.some(({ kind }) => kind !== "dev")) needed.add(pkg);
  const [{ rust_version: ours }] = CRATES;
  assert.ok(ours && needed.size > 20);
  const newer = [...needed].flatMap((id) => packages.get(id) ?? []);
  assert.deepEqual(
    newer
      .filter(({ rust_version }) => rust_version && isNewer(rust_version, ours))
      .map(({ name, rust_version }) => `${name} ${rust_version}`),
    [],
  );
});
