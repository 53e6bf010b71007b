/**
 * Makes the glyph outlines of the board and of the other sets of pieces, and the drawings of the logo
 * and the icons.
 *
 * Run by hand, only when a glyph or an icon is to change; what it writes is committed:
 *
 *   npm install --no-save @fontsource/yuji-mai@5.3.0 @fontsource/zen-antique@5.3.0 \
 *     @fontsource/noto-sans-sc@5.3.0 opentype.js@2.0.0 fit-curve@0.2.0 upng-js@2.1.0
 *   npx tsx tools/make-glyphs.ts [--modules node_modules] [--chromium /usr/bin/chromium]
 *
 * The fonts are under the SIL Open Font License 1.1. No font file is shipped: every glyph becomes SVG
 * path data, so the pieces look the same on a machine without a single Chinese font. Some fonts have no
 * 傌; it is put together from the left part of 値 and the right part of 碼, as fonts build such
 * characters themselves. A further set is one more entry of `SETS`, and one of www/js/board/looks.ts.
 *
 * Without `--chromium` the two PNG icons are left as they are.
 */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { centred, compose, readFont } from "./fonts.ts";
import { fitContour, toPathData } from "./outline.ts";
import { faviconSvg, iconSvg, logoSvg } from "./icons.ts";

/** Size of the palette of the PNG icons. */
const PNG_COLOURS = 192;
const ROOT = resolve(import.meta.dirname, "..");
const PARTS = [..."値碼"];

/**
 * @typedef {object} GlyphSet
 * @property {string} file       written below www/js/board
 * @property {string} font       of the package @fontsource/…
 * @property {string} name
 * @property {number} weight
 * @property {string} characters
 * @property {{x0: number, x1: number, y0: number, y1: number}} [place]  where the right part of 傌 is laid, if the
 *           font has none: font units from the baseline, y downwards
 */

/** The first one is the default: it has the board's own characters, too. @type {GlyphSet[]} */
const SETS = [
  {
    file: "glyphs.ts",
    font: "yuji-mai",
    name: "Yuji Mai",
    weight: 400,
    characters:
      "帥仕相俥炮兵將士象車馬砲卒楚河漢界一二三四五六七八九１２３４５６７８９ＡＢＣＤＥＦＧＨＩ",
    place: { x0: 330, x1: 1010, y0: -770, y1: 60 },
  },
  {
    file: "sets/print.ts",
    font: "zen-antique",
    name: "Zen Antique",
    weight: 400,
    characters: "帥仕相俥炮兵將士象車馬砲卒",
    place: { x0: 315, x1: 960, y0: -820, y1: 70 },
  },
  {
    file: "sets/simplified.ts",
    font: "noto-sans-sc",
    name: "Noto Sans SC",
    weight: 600,
    characters: "帅仕相车马炮兵将士象卒",
  },
];

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

/** @param {GlyphSet} set @returns {{entries: [string, string][], copyright: string}} path data by character */
function outlines({ font, weight, characters, place }) {
  const folder = join(resolve(args.modules), "@fontsource", font);
  const { glyphs, copyright } = readFont(opentype, folder, weight, [...characters, ...PARTS]);
  if (place) {
    glyphs.set("傌", compose(glyphs.get("値") ?? [], glyphs.get("碼") ?? [], place));
  }
  const wanted = [...characters, ...(place ? ["傌"] : [])].sort();
  const missing = wanted.filter((c) => !glyphs.has(c));
  if (missing.length > 0) throw new Error(`the font has no ${missing.join("")}`);
  const entries = wanted.map((character) => {
    const contours = centred(glyphs.get(character) ?? []);
    return /** @type {[string, string]} */ [
      character,
      toPathData(contours.map((contour) => fitContour(contour, fitCurve))),
    ];
  });
  return { entries, copyright };
}

/** @param {GlyphSet} set @param {[string, string][]} entries */
function glyphModule({ name }, entries) {
  return [
    "/**",
    " * Glyph outlines as SVG path data, 1000 units to the em, centred on the origin, y downwards.",
    ` * Made by tools/make-glyphs.ts from the font ${name} (SIL OFL 1.1, see assets/OFL.txt).`,
    " */",
    "export const GLYPHS: Readonly<Record<string, string>> = {",
    ...entries.map(
      ([character, path]) =>
        `  ${/^[１-９]$/u.test(character) ? `"${character}"` : character}: "${path}",`,
    ),
    "};",
    "",
  ].join("\n");
}

/** The licence, which all the fonts share, below the makers of each. @param {string[]} copyrights */
function licence(copyrights) {
  const path = join(resolve(args.modules), "@fontsource", SETS[0].font, "LICENSE");
  const [, ...text] = readFileSync(path, "utf8").split("\n");
  return [...copyrights, ...text].join("\n");
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
  mkdirSync(join(ROOT, "www/js/board/sets"), { recursive: true });
  const made = SETS.map((set) => ({ set, ...outlines(set) }));
  for (const { set, entries } of made)
    writeFileSync(join(ROOT, "www/js/board", set.file), glyphModule(set, entries));
  const glyphs = Object.fromEntries(made[0].entries);
  const asset = (/** @type {string} */ name, /** @type {string} */ text) =>
    writeFileSync(join(ROOT, "www/assets", name), text);
  asset("logo.svg", logoSvg(glyphs));
  asset("icon.svg", iconSvg(glyphs));
  asset("favicon.svg", faviconSvg(glyphs));
  asset("OFL.txt", licence(made.map(({ set, copyright }) => `${set.name}: ${copyright}`)));
  const { chromium } = args;
  if (chromium) for (const size of [192, 512]) writePng(chromium, iconSvg(glyphs), size);
}

main();
