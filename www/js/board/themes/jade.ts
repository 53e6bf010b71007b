// The jade theme. The board is a celadon slab in the light form, and dark slate inlaid with brass in the dark form. The
// pieces are white and green jade.

import { RINGS } from "../theme.ts";
import type { Material, Palette, Theme } from "../theme.ts";

const SLAB: Material = {
  noises: [
    [2.4, 8, 2.6, 3],
    [6, 30, 6, 14],
    [3.4, 50, 3.8, 27],
    [14, 4, 15, 6],
  ],
  depth(noise, x, y) {
    const drift = noise[0] * 2.6 + noise[1] * 0.7;
    const vein = 1 - Math.abs(Math.sin((x * 1.7 + y * 1.1 + drift) * Math.PI));
    return (noise[2] * 0.7 + noise[3] * 0.3) * 0.72 + vein ** 5 * 0.5 - 0.06;
  },
  rows: 270,
  fibres: { count: 300, length: 9, tilt: Math.PI / 2, alpha: 1 },
};

const LIGHT: Palette = {
  pale: [214, 228, 210],
  deep: [158, 190, 168],
  material: SLAB,
  fibre: "30, 70, 58",
  light: { glow: "248, 255, 244", glowAlpha: 0.26, dusk: "12, 44, 34", duskAlpha: 0.18 },
  printed: false,
  rim: "#39665a",
  rimLight: "#86b09c",
  line: "rgba(20, 58, 48, 0.9)",
  lineGlow: "rgba(245, 255, 246, 0.6)",
  river: "rgba(20, 58, 48, 0.82)",
  label: "rgba(16, 50, 41, 0.92)",
  shadow: "10, 38, 30",
  shadowAlpha: 0.42,
  red: {
    ink: "#ad1f12",
    lip: "rgba(255, 255, 250, 0.85)",
    bright: "#fffffa",
    face: "#f7f6ea",
    shade: "#dfe3d0",
    rim: "#cdd5bf",
    edge: "#8d9d86",
    rings: RINGS.red,
  },
  black: {
    ink: "#f4e6ba",
    lip: "rgba(0, 18, 12, 0.55)",
    bright: "#4d7264",
    face: "#2c4d43",
    shade: "#1c372f",
    rim: "#3d6054",
    edge: "#12261f",
    rings: RINGS.black,
  },
  mark: "#1f3f8c",
  markHalo: "rgba(250, 255, 248, 0.9)",
  check: "#c8190a",
  checkHalo: "rgba(255, 252, 240, 0.95)",
  checkGlow: "214, 30, 8",
  veil: "rgba(20, 50, 42, 0.16)",
  boardShadow: "0 1px 2px rgba(14, 40, 32, 0.35), 0 10px 28px -6px rgba(14, 40, 32, 0.42)",
};

const DARK: Palette = {
  ...LIGHT,
  pale: [47, 66, 63],
  deep: [26, 40, 40],
  fibre: "4, 12, 12",
  light: { glow: "214, 244, 230", glowAlpha: 0.07, dusk: "0, 6, 6", duskAlpha: 0.3 },
  rim: "#121e1e",
  rimLight: "#4f6f68",
  line: "rgba(212, 188, 128, 0.66)",
  lineGlow: "rgba(0, 8, 8, 0.5)",
  river: "rgba(212, 188, 128, 0.66)",
  label: "rgba(222, 200, 146, 0.84)",
  shadow: "0, 6, 6",
  shadowAlpha: 0.6,
  red: {
    ...LIGHT.red,
    ink: "#a81b0c",
    lip: "rgba(255, 253, 244, 0.8)",
    bright: "#f7f4e6",
    face: "#e9e6d4",
    shade: "#cdcdb8",
    rim: "#b4b8a2",
    edge: "#69705f",
  },
  black: {
    ...LIGHT.black,
    ink: "#ecd394",
    lip: "rgba(0, 8, 6, 0.7)",
    bright: "#2f4d45",
    face: "#16302a",
    shade: "#0c1f1b",
    rim: "#8f7c4a",
    edge: "#53481f",
  },
  mark: "#8fdcf0",
  markHalo: "rgba(2, 12, 12, 0.75)",
  check: "#e0301a",
  checkHalo: "rgba(255, 240, 214, 0.95)",
  checkGlow: "255, 70, 40",
  veil: "rgba(0, 0, 0, 0.22)",
  boardShadow: "0 1px 2px rgba(0, 0, 0, 0.6), 0 12px 30px -6px rgba(0, 0, 0, 0.65)",
};

export const JADE: Theme = { light: LIGHT, dark: DARK };
