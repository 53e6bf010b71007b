/**
 * Makes the glyph outlines of the board and of the piece sets, and the drawings of the logo and the icons.
 *
 * Run it by hand after a change of a glyph or an icon; its output is committed:
 *
 *   npm install --no-save @fontsource/yuji-mai@5.3.0 @fontsource/zen-antique@5.3.0 \
 *     @fontsource/noto-sans-sc@5.3.0 opentype.js@2.0.0 fit-curve@0.2.0 upng-js@2.1.0
 *   npx tsx tools/make-glyphs.ts [--modules node_modules] [--chromium /usr/bin/chromium]
 *
 * The fonts are under the SIL Open Font License 1.1. No font file is shipped: every glyph becomes SVG path data, so
 * that pieces look the same on a machine without Chinese fonts. Some fonts have no 傌: it is composed of the left part
 * of 値 and the right part of 碼, as fonts compose such characters. To add a piece set, add an entry to `SETS` and one to
 * www/js/board/looks.ts.
 *
 * Without `--chromium` the two PNG icons stay as they are.
 */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { centred, compose, readFont } from "./fonts.ts";
import type { Box, OpenType } from "./fonts.ts";
import { fitContour, toPathData } from "./outline.ts";
import type { Fit } from "./outline.ts";
import { faviconSvg, iconSvg, logoSvg } from "./icons.ts";

/** The number of colours of the PNG icons. */
const PNG_COLOURS = 192;
const ROOT = resolve(import.meta.dirname, "..");
const PARTS = [..."値碼"];

interface GlyphSet {
  /** The output, below www/js/board. */
  file: string;
  /** The font's name in the package @fontsource/…. */
  font: string;
  name: string;
  weight: number;
  characters: string;
  /** The box of the right part of 傌, for a font that lacks this character; in font units from the baseline, y downwards. */
  place?: Box;
}

/** The piece sets. The first is the default, and also has the characters of the board. */
const SETS: GlyphSet[] = [
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

/** Loads a package from the folder `--modules`, as CommonJS or as a module. */
async function load<Package>(name: string): Promise<Package> {
  const { resolve: find } = createRequire(join(resolve(args.modules), "noop.js"));
  const module = await import(pathToFileURL(find(name)).href);
  return module.default ?? module;
}

/** The members of the package upng-js that are used here. */
interface Upng {
  decode(png: Buffer): object;
  toRGBA8(image: object): ArrayBuffer[];
  encode(frames: ArrayBuffer[], width: number, height: number, colours: number): ArrayBuffer;
}

const opentype = await load<OpenType>("opentype.js");
const fitCurve = await load<Fit>("fit-curve");
const upng = await load<Upng>("upng-js");

/** Returns the path data of each character, and the copyright of the font. */
function outlines({ font, weight, characters, place }: GlyphSet) {
  const folder = join(resolve(args.modules), "@fontsource", font);
  const { glyphs, copyright } = readFont(opentype, folder, weight, [...characters, ...PARTS]);
  if (place) {
    glyphs.set("傌", compose(glyphs.get("値") ?? [], glyphs.get("碼") ?? [], place));
  }
  const all = [...characters, ...(place ? ["傌"] : [])].sort();
  const missing = all.filter((c) => !glyphs.has(c));
  if (missing.length > 0) throw new Error(`the font has no ${missing.join("")}`);
  const entries = all.map((character): [string, string] => {
    const contours = centred(glyphs.get(character) ?? []);
    return [character, toPathData(contours.map((contour) => fitContour(contour, fitCurve)))];
  });
  return { entries, copyright };
}

function glyphModule({ name }: GlyphSet, entries: [string, string][]) {
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

/** Returns the copyright of each font and the licence that they share. */
function licence(copyrights: string[]) {
  const path = join(resolve(args.modules), "@fontsource", SETS[0].font, "LICENSE");
  const [, ...text] = readFileSync(path, "utf8").split("\n");
  return [...copyrights, ...text].join("\n");
}

function writePng(browser: string, svg: string, size: number) {
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
  flags.push(`--window-size=${size},${size}`, `--screenshot=${target}`, `file://${page}`);
  execFileSync(browser, flags, { stdio: "ignore" });
  rmSync(folder, { recursive: true, force: true });
  const image = upng.decode(readFileSync(target));
  writeFileSync(target, Buffer.from(upng.encode(upng.toRGBA8(image), size, size, PNG_COLOURS)));
}

function main() {
  mkdirSync(join(ROOT, "www/js/board/sets"), { recursive: true });
  const drawn = SETS.map((set) => ({ set, ...outlines(set) }));
  for (const { set, entries } of drawn)
    writeFileSync(join(ROOT, "www/js/board", set.file), glyphModule(set, entries));
  const glyphs = Object.fromEntries(drawn[0].entries);
  const asset = (name: string, text: string) => writeFileSync(join(ROOT, "www/assets", name), text);
  asset("logo.svg", logoSvg(glyphs));
  asset("icon.svg", iconSvg(glyphs));
  asset("favicon.svg", faviconSvg(glyphs));
  asset("OFL.txt", licence(drawn.map(({ set, copyright }) => `${set.name}: ${copyright}`)));
  const { chromium } = args;
  if (chromium) for (const size of [192, 512]) writePng(chromium, iconSvg(glyphs), size);
}

main();
