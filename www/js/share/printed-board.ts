// Boards on paper: black lines on white, with the person's piece set.

import { loadLook, nearestLook } from "../board/looks.ts";
import type { Look, LookChoice } from "../board/looks.ts";

const WHITE = [255, 255, 255] as const;

/** Returns the look of printed boards. Parts that are not loaded yet are replaced by the default ones. */
export function printLook({ pieces }: Pick<LookChoice, "pieces">): Look {
  const look = nearestLook({ board: "paper", pieces, theme: "light" });
  const { palette } = look;
  const red = { ...palette.red, face: "#ffffff" };
  return { ...look, name: `${look.name} print`, palette: { ...palette, pale: WHITE, red } };
}

/** Loads the look of printed boards; if that fails, they have the default one. */
export const loadPrintLook = ({ pieces }: Pick<LookChoice, "pieces">): Promise<void> =>
  loadLook({ board: "paper", pieces }).catch(() => {});

/** Returns the root element of an SVG file. */
export function parseSvg(text: string): Element & ElementCSSInlineStyle {
  const { documentElement } = new DOMParser().parseFromString(text, "image/svg+xml");
  return document.importNode(documentElement, true);
}
