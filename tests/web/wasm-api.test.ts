/** What is of the wrong type is refused by each exported function with a code, the field and the value. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import * as pkg from "../../www/pkg/chuhe.js";
import { ROOT } from "./helpers.ts";

pkg.initSync({ module: readFileSync(`${ROOT}www/pkg/chuhe_bg.wasm`) });

const START = pkg.startPosition();
const engine = new pkg.Engine(1);
const game = new pkg.Game();
const record = () => pkg.Record.fromMoves(null, ["h2e2"]);
const RATING = pkg.beginRating("unknown");

/** One of each type. Texts and lists are none of the wrong names and moves, which other tests give. */
const VALUES = {
  number: 5,
  odd: Number.NaN,
  text: "x",
  flag: true,
  symbol: Symbol("x"),
  bigint: 10n,
  object: {},
  list: [5],
  symbols: [Symbol("x")],
  function: () => {},
  null: null,
  undefined,
};
const [NOTHING, TEXT] = [["null", "undefined"], ["text"]];
/** Of a list its first item is no option. */
const OBJECT = ["object", "list", "symbols", ...NOTHING];

/**
 * By name: how it is called, and of each parameter its field, the code of the error, a good value, and the wrong values
 * that are none.
 * @type {Record<string, [(...given: any[]) => unknown, ...[string, string, unknown, string[]][]]>}
 */
const CALLS = {
  getBestMove: [
    pkg.getBestMove,
    ["fen", "badFen", START, TEXT],
    ["options", "badOption", { depth: 1 }, OBJECT],
  ],
  beginRating: [pkg.beginRating, ["experience", "badOption", "rules", []]],
  rateGame: [
    pkg.rateGame,
    ["rating", "badOption", RATING, []],
    ["opponent", "badOption", 3, ["number"]],
    ["points", "badOption", 1, []],
    ["weight", "badOption", 1, []],
  ],
  "new Engine": [
    (hash) => new pkg.Engine(hash).free(),
    ["hash", "badOption", 1, ["number", ...NOTHING]],
  ],
  "Engine.setHash": [(hash) => engine.setHash(hash), ["hash", "badOption", 1, ["number"]]],
  "Engine.loadNetwork": [
    (bytes) => engine.loadNetwork(bytes),
    ["network", "badNetwork", readFileSync(`${ROOT}www/assets/chuhe.nnue`), []],
  ],
  "Engine.loadBook": [
    (bytes) => engine.loadBook(bytes),
    ["book", "badBook", readFileSync(`${ROOT}www/assets/book.bin`), []],
  ],
  "Engine.begin": [
    (...given) => engine.begin(...given),
    ["fen", "badFen", START, TEXT],
    ["options", "badOption", {}, OBJECT],
  ],
  "Engine.step": [
    (...given) => engine.step(...given),
    ["milliseconds", "badOption", 1, ["number", "odd"]],
    ["onInfo", "badOption", () => {}, ["function", ...NOTHING]],
  ],
  "new Game": [
    (...given) => new pkg.Game(...given).free(),
    ["fen", "badFen", START, [...TEXT, ...NOTHING]],
    ["moves", "badOption", [], NOTHING],
  ],
  "Game.play": [(move) => new pkg.Game().play(move), ["move", "badMove", "h2e2", TEXT]],
  "Game.declare": [
    (...given) => new pkg.Game().declare(...given),
    ["reason", "badOption", "time", []],
    ["side", "badOption", "red", ["null"]],
  ],
  "Game.losing": [(square) => game.losing(square), ["square", "badOption", "h2", []]],
  "Game.view": [(kind) => game.view(kind), ["notation", "badOption", "wxf", NOTHING]],
  "Game.readSetup": [(fen) => pkg.Game.readSetup(fen), ["fen", "badFen", START, TEXT]],
  "Game.notation": [(kind) => game.notation(kind), ["notation", "badOption", "wxf", []]],
  "Game.readMove": [(text) => game.readMove(text), ["move", "badNotation", "h2e2", TEXT]],
  "Game.line": [
    (...given) => game.line(...given),
    ["moves", "badOption", ["h2e2"], []],
    ["notation", "badOption", "wxf", []],
  ],
  "Game.blunder": [(move) => game.blunder(move), ["move", "badMove", "h2e2", TEXT]],
  "new Record": [(data) => new pkg.Record(data).free(), ["record", "badRecord", "h2e2", TEXT]],
  "Record.fromMoves": [
    (...given) => pkg.Record.fromMoves(...given).free(),
    ["fen", "badFen", START, [...TEXT, ...NOTHING]],
    ["moves", "badOption", [], []],
  ],
  "Record.setMainLine": [
    (moves) => record().setMainLine(moves),
    ["moves", "badOption", ["h2e2"], []],
  ],
  "Record.add": [
    (...given) => record().add(...given),
    ["parent", "badOption", 1, []],
    ["move", "badMove", "h9g7", TEXT],
  ],
  "Record.annotate": [
    (...given) => record().annotate(...given),
    ["node", "badOption", 1, []],
    ["comment", "badOption", "so", TEXT],
    ["evaluation", "badOption", 30, ["number", ...NOTHING]],
  ],
  "Record.mark": [
    (...given) => record().mark(...given),
    ["node", "badOption", 1, []],
    ["signs", "badOption", [1], ["list"]],
    ["shapes", "badOption", ["Gh2e2"], []],
  ],
  "Record.setResult": [(result) => record().setResult(result), ["result", "badOption", "red", []]],
  "Record.setTag": [
    (...given) => record().setTag(...given),
    ["name", "badOption", "Red", TEXT],
    ["value", "badOption", "Lee", TEXT],
  ],
  "Record.export": [(format) => record().export(format), ["format", "badOption", "fen", []]],
};

