/**
 * Digits and the letters a to i as strokes, for pictures that must not depend on a font.
 *
 * Each character is 4 units wide and 6 high, y downwards. The letter g reaches 2 units lower.
 */

const O = "a1.9 1.95 0 1 0 3.8 0 1.9 1.95 0 1 0-3.8 0";

/** Path data by character. Each path has one absolute move, followed by relative commands. */
const STROKES: Record<string, string> = {
  0: "M2 0c-1.4 0-1.9 1.4-1.9 3s.5 3 1.9 3 1.9-1.4 1.9-3-.5-3-1.9-3z",
  1: "M.8 1.3l1.5-1.3v6",
  2: "M.3 1.6c0-1 .7-1.6 1.7-1.6s1.8.6 1.8 1.6c0 1.4-1.6 2.2-3.6 4.4h3.7",
  3: "M.4.5q.6-.5 1.6-.5c1 0 1.7.5 1.7 1.4s-.8 1.5-2.1 1.5c1.5 0 2.3.5 2.3 1.5s-.8 1.6-1.9 1.6q-1.1 0-1.8-.6",
  4: "M3 6v-6l-2.9 4.2h3.8",
  5: "M3.5 0h-2.8l-.3 2.7q.6-.5 1.6-.5c1.2 0 1.9.7 1.9 1.8s-.8 2-2 2q-1 0-1.7-.6",
  6: `M.1 4.05${O}c0-2.4.8-4.05 2.4-4.05q.6 0 1 .3`,
  7: "M.2 0h3.7l-2.4 6",
  8: "M.4 1.5a1.6 1.45 0 1 0 3.2 0 1.6 1.45 0 1 0-3.2 0M.1 4.5a1.9 1.5 0 1 0 3.8 0 1.9 1.5 0 1 0-3.8 0",
  9: `M.1 1.95${O}M3.9 1.95c0 2.4-.8 4.05-2.4 4.05q-.6 0-1-.3`,
  a: `M.1 4.05${O}M3.9 2.1v3.9`,
  b: `M.1 4.05${O}M.1 0v6`,
  c: "M3.6 2.7q-.6-.6-1.5-.6c-1.3 0-2 .9-2 1.95s.7 1.95 2 1.95q.9 0 1.5-.6",
  d: `M.1 4.05${O}M3.9 0v6`,
  e: "M.2 4h3.7c0-1.1-.7-1.9-1.8-1.9s-2 .9-2 1.95.8 1.95 2 1.95q.9 0 1.5-.6",
  f: "M3.4.1q-1.9-.4-1.9 1.5v4.4M.3 2.4h2.7",
  g: `M.1 4.05${O}M3.9 2.1v4.1c0 1.2-.7 1.7-1.8 1.7q-.9 0-1.5-.4`,
  h: "M.4 0v6M.4 3.8q.3-1.7 1.7-1.7 1.5 0 1.5 1.7v2.2",
  i: "M2 2.2v3.8M2 .3v.1",
};

/** The number of picture units for each unit of a stroke. */
const SCALE = 5;

/** Returns the path of a digit or letter with its middle at (x, y). */
export function label(character: string, x: number, y: number) {
  const [left, top] = [x - 2 * SCALE, y - 3 * SCALE];
  return STROKES[character].replaceAll(
    /([A-Za-z])([^A-Za-z]*)/g,
    (_, command: string, digits: string) => {
      const numbers = digits.match(/-?(?:\d+\.\d+|\.\d+|\d+)/g) ?? [];
      const moved = numbers.map((n, i) => scaled(command, Number(n), i, left, top));
      return command + moved.join(" ").replaceAll(" -", "-");
    },
  );
}

/** Scales and moves the number at index `i` of a command. */
function scaled(command: string, n: number, i: number, left: number, top: number) {
  // An arc's rotation and flags must not be scaled.
  if (command === "a" && i % 7 >= 2 && i % 7 <= 4) return n;
  const from = command === "M" ? [left, top][i % 2] : 0;
  return Math.round((from + n * SCALE) * 10) / 10;
}
