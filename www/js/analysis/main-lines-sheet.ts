// The sheet with the main lines of an opening: the usual replies of the opponent in the library's games, and one answer
// to each. They become exercises.

import { html, render } from "lit-html";
import type { LibraryLine } from "../../pkg-lab/lab.js";
import { errorDetails } from "../core/error-details.ts";
import { translate } from "../core/i18n.ts";
import type { I18n } from "../core/i18n.ts";
import type { Ruleset, Side } from "../core/xiangqi.ts";
import type { LibraryClient } from "../database/library-client.ts";
import type { Task } from "../practice/exercises.ts";
import { tasksOfLines } from "../practice/repertoire.ts";
import type { GameClass } from "../rules/rules.ts";
import { childOf, newTree, withChild } from "../study/tree.ts";
import { buildSheet } from "../ui/build-sheet.ts";
import { button, el, setText } from "../ui/dom.ts";
import { choice } from "../ui/sheet-parts.ts";
import type { ExerciseAdder } from "./add-exercises.ts";

/** The position from which the lines begin. */
interface LinesRoot {
  fen: string;
  startFen: string | null;
  /** The moves that lead to the position. */
  moves: string[];
  ruleset: Ruleset;
  /** The name of the position; empty if it has none. */
  name: string;
}

interface MainLinesPage extends Pick<ExerciseAdder, "add" | "lineName"> {
  Game: GameClass;
  /** Returns the position on the board. */
  root(): LinesRoot;
  /** Formats the moves of a line from the position `fen`. */
  write(fen: string, moves: string[]): string[];
  langOfMoves(): string;
  /** Lets the person choose another opening, and then opens this sheet again. */
  chooseOpening(): void;
  /** Adds lines to the moves of the study. */
  addLines(lines: readonly string[][]): void;
}

/** The least share of an opponent's reply. */
const SHARES: Record<string, number> = { few: 0.2, some: 0.1, many: 0.04 };
/** The greatest length of a line, in rounds. */
const ROUNDS: Record<string, number> = { short: 4, middle: 6, long: 10 };
const MAX_LINES = 40;
/** Returns the exercises of lines that begin after the moves to `root`. */
export function tasksOfMainLines(
  Game: GameClass,
  { startFen, moves, ruleset }: Pick<LinesRoot, "startFen" | "moves" | "ruleset">,
  lines: readonly string[][],
  side: Side,
): Task[] {
  let nodes = newTree();
  for (const line of lines) {
    let at = 0;
    for (const move of [...moves, ...line]) {
      const child = childOf(nodes, at, move);
      if (child === undefined) nodes = withChild(nodes, at, move);
      at = child ?? nodes.length - 1;
    }
  }
  return tasksOfLines(Game, { startFen, nodes, ruleset }, "all", side);
}

export function createMainLinesSheet(i18n: I18n, page: MainLinesPage) {
  const { t } = i18n;
  const hint = el("p", "hint");
  const from = el("p", "main-from");
  const other = button("button button-small", () => {
    dialog.close();
    page.chooseOpening();
  });
  other.id = "main-choose";
  const sides = choice("analysis.learn.side", "main-side", [
    ["red", "side.red"],
    ["black", "side.black"],
  ]);
  const shares = choice("analysis.main.share", "main-share", [
    ["few", "analysis.main.share.few"],
    ["some", "analysis.main.share.some"],
    ["many", "analysis.main.share.many"],
  ]);
  const lengths = choice("analysis.main.length", "main-length", [
    ["short", "analysis.main.length.short"],
    ["middle", "analysis.main.length.middle"],
    ["long", "analysis.main.length.long"],
  ]);
  const count = Object.assign(el("p", "hint"), { id: "main-count" });
  count.setAttribute("role", "status");
  const list = Object.assign(el("ol", "main-lines"), { id: "main-lines" });
  const press = button("button button-primary", () => learn());
  press.id = "main-press";
  const show = button("button", () => {
    dialog.close();
    page.addLines(lines.map(({ moves }) => moves));
  });
  show.id = "main-show";
  const start = el("div", "main-start", from, other);
  const ways = el("div", "main-ways", press, show);
  const body = el("form", "learn-line", hint, start, sides, shares, lengths, count, list, ways);
  body.addEventListener("submit", (event) => event.preventDefault());
  const { dialog, open } = buildSheet("main-dialog", i18n, body);
  let library: LibraryClient | null = null;
  let root: LinesRoot | null = null;
  let lines: readonly LibraryLine[] = [];
  let tasks: Task[] = [];
  /** The number of the latest request; earlier answers are dropped. */
  let request = 0;

  const valueOf = (field: string) => String(new FormData(body).get(field) ?? "");
  const side = (): Side => (valueOf("main-side") === "black" ? "black" : "red");
  function choose(field: string, value: string) {
    for (const input of body.querySelectorAll("input"))
      if (input.name === field) input.checked = input.value === value;
  }

  async function find() {
    if (!library || !root) return;
    const own = ++request;
    update(t("analysis.explorer.wait"));
    try {
      const found = await library.mainLines(root.fen, {
        side: side(),
        share: SHARES[valueOf("main-share")] ?? 0.1,
        plies: 2 * (ROUNDS[valueOf("main-length")] ?? 6),
        lines: MAX_LINES,
      });
      if (own !== request) return;
      lines = found;
      const moves = lines.map((line) => line.moves);
      tasks = moves.length > 0 ? tasksOfMainLines(page.Game, root, moves, side()) : [];
      const words = { lines: lines.length, count: tasks.length };
      update(lines.length > 0 ? t("analysis.main.count", words) : t("analysis.main.none"));
    } catch (error) {
      if (own !== request) return;
      if (!errorDetails(error).code) reportError(error);
      [lines, tasks] = [[], []];
      update(t("analysis.explorer.failed"));
    }
  }

  function update(status: string) {
    translate(body, i18n);
    setText(hint, t("analysis.main.hint"));
    setText(from, t("analysis.main.from", { name: root?.name || t("analysis.main.here") }));
    setText(other, t("analysis.main.choose"));
    setText(press, t(`analysis.main.press.${side()}`));
    setText(show, t("analysis.main.show"));
    setText(count, status);
    press.disabled = tasks.length === 0;
    show.disabled = lines.length === 0;
    render(lines.map(row), list);
  }

  function row({ moves, games }: LibraryLine) {
    const words = page
      .write(root?.fen ?? "", moves)
      .map(i18n.move)
      .join(" ");
    return html`<li>
      <span lang=${page.langOfMoves()}>${words}</span>
      <small>${t("analysis.main.games", { games })}</small>
    </li>`;
  }

  function learn() {
    if (!root) return;
    const own = side();
    dialog.close();
    const [first] = lines;
    const name = root.name || page.lineName([...root.moves, ...(first?.moves ?? [])]);
    page.add({ kind: "line", side: own, name }, tasks);
  }

  body.addEventListener("change", () => void find());
  choose("main-share", "some");
  choose("main-length", "middle");

  return {
    /** Opens the sheet for the position on the board. `bottom` is the side at the bottom of the board. */
    show(client: LibraryClient, bottom: Side) {
      library = client;
      root = page.root();
      [lines, tasks] = [[], []];
      choose("main-side", bottom);
      open(t("analysis.main.title"));
      void find();
    },
  };
}
