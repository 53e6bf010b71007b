/**
 * Makes the glyph outlines of the board and the drawings of the logo and the icons.
 *
 * Run by hand, only when a glyph or an icon is to change; what it writes is committed:
 *
 *   npm install --no-save @fontsource/yuji-mai@5.3.0 opentype.js@2.0.0 fit-curve@0.2.0 \
 *     upng-js@2.1.0
 *   node tools/make-glyphs.mjs [--modules node_modules] [--chromium /usr/bin/chromium]
 *
 * The font is Yuji Mai (SIL Open Font License 1.1, no reserved font name), a brush hand in the
 * regular script. No font file is shipped: every glyph becomes SVG path data, so the pieces look
 * the same on a machine without a single Chinese font. The font has no 傌; it is put together from
 * the left part of 値 and the right part of 碼, as the font itself builds such characters.
 *
 * Without `--chromium` the two PNG icons are left as they are.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { fitContour, toPathData } from "./outline.mjs";
import { faviconSvg, iconSvg, logoSvg } from "./icons.mjs";

/** Size of the palette of the PNG icons. */
const PNG_COLOURS = 192;
const ROOT = resolve(import.meta.dirname, "..");
const CHARACTERS = [..."帥仕相俥炮兵將士象車馬砲卒楚河漢界一二三四五六七八九１２３４５６７８９"];
const PARTS = [..."値碼"];
/** The right part is laid into the given box (font units from the baseline, y downwards). */
const COMPOSED = {
  傌: { left: "値", right: "碼", place: { x0: 330, x1: 1010, y0: -770, y1: 60 } },
};

const { values: args } = parseArgs({
  options: {
    modules: { type: "string", default: join(ROOT, "node_modules") },
    chromium: { type: "string" },
  },
});

/** A package from the folder given, whatever kind of module it is. @param {string} name */
async function load(name) {
  const { resolve: find } = createRequire(join(resolve(args.modules), "noop.js"));
  const module = await import(pathToFileURL(find(name)).href);
  return module.default ?? module;
}

const opentype = await load("opentype.js");
const fitCurve = await load("fit-curve");
const upng = await load("upng-js");

/** @typedef {import("./outline.mjs").Command} Command */
/** @typedef {Command[]} Contour */

/**
 * Reads the wanted glyphs from the font's many subset files, in font units, y downwards.
 *
 * @param {string} folder @param {string[]} wanted
 * @returns {Map<string, Contour[]>}
 */
function readGlyphs(folder, wanted) {
  const found = new Map();
  for (const name of readdirSync(folder).filter((n) => n.endsWith("-400-normal.woff"))) {
    const bytes = readFileSync(join(folder, name));
    const font = opentype.parse(
      bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
    );
    for (const character of wanted) {
      const glyph = font.charToGlyph(character);
      if (found.has(character) || glyph.index === 0) continue;
      found.set(character, splitContours(glyph.getPath(0, 0, 1000).commands));
    }
  }
  return found;
}

/** @param {Command[]} commands @returns {Contour[]} */
function splitContours(commands) {
  /** @type {Contour[]} */
  const contours = [];
  for (const command of commands) {
    if (command.type === "M") contours.push([]);
    if (command.type !== "Z") contours.at(-1)?.push(command);
  }
  return contours;
}

/** @param {Contour[]} contours */
function box(contours) {
  const xs = contours.flat().map((c) => c.x);
  const ys = contours.flat().map((c) => c.y);
  return { x0: Math.min(...xs), x1: Math.max(...xs), y0: Math.min(...ys), y1: Math.max(...ys) };
}

/**
 * The contours whose middle lies left (or right) of `edge`.
 *
 * @param {Contour[]} contours @param {number} edge @param {boolean} wantLeft
 */
function side(contours, edge, wantLeft) {
  return contours.filter((contour) => {
    const { x0, x1 } = box([contour]);
    return (x0 + x1) / 2 < edge === wantLeft;
  });
}

/**
 * @param {Contour[]} contours
 * @param {(x: number) => number} fx @param {(y: number) => number} fy
 * @returns {Contour[]}
 */
function moved(contours, fx, fy) {
  const map = (/** @type {Command} */ c) => ({
    ...c,
    x: fx(c.x),
    y: fy(c.y),
    ...(c.x1 === undefined || c.y1 === undefined ? {} : { x1: fx(c.x1), y1: fy(c.y1) }),
  });
  return contours.map((contour) => contour.map(map));
}