/** Those that take no value, and those which answer instead of throwing. */
const WITHOUT = ["Game.refusal", "Game.describe"];
/** Of the machinery: where the wasm is. */
const MACHINERY = ["default", "initSync"];

test("the table has every function that takes something", () => {
  const names = Object.entries(pkg).flatMap(([name, value]) => {
    if (MACHINERY.includes(name) || typeof value !== "function") return [];
    if (!String(value).startsWith("class ")) return value.length > 0 ? [name] : [];
    const methods = [value.prototype, value].flatMap((owner) =>
      Object.getOwnPropertyNames(owner)
        .filter((method) => !["constructor", "prototype", "length", "name"].includes(method))
        .filter((method) => !method.startsWith("__") && owner[method].length > 0)
        .map((method) => `${name}.${method}`),
    );
    return value.length > 0 ? [`new ${name}`, ...methods] : methods;
  });
  assert.deepEqual(names.sort(), [...Object.keys(CALLS), ...WITHOUT].sort());
});

for (const [name, [call, ...parameters]] of Object.entries(CALLS)) {
  test(`${name} refuses what is of the wrong type`, () => {
    const good = parameters.map(([, , value]) => value);
    call(...good);
    for (const [place, [field, code, , fine]] of parameters.entries()) {
      for (const [kind, value] of wrongOnes(fine)) {
        const facts = thrown(() => call(...good.with(place, value)), `${field}: ${kind}`);
        assert.deepEqual(facts, { name: "ChuheError", code, field, value }, kind);
      }
    }
  });
}

/** Of each option the kinds of values that are good; those of null and undefined are none. */
const OPTIONS = {
  moves: [],
  depth: ["number"],
  nodes: ["number"],
  movetime: ["number"],
  level: ["number"],
  strength: ["number"],
  seed: ["number"],
  multipv: ["number"],
  hash: ["number"],
  book: ["flag"],
  onInfo: ["function"],
};

test("every option refuses what is of the wrong type", () => {
  for (const [name, fine] of Object.entries(OPTIONS)) {
    for (const [kind, value] of wrongOnes([...fine, ...NOTHING])) {
      const options = { depth: 1, [name]: value };
      const facts = thrown(() => pkg.getBestMove(START, options), `${name}: ${kind}`);
      assert.deepEqual(facts, { name: "ChuheError", code: "badOption", field: name, value }, kind);
    }
  }
});

test("what is no move is refused by its code", () => {
  for (const value of /** @type {any[]} */ Object.values(VALUES))
    for (const refusal of [game.refusal(value), game.describe(value).refusal])
      assert.equal(refusal, "badSquare");
});

/** The values of all kinds but these. @param {string[]} fine */
function wrongOnes(fine) {
  return Object.entries(VALUES).filter(([kind]) => !fine.includes(kind));
}

/** The facts of the error that a call throws. @param {() => unknown} call @param {string} of */
function thrown(call, of) {
  try {
    call();
  } catch (error) {
    assert(error instanceof Error, of);
    const { name, code, field, value } = /** @type {any} */ error;
    return { name, code, field, value };
  }
  return assert.fail(`${of} is taken`);
}
