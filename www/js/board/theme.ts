// The fields of a board's theme, and the default theme: wood. The others are in themes/ and are fetched when a person
// chooses them. Colours are CSS colours, unless a field is documented as RGB.
//
// In every theme Red and Black differ in their colour, in the tone of the disc (Red's is lighter) and in the rings (Red
// has one broad ring, Black two fine ones). So they can be told apart without colour.

import type { Side } from "../core/xiangqi.ts";
import { PLANK_GRAIN } from "./grain.ts";
import type { Grain } from "./grain.ts";

/** Rings of a piece: radius and width in cells. */
type Rings = readonly (readonly [radius: number, width: number])[];

export interface PieceColours {
  /** The colour of the sign and the rings. */
  ink: string;
  /** The light edge below engraved lines of the disc. */
  lip: string;
  /** The part of the face that is turned to the light. */
  bright: string;
  face: string;
  /** The part of the face that is turned away from the light. */
  shade: string;
  rim: string;
  /** The wall of the disc. */
  edge: string;
  rings: Rings;
}

/** The texture of a board's surface. */
export interface Material extends Grain {
  /**
   * The number of rows of the grain's bitmap; a grain that changes faster from top to bottom needs more. With 270 rows
   * the bitmap's pixels are square.
   */
  rows: number;
  /** Fine streaks in a tile of 256 pixels; `length` in pixels, `tilt` in radians away from the vertical. */
  fibres: { count: number; length: number; tilt: number; alpha: number };
}

type Rgb = readonly [number, number, number];

export interface Palette {
  /** The colour between the lines of the grain. */
  pale: Rgb;
  /** The colour of the lines of the grain. */
  deep: Rgb;
  material: Material;
  /** The colour of fine streaks, RGB without alpha. */
  fibre: string;
  /** The light from the upper left (`glow`) and the darkening in the corners (`dusk`), RGB without alpha. */
  light: { glow: string; glowAlpha: number; dusk: string; duskAlpha: number };
  /** True for a flat look of ink on paper: no band around the board, discs without thickness. */
  printed: boolean;
  /** The band around the board. */
  rim: string;
  rimLight: string;
  /** The colour of engraved lines. */
  line: string;
  /** The light edge below an engraved line. */
  lineGlow: string;
  /** The characters in the river. */
  river: string;
  label: string;
  /** The colour of the pieces' shadows, RGB without alpha. */
  shadow: string;
  shadowAlpha: number;
  red: PieceColours;
  black: PieceColours;
  /** The colour of the marks for legal points, the selection and the last move. */
  mark: string;
  /** The halo that sets marks off from the board. */
  markHalo: string;
  check: string;
  checkHalo: string;
  /** RGB without alpha. */
  checkGlow: string;
  /** The colour painted over the board when the game has ended. */
  veil: string;
  /** CSS box-shadow. */
  boardShadow: string;
}

export type Theme = Readonly<Record<"light" | "dark", Palette>>;

/** One broad ring for Red, two fine ones for Black. */
export const RINGS: Readonly<Record<Side, Rings>> = {
  red: [[0.379, 0.026]],
  black: [
    [0.388, 0.015],
    [0.352, 0.015],
  ],
};

const PLANK: Material = {
  ...PLANK_GRAIN,
  rows: 90,
  fibres: { count: 420, length: 150, tilt: 0.005, alpha: 1 },
};
const LIGHT_ON_WOOD = {
  glow: "255, 246, 220",
  glowAlpha: 0.16,
  dusk: "40, 18, 2",
  duskAlpha: 0.2,
};
const LIP = "rgba(255, 250, 232, 0.73)";

const LIGHT: Palette = {
  pale: [239, 207, 151],
  deep: [208, 160, 97],
  material: PLANK,
  fibre: "96, 52, 16",
  light: LIGHT_ON_WOOD,
  printed: false,
  rim: "#8a5a30",
  rimLight: "#c39256",
  line: "rgba(78, 42, 14, 0.88)",
  lineGlow: "rgba(255, 240, 205, 0.5)",
  river: "rgba(86, 46, 16, 0.78)",
  label: "rgba(78, 42, 14, 0.85)",
  shadow: "52, 26, 6",
  shadowAlpha: 0.42,
  red: {
    ink: "#b3200f",
    lip: LIP,
    bright: "#fffaea",
    face: "#fbecc8",
    shade: "#ecd09a",
    rim: "#e2bf85",
    edge: "#a87840",
    rings: RINGS.red,
  },
  black: {
    ink: "#17120e",
    lip: LIP,
    bright: "#f0d8a8",
    face: "#e3c188",
    shade: "#c99f60",
    rim: "#bd9150",
    edge: "#7d5526",
    rings: RINGS.black,
  },
  mark: "#1d6a5c",
  markHalo: "rgba(255, 248, 225, 0.85)",
  check: "#c8190a",
  checkHalo: "rgba(255, 248, 225, 0.95)",
  checkGlow: "214, 30, 8",
  veil: "rgba(60, 34, 12, 0.16)",
  boardShadow: "0 1px 2px rgba(58, 32, 10, 0.35), 0 10px 28px -6px rgba(58, 32, 10, 0.4)",
};

const DARK: Palette = {
  pale: [79, 53, 35],
  deep: [52, 32, 20],
  material: PLANK,
  fibre: "12, 6, 2",
  light: LIGHT_ON_WOOD,
  printed: false,
  rim: "#20130b",
  rimLight: "#6d4c30",
  line: "rgba(214, 173, 116, 0.62)",
  lineGlow: "rgba(0, 0, 0, 0.5)",
  river: "rgba(214, 173, 116, 0.6)",
  label: "rgba(222, 186, 134, 0.78)",
  shadow: "0, 0, 0",
  shadowAlpha: 0.6,
  red: {
    ink: "#a81b0c",
    lip: LIP,
    bright: "#fbefd2",
    face: "#eedcb4",
    shade: "#d6b981",
    rim: "#caa66c",
    edge: "#7f5a30",
    rings: RINGS.red,
  },
  black: {
    ink: "#110d0a",
    lip: LIP,
    bright: "#d2b07a",
    face: "#bd945a",
    shade: "#9c7440",
    rim: "#8f6733",
    edge: "#523616",
    rings: RINGS.black,
  },
  mark: "#7fd0b8",
  markHalo: "rgba(10, 6, 3, 0.7)",
  check: "#d8240f",
  checkHalo: "rgba(255, 238, 206, 0.95)",
  checkGlow: "255, 64, 32",
  veil: "rgba(0, 0, 0, 0.2)",
  boardShadow: "0 1px 2px rgba(0, 0, 0, 0.6), 0 12px 30px -6px rgba(0, 0, 0, 0.65)",
};

export const WOOD: Theme = { light: LIGHT, dark: DARK };
