// The template of the tree of moves, without a page: what it shows of a state, and how much of it a step makes anew.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { nothing } from "lit-html";
import { createStudy, emptyStudy } from "../../www/js/analysis/study.ts";
import { createTreeTemplate } from "../../www/js/analysis/tree-template.ts";
import { Game, initSync } from "../../www/pkg/chuhe.js";

initSync({ module: readFileSync(new URL("../../www/pkg/chuhe_bg.wasm", import.meta.url)) });

/** Words are their keys with their parameters. */
const I18N = {
  lang: "en",
  t: (key: string, params = {}) => [key, ...Object.values(params)].join(" "),
  move: (text: string) => text,
} as unknown as Parameters<typeof createTreeTemplate>[0];

interface Template {
  strings: readonly string[];
  values: readonly unknown[];
}

/** Writes a value of a template as HTML, and adds the templates in it to `templates`. */
function write(value: unknown, templates: Set<unknown>): string {
  if (value === nothing) return "";
  if (Array.isArray(value)) return value.map((one) => write(one, templates)).join("");
  if (typeof value !== "object" || value === null) return String(value);
  if ("_$litDirective$" in value) return writeDirective(value as never, templates);
  templates.add(value);
  const { strings, values } = value as Template;
  const parts = strings.map((text, index) => {
    const next = values[index];
    // An attribute of nothing is not there.
    if (next === nothing) return text.replace(/\s[\w-]+=$/, "");
    const written = index < values.length ? write(next, templates) : "";
    return text + (text.endsWith("=") ? `"${written}"` : written);
  });
  return parts.join("");
}

/** `repeat` has items, keys and templates, `guard` what it depends on and a template. */
function writeDirective({ values }: Template, templates: Set<unknown>): string {
  type Make = (item?: unknown) => unknown;
  const [items, make, last] = values as [unknown[], Make, Make?];
  return last
    ? items.map((item) => write(last(item), templates)).join("")
    : write(make(), templates);
}

function createPanel() {
  const templateOf = createTreeTemplate(I18N);
  return (state: Parameters<typeof templateOf>[0]) => {
    const templates = new Set<unknown>();
    return { html: write(templateOf(state), templates).replace(/\s+/g, " "), templates };
  };
}

/** The opening tag of the button of a move, its number and its sign. */
const cellOf = (html: string, text: string) =>
  new RegExp(`<button[^>]*class="node"[^>]*>${text}.*?</button>`).exec(html)?.[0] ?? "";

function open(...lines: string[]) {
  const study = createStudy({ Game }, "iccs");
  for (const line of lines) study.addLine(0, line.split(" "));
  return study;
}

test("shows the present evaluation as number and title, and neither once it is gone", () => {
  const study = open("h2e2 h9g7");
  const panel = createPanel();
  const cell = () => cellOf(panel(study.get()).html, "H2-E2");
  assert.doesNotMatch(cell(), /title|worth/);
  study.evaluate(1, 40);
  assert.match(cell(), /title="score.red 0.4".*"worth">\+0\.4</);
  study.evaluate(1, -120);
  assert.match(cell(), /title="score.black 1.2".*"worth">−1\.2</);
  study.evaluate(1, -4);
  assert.match(cell(), /"worth">0\.0</);
  study.evaluate(1, -120);
  study.mark(1, { signs: [1] });
  assert.match(cell(), /title="score.black 1.2".*"sign".*>!<.*"worth">−1\.2</);
  study.evaluate(1, null);
  assert.doesNotMatch(cell(), /title|worth/);
});

test("numbers rounds from the side that moves first", () => {
  const study = createStudy({ Game }, "iccs");
  study.open(emptyStudy("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1"));
  study.addLine(0, ["h9g7", "h2e2", "b9c7"]);
  study.addLine(1, ["b2e2"]);
  const { html } = createPanel()(study.get());
  const text = html.replace(/<[^>]+>/g, "").replace(/\s+/g, "");
  assert.equal(text, "1.…H9-G72.H2-E22.B2-E22.…B9-C7");
});

/** 2,000 moves: a main line of 200 plies and ten variations of 180. */
function large() {
  const shuffle = (count: number, steps: readonly string[]) =>
    Array.from({ length: count }, (_, at) => steps[at % steps.length] ?? "");
  const study = createStudy({ Game }, "iccs");
  study.addLine(0, shuffle(200, ["a0a1", "a9a8", "a1a0", "a8a9"]));
  const main = study.mainLine();
  for (let at = 0; at < 10; at++)
    study.addLine(main[at * 16 + 3] ?? 0, shuffle(180, ["i0i1", "i9i8", "i1i0", "i8i9"]));
  assert.equal(study.get().nodes.length, 2001);
  return { study, main };
}

test("makes no template for a step through a tree of 2,000 moves, and few for a change", () => {
  const { study, main } = large();
  const panel = createPanel();
  let before = panel(study.get()).templates;
  assert.ok(before.size > 4000, "all are counted");
  const anew = () => {
    const { templates } = panel(study.get());
    const count = [...templates].filter((template) => !before.has(template)).length;
    before = templates;
    return count;
  };
  assert.equal(anew(), 0);
  for (const node of [main[99], main[100], main[101], 300, 301, 1999]) {
    study.go(node ?? 0);
    assert.equal(anew(), 0, `for node ${node}`);
  }
  study.evaluate(1000, 25);
  const count = anew();
  assert.ok(count > 0 && count < 15, `${count} for an evaluation`);
  study.addLine(main[99] ?? 0, ["b0c2"]);
  const grown = anew();
  assert.ok(grown > 0 && grown < 30, `${grown} for a new variation`);
});
