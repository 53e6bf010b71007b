// The looks of a board: its theme and its piece set. The default theme and set are always loaded; the others are
// fetched when a person chooses them.

import { GLYPHS } from "./glyphs.ts";
import { WOOD } from "./theme.ts";
import type { Palette, Theme } from "./theme.ts";

/** Whether changes are animated: as the system prefers, always, or never. */
export const MOTIONS = ["system", "full", "reduced"] as const;

/** The characters or pictures on the pieces. */
export interface PieceSet {
  /** Path data by piece letter, 1000 units to the em, centred on the origin. */
  faces: Readonly<Record<string, string>>;
  /** The size of the em in cells. */
  size: number;
  /** The width added to strokes, in thousandths of the em: on small pieces, then on larger ones. */
  weight: readonly [number, number];
  rule: CanvasFillRule;
}

/** A theme in its light or dark form, and a piece set. Equal choices share one object. */
export interface Look {
  /** The names of the board, the piece set and the theme, e.g. "wood brush light". */
  name: string;
  palette: Palette;
  set: PieceSet;
}

export interface LookChoice {
  board: BoardName;
  pieces: SetName;
  theme: "light" | "dark";
}

/** The letters of the pieces, in the order of the characters below. */
const LETTERS = "KABNRCPkabnrcp";
const TRADITIONAL = "帥仕相傌俥炮兵將士象馬車砲卒";
const SIMPLIFIED = "帅仕相马车炮兵将士象马车炮卒";

function characterSet(
  glyphs: Readonly<Record<string, string>>,
  characters: string,
  options: Pick<PieceSet, "size" | "weight">,
): PieceSet {
  const faces = [...characters].map((character, i) => [LETTERS.charAt(i), glyphs[character] ?? ""]);
  return { faces: Object.fromEntries(faces), rule: "nonzero", ...options };
}

const BRUSH = characterSet(GLYPHS, TRADITIONAL, { size: 0.6, weight: [34, 24] });

/** The loaders of the themes, in the order in which the settings sheet shows them. */
const THEME_LOADERS = {
  wood: async () => WOOD,
  paper: async () => (await import("./themes/paper.ts")).PAPER,
  jade: async () => (await import("./themes/jade.ts")).JADE,
} satisfies Record<string, () => Promise<Theme>>;

/** The loaders of the piece sets, in the order in which the settings sheet shows them. */
const SET_LOADERS = {
  brush: async () => BRUSH,
  pictogram: async () => (await import("./sets/pictogram.ts")).PICTOGRAMS,
  print: async () => {
    const { GLYPHS: glyphs } = await import("./sets/print.ts");
    return characterSet(glyphs, TRADITIONAL, { size: 0.56, weight: [16, 6] });
  },
  /** Red's characters are brushed, Black's are printed. */
  duo: async () => {
    const { GLYPHS: glyphs } = await import("./sets/print.ts");
    const black = Array.from(TRADITIONAL.slice(7), (character) => [character, glyphs[character]]);
    const both = { ...GLYPHS, ...Object.fromEntries(black) };
    return characterSet(both, TRADITIONAL, { size: 0.58, weight: [26, 16] });
  },
  simplified: async () => {
    const { GLYPHS: glyphs } = await import("./sets/simplified.ts");
    return characterSet(glyphs, SIMPLIFIED, { size: 0.55, weight: [10, 0] });
  },
} satisfies Record<string, () => Promise<PieceSet>>;

export type BoardName = keyof typeof THEME_LOADERS;
export type SetName = keyof typeof SET_LOADERS;

export const BOARDS = Object.keys(THEME_LOADERS) as BoardName[];
export const SETS = Object.keys(SET_LOADERS) as SetName[];

const themes: Partial<Record<BoardName, Theme>> & { wood: Theme } = { wood: WOOD };
const sets: Partial<Record<SetName, PieceSet>> & { brush: PieceSet } = { brush: BRUSH };
const looks = new Map<string, Look>();

/** Returns the chosen look, or null if a part of it has not been fetched yet. */
export const lookOf = (choice: LookChoice): Look | null =>
  themes[choice.board] && sets[choice.pieces] ? nearestLook(choice) : null;

/** Returns the chosen look. A theme or piece set that has not been fetched is replaced by the default one. */
export function nearestLook({ board, pieces, theme }: LookChoice): Look {
  const name = `${themes[board] ? board : "wood"} ${sets[pieces] ? pieces : "brush"} ${theme}`;
  const palette = (themes[board] ?? themes.wood)[theme];
  const look = looks.get(name) ?? { name, palette, set: setOf(pieces) };
  looks.set(name, look);
  return look;
}

/** Fetches the missing parts of a look. Rejects if a part cannot be loaded; the next call tries again. */
export async function loadLook({ board, pieces }: Omit<LookChoice, "theme">): Promise<void> {
  [themes[board], sets[pieces]] = await Promise.all([
    themes[board] ?? THEME_LOADERS[board](),
    sets[pieces] ?? SET_LOADERS[pieces](),
  ]);
}

/** Returns a piece set if it has been fetched, and otherwise the default one. */
export const setOf = (name: SetName): PieceSet => sets[name] ?? sets.brush;
