/** Draws the wordmark, the application icon and the favicon from glyph outlines. */

const RED = "#ad2b1d";

/** Path data by character. */
type Glyphs = Record<string, string>;

interface Style {
  x: number;
  y: number;
  size: number;
  fill?: string;
  weight?: number;
}

/** Draws a glyph with its middle at (x, y), `size` units to the em; `weight` makes its strokes broader. */
function glyph(path: string, { x, y, size, fill = RED, weight = 0 }: Style) {
  const stroke =
    weight > 0 ? ` stroke="${fill}" stroke-width="${weight}" stroke-linejoin="round"` : "";
  const place = `translate(${x} ${y}) scale(${size / 1000})`;
  return `<path transform="${place}" fill="${fill}"${stroke} d="${path}"/>`;
}

/** Draws the wordmark 楚河, in one colour, so that a page may also use it as a mask. */
export function logoSvg(glyphs: Glyphs) {
  const parts = [
    glyph(glyphs.楚, { x: 50, y: 50, size: 100, weight: 10 }),
    glyph(glyphs.河, { x: 154, y: 50, size: 100, weight: 10 }),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 204 100" role="img" aria-label="楚河">\n${parts.join("\n")}\n</svg>\n`;
}

const WOOD = `<linearGradient id="w" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#7a4a26"/><stop offset="1" stop-color="#4c2a15"/></linearGradient>`;
const FACE = `<radialGradient id="f" cx=".38" cy=".3" r=".85"><stop offset="0" stop-color="#fff3d6"/><stop offset=".6" stop-color="#f3dcae"/><stop offset="1" stop-color="#d9b57a"/></radialGradient>`;

/** Draws a piece on dark wood, inside the safe zone of masked icons. */
export function iconSvg(glyphs: Glyphs) {
  const body = [
    `<defs>${WOOD}${FACE}</defs>`,
    `<rect width="512" height="512" fill="url(#w)"/>`,
    `<path d="M0 256H512M256 0V512" stroke="#2b160a" stroke-opacity=".55" stroke-width="7"/>`,
    `<ellipse cx="256" cy="276" rx="196" ry="192" fill="#1d0e06" fill-opacity=".5"/>`,
    `<circle cx="256" cy="262" r="194" fill="#9c6b37"/>`,
    `<circle cx="256" cy="254" r="194" fill="#c9995a"/>`,
    `<circle cx="256" cy="252" r="182" fill="url(#f)"/>`,
    `<circle cx="256" cy="252" r="163" fill="none" stroke="${RED}" stroke-width="9"/>`,
    glyph(glyphs.楚, { x: 256, y: 250, size: 262, weight: 22 }),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">\n${body.join("\n")}\n</svg>\n`;
}

/** Draws the piece without a background and with bolder strokes, for sizes down to 16 px. */
export function faviconSvg(glyphs: Glyphs) {
  const body = [
    `<circle cx="32" cy="32" r="31" fill="${RED}"/>`,
    `<circle cx="32" cy="32" r="27" fill="none" stroke="#f7e3ba" stroke-width="1.6"/>`,
    glyph(glyphs.楚, { x: 32, y: 32, size: 42, fill: "#fdf1d3", weight: 30 }),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">\n${body.join("\n")}\n</svg>\n`;
}
