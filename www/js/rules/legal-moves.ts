// Encodes legal moves as a short text, such as "b0a2c2 b2b1…". Each word has the square of a piece, followed by the
// squares that the piece can reach.

const PIECE = /^(?:[a-i][0-9]){2,}$/;

/** Encodes legal moves. `dests` maps the square of each piece to its target squares. */
export const writeDests = (dests: ReadonlyMap<string, readonly string[]>): string =>
  [...dests].map(([from, targets]) => from + targets.join("")).join(" ");

/**
 * Decodes legal moves to a map from the square of each piece to its target squares. Returns null if `text` is not in
 * the format of `writeDests`.
 */
export function readDests(text: unknown): Map<string, string[]> | null {
  if (typeof text !== "string") return null;
  const pieces = text === "" ? [] : text.split(" ");
  if (!pieces.every((piece) => PIECE.test(piece))) return null;
  return new Map(
    pieces.map((piece) => {
      const [from = "", ...targets] = piece.match(/../g) ?? [];
      return [from, targets];
    }),
  );
}

/** Red's 44 legal moves in the standard starting position; a test compares them with the rules. */
export const START_DESTS =
  "a0a1a2 b0a2c2 c0a2e2 d0e1 e0e1 f0e1 g0e2i2 h0g2i2 i0i1i2 b2b1b3b4b5b6b9a2c2d2e2f2g2 h2h1h3h4h5h6h9g2f2e2d2c2i2 a3a4 c3c4 e3e4 g3g4 i3i4";
