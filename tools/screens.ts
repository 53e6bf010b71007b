/**
 * Pictures of every screen in every window, light and dark, in two languages, and sheets to look through them:
 *
 *     npx tsx tools/screens.ts [SCREEN...]
 *
 * Writes target/screens: a picture each, a sheet of them for each screen, and index.html, which shows all sheets. Names of
 * screens are those of tests/web/screens.ts; without any, all of them. What is wrong with a layout is printed.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { QUIET } from "../tests/web/analysis-helpers.ts";
import { ROOT, browser, slowDown } from "../tests/web/helpers.ts";
import { SCREENS, SIZES, layoutFaults } from "../tests/web/screens.ts";
import { startServer } from "../tests/web/server.ts";

const OUT = `${ROOT}target/screens/`;
const LANGUAGES = ["zh-CN", "en-US"];
const SCHEMES = /** @type {const} */ ["light", "dark"];
/** Height of a picture on a sheet, in CSS pixels. */
const THUMB = 260;

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in SCREENS));
if (unknown.length > 0)
  throw new Error(
    `no such screen: ${unknown.join(", ")}. There are: ${Object.keys(SCREENS).join(", ")}`,
  );
const names = asked.length > 0 ? asked : Object.keys(SCREENS);

if (asked.length === 0) rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const server = await startServer({ root: `${ROOT}${process.env.CHUHE_SITE ?? "dist"}` });
const chromium = await browser();

/** @param {string} name @param {string} locale @param {string} scheme @param {{ width: number, height: number }} size */
const fileOf = (name, locale, scheme, { width, height }) =>
  `${name.replaceAll(" ", "-")} ${locale} ${scheme} ${width}x${height}.png`;

/** One screen in one language: in all windows, light and dark. @param {string} name @param {string} locale */
async function take(name, locale) {
  const { path, prepare } = SCREENS[name];
  const context = await chromium.newContext({
    locale,
    viewport: SIZES[0],
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  await slowDown(page);
  await page.addInitScript(QUIET);
  await page.goto(server.url + path);
  await prepare(page);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme });
      const faults = await layoutFaults(page);
      if (scheme === "light")
        for (const fault of faults)
          console.log(`${name} ${locale} ${size.width} x ${size.height}: ${fault}`);
      await page.screenshot({ path: OUT + fileOf(name, locale, scheme, size) });
    }
  }
  await context.close();
}

/** A sheet's HTML: a row for each language and light, a column for each window. @param {string} name */
function sheetOf(name) {
  const rows = LANGUAGES.flatMap((locale) =>
    SCHEMES.map((scheme) => {
      const cells = SIZES.map((size) => {
        const src = encodeURI(fileOf(name, locale, scheme, size));
        const label = `${size.width} × ${size.height}, ${locale}, ${scheme}`;
        return `<a href="${src}" title="${label}"><img src="${src}" height="${THUMB}" alt="${label}"></a>`;
      });
      return `<p>${cells.join(" ")}</p>`;
    }),
  );
  return `<section><h2>${name}</h2>${rows.join("")}</section>`;
}

/** @param {string} title @param {string[]} sheets */
const pageOf = (title, sheets) => `<!doctype html><meta charset="utf-8"><title>${title}</title>
<style>body{font:14px sans-serif;background:#888;margin:12px}p{margin:0 0 6px;white-space:nowrap}h2{margin:8px 0}</style>
${sheets.join("\n")}
`;

for (const name of names) for (const locale of LANGUAGES) await take(name, locale);
writeFileSync(`${OUT}index.html`, pageOf("Chuhe: screens", Object.keys(SCREENS).map(sheetOf)));

const looker = await chromium.newPage({ viewport: { width: 2560, height: 1160 } });
for (const name of names) {
  const sheet = `${OUT}sheet.html`;
  writeFileSync(sheet, pageOf(name, [sheetOf(name)]));
  await looker.goto(`file://${sheet}`);
  await looker.screenshot({ path: `${OUT}sheet ${name.replaceAll(" ", "-")}.png`, fullPage: true });
  rmSync(sheet);
}
console.log(`${names.length} screens in target/screens: open index.html there`);
await chromium.close();
await server.close();