/**
 * The left part of one character beside the right part of another.
 *
 * @param {Contour[]} left @param {Contour[]} right
 * @param {{x0: number, x1: number, y0: number, y1: number}} place
 */
function compose(left, right, place) {
  const part = side(right, 400, false);
  const from = box(part);
  const fx = (/** @type {number} */ x) =>
    place.x0 + ((x - from.x0) * (place.x1 - place.x0)) / (from.x1 - from.x0);
  const fy = (/** @type {number} */ y) =>
    place.y0 + ((y - from.y0) * (place.y1 - place.y0)) / (from.y1 - from.y0);
  return [...side(left, 300, true), ...moved(part, fx, fy)];
}

/** Centres a glyph on the origin: all are placed by their middle. @param {Contour[]} contours */
function centred(contours) {
  const { x0, x1, y0, y1 } = box(contours);
  return moved(
    contours,
    (x) => x - (x0 + x1) / 2,
    (y) => y - (y0 + y1) / 2,
  );
}

/** @returns {[string, string][]} path data by character */
function outlines() {
  const folder = join(resolve(args.modules), "@fontsource/yuji-mai/files");
  const raw = readGlyphs(folder, [...CHARACTERS, ...PARTS]);
  for (const [character, { left, right, place }] of Object.entries(COMPOSED)) {
    raw.set(character, compose(raw.get(left) ?? [], raw.get(right) ?? [], place));
  }
  for (const part of PARTS) raw.delete(part);
  const missing = CHARACTERS.filter((c) => !raw.has(c));
  if (missing.length > 0) throw new Error(`the font has no ${missing.join("")}`);
  return [...CHARACTERS, ...Object.keys(COMPOSED)].sort().map((character) => {
    const contours = centred(raw.get(character) ?? []).map((contour) =>
      fitContour(contour, fitCurve),
    );
    return [character, toPathData(contours)];
  });
}

/** @param {[string, string][]} entries */
function glyphModule(entries) {
  return [
    "/**",
    " * Glyph outlines as SVG path data, 1000 units to the em, centred on the origin, y downwards.",
    " * Made by tools/make-glyphs.mjs from the font Yuji Mai (SIL OFL 1.1, see assets/OFL.txt).",
    " *",
    " * @type {Readonly<Record<string, string>>}",
    " */",
    "export const GLYPHS = Object.freeze({",
    ...entries.map(
      ([character, path]) =>
        `  ${/^[１-９]$/u.test(character) ? `"${character}"` : character}: "${path}",`,
    ),
    "});",
    "",
  ].join("\n");
}

/** @param {string} browser @param {string} svg @param {number} size */
function writePng(browser, svg, size) {
  const folder = mkdtempSync(join(tmpdir(), "glyphs-"));
  const page = join(folder, "icon.html");
  const target = join(ROOT, `www/assets/icon-${size}.png`);
  const style = "margin:0;overflow:hidden;background:transparent";
  const sized = svg.replace(
    "<svg ",
    `<svg style="display:block" width="${size}" height="${size}" `,
  );
  writeFileSync(page, `<!doctype html><body style="${style}">${sized}`);
  const flags = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--hide-scrollbars",
    "--force-device-scale-factor=1",
  ];
  flags.push("--default-background-color=00000000", `--user-data-dir=${join(folder, "profile")}`);
  execFileSync(
    browser,
    [...flags, `--window-size=${size},${size}`, `--screenshot=${target}`, `file://${page}`],
    {
      stdio: "ignore",
    },
  );
  rmSync(folder, { recursive: true, force: true });
  const image = upng.decode(readFileSync(target));
  writeFileSync(target, Buffer.from(upng.encode(upng.toRGBA8(image), size, size, PNG_COLOURS)));
}

function main() {
  const entries = outlines();
  const glyphs = Object.fromEntries(entries);
  const asset = (/** @type {string} */ name, /** @type {string} */ text) =>
    writeFileSync(join(ROOT, "www/assets", name), text);
  writeFileSync(join(ROOT, "www/js/board/glyphs.js"), glyphModule(entries));
  asset("logo.svg", logoSvg(glyphs));
  asset("icon.svg", iconSvg(glyphs));
  asset("favicon.svg", faviconSvg(glyphs));
  asset(
    "OFL.txt",
    readFileSync(join(resolve(args.modules), "@fontsource/yuji-mai/LICENSE"), "utf8"),
  );
  const { chromium } = args;
  if (chromium) for (const size of [192, 512]) writePng(chromium, iconSvg(glyphs), size);
}

main();
