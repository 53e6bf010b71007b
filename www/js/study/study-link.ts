// A whole study in the part of the address after `#`: its tree with comments, evaluations, signs and drawings.
// #study=CODE, where CODE is a JSON text, deflated where the browser can, as base64url. The first character says which.

import { readStudyData } from "./study-data.ts";
import { inOrder } from "./tree.ts";
import { decodeLine, encodeLine } from "../rules/move-code.js";

/** @import { Unchecked } from "../core/stored.js" */
/** @typedef {import("../analysis/study.js").StudyData} StudyData */

/** Longer addresses are cut or refused by too many programs that hand them on, in characters. */
export const MAX_CODE = 16_000;
/** What is unpacked from one at most, in bytes. */
const MAX_BYTES = 2 ** 21;

const PLAIN = "0";
const DEFLATED = "1";
const FORMAT = "deflate-raw";
/** Before each code in the address. */
const NAME = "study=";

/** @param {string} hash `location.hash` @returns {string|null} the code of a study; null where there is none */
export function codeIn(hash) {
  const text = hash.replace(/^#/, "");
  return text.startsWith(NAME) ? text.slice(NAME.length) : null;
}

/** @param {string} code @returns {string} with the `#` */
export const hashOfCode = (code) => `#${NAME}${code}`;

/** There is more to it than a line of moves and a place in it. @param {StudyData} study */
export const isMoreThanALine = ({ nodes, tags, result }) =>
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

/** @param {StudyData} study @returns {Promise<string>} its code, however long */
export async function packStudy(study) {
  const bytes = new TextEncoder().encode(JSON.stringify(compact(study)));
  if (!("CompressionStream" in globalThis)) return PLAIN + toBase64(bytes);
  return DEFLATED + toBase64(await through(bytes, new CompressionStream(FORMAT)));
}

/** @param {string} code @returns {Promise<StudyData|null>} null where it is none; its moves may still be against the rules */
export async function unpackStudy(code) {
  try {
    const packed = fromBase64(code.slice(1));
    const bytes =
      code[0] === PLAIN ? packed : await through(packed, new DecompressionStream(FORMAT));
    return expand(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch {
    return null;
  }
}

/**
 * Lines of moves, each with the place that it begins behind; a place counts the moves before it. What is said goes by
 * places, and what says nothing is left out.
 * @param {StudyData} study
 */
function compact({ startFen, nodes, at, tags, result }) {
  const order = inOrder(nodes);
  const places = new Map(order.map((index, place) => [index, place]));
  /** @type {{ from: number, moves: string[] }[]} */
  const lines = [];
  for (const [place, index] of order.entries()) {
    const { move, parent } = nodes[index];
    if (move === null) continue;
    const from = places.get(parent) ?? 0;
    if (from !== place - 1 || lines.length === 0) lines.push({ from, moves: [] });
    lines.at(-1)?.moves.push(move);
  }
  /** @template T @param {(node: import("./tree.ts").StudyNode) => T} of @param {(value: T) => boolean} says */
  const said = (of, says) => {
    const all = order.map((index, place) => /** @type {[number, T]} */ ([place, of(nodes[index])]));
    return all.filter(([, value]) => says(value));
  };
  return {
    f: startFen,
    m: lines.map(({ from, moves }) => `${from}:${encodeLine(moves)}`).join(" "),
    a: places.get(at) ?? 0,
    t: tags,
    r: result,
    c: said(
      ({ comment }) => comment,
      (comment) => comment !== "",
    ),
    e: said(
      ({ evaluation }) => evaluation,
      (value) => value !== null,
    ),
    k: said(
      ({ clock }) => clock,
      (value) => value !== null,
    ),
    s: said(
      ({ signs }) => signs,
      (signs) => signs.length > 0,
    ),
    d: said(
      ({ shapes }) => shapes,
      (shapes) => shapes.length > 0,
    ),
  };
}

/** @param {Unchecked} raw what `compact` made, or anything @returns {StudyData|null} */
function expand({ f, m, a, t, r, c, e, s, d, k = [] }) {
  const [comments, evaluations, signs, shapes, clocks] = [c, e, s, d, k].map(
    (said) => new Map(said),
  );
  /** @param {number} place */
  const saidAt = (place) => [
    comments.get(place) ?? "",
    evaluations.get(place) ?? null,
    signs.get(place) ?? [],
    shapes.get(place) ?? [],
    clocks.get(place) ?? null,
  ];
  const tree = [[-1, null, ...saidAt(0)]];
  for (const line of m === "" ? [] : m.split(" ")) {
    const [from, code] = line.split(":");
    const moves = decodeLine(code);
    if (!moves) return null;
    let parent = Number(from);
    for (const move of moves) {
      tree.push([parent, move, ...saidAt(tree.length)]);
      parent = tree.length - 1;
    }
  }
  return readStudyData({ startFen: f, tree, at: a, tags: t, result: r });
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream|DecompressionStream} stream @throws where there is too much */
async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
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

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text */
function fromBase64(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
