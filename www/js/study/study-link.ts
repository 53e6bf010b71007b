// Encodes a whole study in the hash of an address: its tree with comments, evaluations, clocks, signs and shapes. The
// hash is `#study=CODE`. CODE is "0" or "1", followed by a JSON text as base64url. After "1" the text is deflated;
// browsers that cannot compress write "0".

import { readStudyData } from "./study-data.ts";
import type { StudyData } from "./study-data.ts";
import { inOrder, nodeAt } from "./tree.ts";
import type { StudyNode } from "./tree.ts";
import { decodeLine, encodeLine } from "../rules/move-code.ts";

/** The longest code for an address, in characters. Many programs cut or refuse longer addresses. */
export const MAX_CODE = 16_000;
/** The largest JSON text that is unpacked from a code, in bytes. */
const MAX_BYTES = 2 ** 21;

const PLAIN = "0";
const DEFLATED = "1";
const FORMAT = "deflate-raw";
/** The prefix of the code in a hash. */
const NAME = "study=";

/** Returns the code of the study in `location.hash`; null if there is none. */
export function codeIn(hash: string): string | null {
  const text = hash.replace(/^#/, "");
  return text.startsWith(NAME) ? text.slice(NAME.length) : null;
}

/** Returns the hash for a code, with its `#`. */
export const hashOfCode = (code: string): string => `#${NAME}${code}`;

/** Returns true if a study has anything besides a single line of moves and a current node. */
export const isMoreThanALine = ({ nodes, tags, result }: StudyData): boolean =>
  result !== "ongoing" ||
  Object.keys(tags).length > 0 ||
  nodes.some(
    ({ children, comment, evaluation, clock, signs, shapes }) =>
      children.length > 1 ||
      comment !== "" ||
      evaluation !== null ||
      clock !== null ||
      signs.length + shapes.length > 0,
  );

/** Returns the code of a study, without a limit of length. */
export async function packStudy(study: StudyData): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(compact(study)));
  if (!("CompressionStream" in globalThis)) return PLAIN + toBase64(bytes);
  return DEFLATED + toBase64(await pipe(bytes, new CompressionStream(FORMAT)));
}

/** Decodes a study. Returns null if the code is broken. The moves may be illegal. */
export async function unpackStudy(code: string): Promise<StudyData | null> {
  try {
    const packed = fromBase64(code.slice(1));
    const bytes = code[0] === PLAIN ? packed : await pipe(packed, new DecompressionStream(FORMAT));
    return expand(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch {
    return null;
  }
}

/** Values with the places of their nodes. A place is an index in `inOrder`. */
type ValuesByPlace<Value> = [place: number, value: Value][];

/** The JSON of a code. The lists leave out nodes without a value. */
interface CompactStudy {
  /** The FEN of the start. */
  f: string | null;
  /**
   * The lines of moves, separated by spaces. A line is `PLACE:CODE`, where PLACE is the place of the node after which
   * the line begins.
   */
  m: string;
  /** The place of the current node. */
  a: number;
  t: Record<string, string>;
  r: StudyData["result"];
  /** Comments. */
  c: ValuesByPlace<StudyNode["comment"]>;
  e: ValuesByPlace<StudyNode["evaluation"]>;
  /** Clocks. Missing in codes of older versions. */
  k?: ValuesByPlace<StudyNode["clock"]>;
  s: ValuesByPlace<StudyNode["signs"]>;
  /** Shapes drawn on the board. */
  d: ValuesByPlace<StudyNode["shapes"]>;
}

function compact({ startFen, nodes, at, tags, result }: StudyData): CompactStudy {
  const order = inOrder(nodes);
  const places = new Map(order.map((index, place) => [index, place]));
  const valuesOf = <Value>(
    read: (node: StudyNode) => Value,
    isPresent: (value: Value) => boolean,
  ): ValuesByPlace<Value> =>
    order
      .map((index, place): [number, Value] => [place, read(nodeAt(nodes, index))])
      .filter(([, value]) => isPresent(value));
  const isNotNull = (value: unknown) => value !== null;
  const isNotEmpty = ({ length }: { length: number }) => length > 0;
  return {
    f: startFen,
    m: compactMoves({ nodes, order, places }),
    a: places.get(at) ?? 0,
    t: tags,
    r: result,
    c: valuesOf(({ comment }) => comment, isNotEmpty),
    e: valuesOf(({ evaluation }) => evaluation, isNotNull),
    k: valuesOf(({ clock }) => clock, isNotNull),
    s: valuesOf(({ signs }) => signs, isNotEmpty),
    d: valuesOf(({ shapes }) => shapes, isNotEmpty),
  };
}

interface OrderedTree {
  nodes: StudyData["nodes"];
  order: number[];
  places: Map<number, number>;
}

function compactMoves({ nodes, order, places }: OrderedTree): string {
  const lines: { from: number; moves: string[] }[] = [];
  for (const [place, index] of order.entries()) {
    const { move, parent } = nodeAt(nodes, index);
    if (move === null) continue;
    const from = places.get(parent) ?? 0;
    const line = lines.at(-1);
    if (line && from === place - 1) line.moves.push(move);
    else lines.push({ from, moves: [move] });
  }
  return lines.map(({ from, moves }) => `${from}:${encodeLine(moves)}`).join(" ");
}

/**
 * Reads the result of `compact`. The type of the argument is not checked. A value of another type makes `expand` throw,
 * or `readStudyData` rejects it.
 */
function expand({ f, m, a, t, r, c, e, s, d, k = [] }: CompactStudy): StudyData | null {
  const comments = new Map(c);
  const evaluations = new Map(e);
  const signs = new Map(s);
  const shapes = new Map(d);
  const clocks = new Map(k);
  const notesAt = (place: number) => [
    comments.get(place) ?? "",
    evaluations.get(place) ?? null,
    signs.get(place) ?? [],
    shapes.get(place) ?? [],
    clocks.get(place) ?? null,
  ];
  const tree: unknown[][] = [[-1, null, ...notesAt(0)]];
  for (const line of m === "" ? [] : m.split(" ")) {
    const [from, code] = line.split(":");
    const moves = code === undefined ? null : decodeLine(code);
    if (!moves) return null;
    let parent = Number(from);
    for (const move of moves) {
      tree.push([parent, move, ...notesAt(tree.length)]);
      parent = tree.length - 1;
    }
  }
  return readStudyData({ startFen: f, tree, at: a, tags: t, result: r });
}

/** Sends bytes through a stream. Throws if the result is longer than `MAX_BYTES`. */
async function pipe(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MAX_BYTES) throw new Error("too large");
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function toBase64(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
