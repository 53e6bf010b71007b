/** Each exported function rejects a value of the wrong type with a code, the field and the value. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import type { ErrorDetails } from "../../www/js/core/error-details.ts";
import * as pkg from "../../www/pkg/chuhe.js";
import { ROOT } from "./helpers.ts";

pkg.initSync({ module: readFileSync(`${ROOT}www/pkg/chuhe_bg.wasm`) });

const START = pkg.startPosition();
const engine = new pkg.Engine(1);
const game = new pkg.Game();
const record = () => pkg.Record.fromMoves(null, ["h2e2"]);
const RATING = pkg.beginRating("unknown");

/** One value of each type. Other tests try wrong names and moves. */
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
/** The kinds that pass as options. The first item of the list is no option. */
const OBJECT = ["object", "list", "symbols", ...NOTHING];

/** The field, the code of the error, a good value, and the kinds of `VALUES` that are accepted. */
type Parameter = [field: string, code: string, value: unknown, accepted: string[]];

/** The call and the parameters of each function. */
const CALLS: Record<string, [(...args: never[]) => unknown, ...Parameter[]]> = {
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
  "Engine.loadEndings": [
    (bytes) => engine.loadEndings(bytes),
    ["endings", "badEndings", readFileSync(`${ROOT}www/assets/endings.bin`), []],
  ],
  "Engine.begin": [
    (fen, options) => engine.begin(fen, options),
    ["fen", "badFen", START, TEXT],
    ["options", "badOption", {}, OBJECT],
  ],
  "Engine.step": [
    (milliseconds, onInfo) => engine.step(milliseconds, onInfo),
    ["milliseconds", "badOption", 1, ["number", "odd"]],
    ["onInfo", "badOption", () => {}, ["function", ...NOTHING]],
  ],
  "new Game": [
    (fen, moves) => new pkg.Game(fen, moves).free(),
    ["fen", "badFen", START, [...TEXT, ...NOTHING]],
    ["moves", "badOption", [], NOTHING],
  ],
  "Game.play": [(move) => new pkg.Game().play(move), ["move", "badMove", "h2e2", TEXT]],
  "Game.declare": [
    (reason, side) => new pkg.Game().declare(reason, side),
    ["reason", "badOption", "time", []],
    ["side", "badOption", "red", ["null"]],
  ],
  "Game.losing": [(square) => game.losing(square), ["square", "badOption", "h2", []]],
  "Game.view": [(kind) => game.view(kind), ["notation", "badOption", "wxf", NOTHING]],
  "Game.readSetup": [(fen) => pkg.Game.readSetup(fen), ["fen", "badFen", START, TEXT]],
  "Game.notation": [(kind) => game.notation(kind), ["notation", "badOption", "wxf", []]],
  "Game.readMove": [(text) => game.readMove(text), ["move", "badNotation", "h2e2", TEXT]],
  "Game.line": [
    (moves, notation) => game.line(moves, notation),
    ["moves", "badOption", ["h2e2"], []],
    ["notation", "badOption", "wxf", []],
  ],
  "Game.blunder": [(move) => game.blunder(move), ["move", "badMove", "h2e2", TEXT]],
  "new Record": [(data) => new pkg.Record(data).free(), ["record", "badRecord", "h2e2", TEXT]],
  "Record.fromMoves": [
    (fen, moves) => pkg.Record.fromMoves(fen, moves).free(),
    ["fen", "badFen", START, [...TEXT, ...NOTHING]],
    ["moves", "badOption", [], []],
  ],
  "Record.setMainLine": [
    (moves) => record().setMainLine(moves),
    ["moves", "badOption", ["h2e2"], []],
  ],
  "Record.add": [
    (parent, move) => record().add(parent, move),
    ["parent", "badOption", 1, []],
    ["move", "badMove", "h9g7", TEXT],
  ],
  "Record.annotate": [
    (node, comment, evaluation) => record().annotate(node, comment, evaluation),
    ["node", "badOption", 1, []],
    ["comment", "badOption", "so", TEXT],
    ["evaluation", "badOption", 30, ["number", ...NOTHING]],
  ],
  "Record.mark": [
    (node, signs, shapes) => record().mark(node, signs, shapes),
    ["node", "badOption", 1, []],
    ["signs", "badOption", [1], ["list"]],
    ["shapes", "badOption", ["Gh2e2"], []],
  ],
  "Record.setResult": [(result) => record().setResult(result), ["result", "badOption", "red", []]],
  "Record.setTag": [
    (name, value) => record().setTag(name, value),
    ["name", "badOption", "Red", TEXT],
    ["value", "badOption", "Lee", TEXT],
  ],
  "Record.export": [(format) => record().export(format), ["format", "badOption", "fen", []]],
};

/** Functions that return a refusal instead of throwing. */
const WITHOUT = ["Game.refusal", "Game.describe"];
/** Functions that load the wasm. */
const MACHINERY = ["default", "initSync"];

test("the table has every function with parameters", () => {
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
  test(`${name} rejects values of the wrong type`, () => {
    const good = parameters.map(([, , value]) => value) as never[];
    call(...good);
    for (const [place, [field, code, , accepted]] of parameters.entries()) {
      for (const [kind, value] of wrongValues(accepted)) {
        const facts = thrown(() => call(...good.with(place, value as never)), `${field}: ${kind}`);
        assert.deepEqual(facts, { name: "ChuheError", code, field, value }, kind);
      }
    }
  });
}

/** The accepted kinds of values of each option, beside null and undefined. */
const OPTIONS: Record<string, string[]> = {
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

test("every option rejects values of the wrong type", () => {
  for (const [name, accepted] of Object.entries(OPTIONS)) {
    for (const [kind, value] of wrongValues([...accepted, ...NOTHING])) {
      const options = { depth: 1, [name]: value };
      const facts = thrown(() => pkg.getBestMove(START, options), `${name}: ${kind}`);
      assert.deepEqual(facts, { name: "ChuheError", code: "badOption", field: name, value }, kind);
    }
  }
});

test("a value that is no move is refused as a bad square", () => {
  for (const value of Object.values(VALUES) as never[])
    for (const refusal of [game.refusal(value), game.describe(value).refusal])
      assert.equal(refusal, "badSquare");
});

/** Returns the values of all kinds that are not accepted. */
function wrongValues(accepted: string[]) {
  return Object.entries(VALUES).filter(([kind]) => !accepted.includes(kind));
}

/** Returns the details of the error that a call throws. */
function thrown(call: () => unknown, name: string) {
  try {
    call();
  } catch (error) {
    assert(error instanceof Error, name);
    const details: ErrorDetails = error;
    return { name: error.name, code: details.code, field: details.field, value: details.value };
  }
  return assert.fail(`${name} is accepted`);
}
