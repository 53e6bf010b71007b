// Legal moves as one short text: for each piece that can move its square, then where it may go, "b0a2c2 b2b1…".

const PIECE = /^(?:[a-i][0-9]){2,}$/;

/** @param {ReadonlyMap<string, readonly string[]>} dests by from-square @returns {string} */
export const writeDests = (dests) =>
  [...dests].map(([from, points]) => from + points.join("")).join(" ");

/** @param {unknown} text @returns {Map<string, string[]>|null} null when it is no such text */
export function readDests(text) {
  if (typeof text !== "string") return null;
  const pieces = text === "" ? [] : text.split(" ");
  if (!pieces.every((piece) => PIECE.test(piece))) return null;
  return new Map(
    pieces.map((piece) => {
      const [from, ...points] = /** @type {string[]} */ piece.match(/../g);
      return [from, points];
    }),
  );
}

/** Red's 44 moves at the start; a test holds them against the rules. */
export const START_DESTS =
  "a0a1a2 b0a2c2 c0a2e2 d0e1 e0e1 f0e1 g0e2i2 h0g2i2 i0i1i2 b2b1b3b4b5b6b9a2c2d2e2f2g2 h2h1h3h4h5h6h9g2f2e2d2c2i2 a3a4 c3c4 e3e4 g3g4 i3i4";
