/**
 * Takes pictures of every screen at every window size, light and dark, in two languages, and puts them on sheets:
 *
 *     npx tsx tools/screens.ts [SCREEN...]
 *
 * Writes target/screens: the pictures, a sheet of them for each screen, and index.html, which shows all sheets. The
 * names of screens are those of tests/web/screens.ts. Without names, takes pictures of all screens. Also prints faults
 * of the layout.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { QUIET } from "../tests/web/analysis-helpers.ts";
import { ROOT, browser, slowDown } from "../tests/web/helpers.ts";
import { SCREENS, SIZES, layoutFaults } from "../tests/web/screens.ts";
import { startServer } from "../tests/web/server.ts";

type Scheme = "light" | "dark";

const OUT = `${ROOT}target/screens/`;
const LANGUAGES = ["zh-CN", "en-US"];
const SCHEMES: Scheme[] = ["light", "dark"];
/** Height of a picture on a sheet, in CSS pixels. */
const THUMB = 260;

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !(name in SCREENS));
if (unknown.length > 0)
  throw new Error(
    `no such screen: ${unknown.join(", ")}. There are: ${Object.keys(SCREENS).join(", ")}`,
  );
const names = requested.length > 0 ? requested : Object.keys(SCREENS);

if (requested.length === 0) rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const server = await startServer({ root: `${ROOT}${process.env.CHUHE_SITE ?? "dist"}` });
const chromium = await browser();

const fileOf = (
  name: string,
  locale: string,
  scheme: Scheme,
  { width, height }: (typeof SIZES)[number],
) => `${name.replaceAll(" ", "-")} ${locale} ${scheme} ${width}x${height}.png`;

/** Takes pictures of a screen in one language, at all window sizes, light and dark. */
async function take(name: string, locale: string) {
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

/** Returns a sheet's HTML: a row for each language and scheme, a column for each window size. */
function sheetOf(name: string) {
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

const pageOf = (
  title: string,
  sheets: string[],
) => `<!doctype html><meta charset="utf-8"><title>${title}</title>
<style>body{font:14px sans-serif;background:#888;margin:12px}p{margin:0 0 6px;white-space:nowrap}h2{margin:8px 0}</style>
${sheets.join("\n")}
`;

for (const name of names) for (const locale of LANGUAGES) await take(name, locale);
writeFileSync(`${OUT}index.html`, pageOf("Chuhe: screens", Object.keys(SCREENS).map(sheetOf)));

const viewer = await chromium.newPage({ viewport: { width: 2560, height: 1160 } });
for (const name of names) {
  const sheet = `${OUT}sheet.html`;
  writeFileSync(sheet, pageOf(name, [sheetOf(name)]));
  await viewer.goto(`file://${sheet}`);
  await viewer.screenshot({ path: `${OUT}sheet ${name.replaceAll(" ", "-")}.png`, fullPage: true });
  rmSync(sheet);
}
console.log(`${names.length} screens in target/screens: open index.html there`);
await chromium.close();
await server.close();
