/** Limits of the sizes of a release, in bytes as a browser downloads them (compressed with brotli where possible). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

export const LIMITS = {
  "first load": 326_000,
  engine: 228_000,
  threads: 234_000,
  network: 300_000,
  "kept for use offline": 3_000_000,
};

/** Formats that servers do not compress again. */
const COMPRESSED = /\.(png|jpe?g|webp|avif|woff2|mp3|ogg|opus|m4a)$/;
const RELEASE_NAME = /<meta name="release"[^>]*>/;

/** Prints the sizes of groups of files in the folder `out`; throws an error where a group is larger than its limit. */
export function checkSizes(out: string, groups: Record<keyof typeof LIMITS, string[]>): void {
  const sizes = groups["first load"].map((path) => ({ path, size: transferSize(out, path) }));
  console.log("First load:");
  for (const { path, size } of sizes.toSorted((a, b) => b.size - a.size))
    console.log(`${String(size).padStart(9)}  ${path}`);
  for (const [name, limit] of Object.entries(LIMITS) as [keyof typeof LIMITS, number][]) {
    const paths = groups[name];
    const size = paths.reduce((sum, path) => sum + transferSize(out, path), 0);
    console.log(`${name}: ${paths.length} files, ${size} of at most ${limit} bytes`);
    if (size > limit) throw new Error(`${name}: too large`);
  }
}

/**
 * Returns the size of a file as it is downloaded. A page is measured without the name of its release, which changes the
 * size by up to a hundred bytes either way.
 */
export function transferSize(out: string, path: string): number {
  const whole = readFileSync(join(out, path));
  if (COMPRESSED.test(path)) return whole.length;
  const bytes = path.endsWith(".html") ? Buffer.from(`${whole}`.replace(RELEASE_NAME, "")) : whole;
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
