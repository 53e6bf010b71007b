// The paper theme: ink on paper, like a print in an old manual. Red's pieces are white, Black's are filled. The dark
// form looks like a stone rubbing, with white lines on black.

import type { Material, Palette, Theme } from "../theme.ts";

const SHEET: Material = {
  noises: [
    [3, 5, 3.4, 9],
    [9, 21, 10, 2],
  ],
  depth(noise, x, y) {
    const edge = Math.max(Math.abs(x - 0.5), Math.abs(y - 0.5)) * 2;
    return noise[0] * 0.33 + noise[1] * 0.22 + edge ** 6 * 0.6;
  },
  rows: 270,
  fibres: { count: 260, length: 46, tilt: Math.PI / 2, alpha: 0.9 },
};

const RINGS = {
  red: [[0.372, 0.014]],
  black: [
    [0.39, 0.013],
    [0.357, 0.013],
  ],
} as const;
const NONE = "rgba(0, 0, 0, 0)";

const LIGHT: Palette = {
  pale: [249, 243, 228],
  deep: [231, 220, 194],
  material: SHEET,
  fibre: "112, 84, 40",
  light: { glow: "255, 252, 240", glowAlpha: 0.2, dusk: "88, 62, 24", duskAlpha: 0.1 },
  printed: true,
  rim: "#d8c9a4",
  rimLight: "#efe4c8",
  line: "rgba(40, 32, 24, 0.92)",
  lineGlow: NONE,
  river: "rgba(40, 32, 24, 0.86)",
  label: "rgba(40, 32, 24, 0.9)",
  shadow: "70, 52, 24",
  shadowAlpha: 0.26,
  red: {
    ink: "#b11f10",
    lip: NONE,
    bright: "#fffdf5",
    face: "#fffaec",
    shade: "#f4ead0",
    rim: "#b11f10",
    edge: "#b11f10",
    rings: RINGS.red,
  },
  black: {
    ink: "#fbf4e2",
    lip: NONE,
    bright: "#3a322a",
    face: "#2a231c",
    shade: "#1d1813",
    rim: "#2a231c",
    edge: "#2a231c",
    rings: RINGS.black,
  },
  mark: "#1b6658",
  markHalo: "rgba(255, 252, 240, 0.92)",
  check: "#c8190a",
  checkHalo: "rgba(255, 252, 240, 0.95)",
  checkGlow: "214, 30, 8",
  veil: "rgba(90, 70, 40, 0.14)",
  boardShadow: "0 1px 2px rgba(70, 48, 16, 0.3), 0 10px 26px -8px rgba(70, 48, 16, 0.36)",
};

const DARK: Palette = {
  ...LIGHT,
  pale: [50, 47, 43],
  deep: [30, 28, 26],
  fibre: "0, 0, 0",
  light: { glow: "255, 244, 220", glowAlpha: 0.05, dusk: "0, 0, 0", duskAlpha: 0.25 },
  rim: "#1a1816",
  rimLight: "#4b463f",
  line: "rgba(232, 222, 202, 0.72)",
  river: "rgba(232, 222, 202, 0.74)",
  label: "rgba(232, 222, 202, 0.82)",
  shadow: "0, 0, 0",
  shadowAlpha: 0.5,
  red: {
    ...LIGHT.red,
    ink: "#a81b0c",
    bright: "#f6eedd",
    face: "#f1e7d2",
    shade: "#dccfb2",
    rim: "#a81b0c",
    edge: "#a81b0c",
  },
  black: {
    ...LIGHT.black,
    ink: "#efe5cf",
    bright: "#24211e",
    face: "#161412",
    shade: "#0d0c0b",
    rim: "#cfc3a8",
    edge: "#cfc3a8",
  },
  mark: "#7fd0b8",
  markHalo: "rgba(10, 8, 6, 0.75)",
  check: "#e0301a",
  checkHalo: "rgba(255, 240, 214, 0.95)",
  checkGlow: "255, 70, 40",
  veil: "rgba(0, 0, 0, 0.22)",
  boardShadow: "0 1px 2px rgba(0, 0, 0, 0.6), 0 12px 30px -6px rgba(0, 0, 0, 0.65)",
};

export const PAPER: Theme = { light: LIGHT, dark: DARK };
