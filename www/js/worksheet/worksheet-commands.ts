// What a person does on the worksheet's page: adds, edits, moves and removes positions, and prints.

import type { I18n } from "../core/i18n.ts";
import { isIntegerIn } from "../core/numbers.ts";
import { Course } from "../practice/puzzle-course.ts";
import { shuffled } from "../practice/puzzle-set.ts";
import type { Puzzle } from "../practice/puzzle-set.ts";
import type { Rules } from "../rules/records.ts";
import { puzzlePosition } from "../share/worksheet-positions.ts";
import { MAX_POSITIONS, PAPERS, PER_PAGE } from "../share/worksheet-storage.ts";
import type { SheetPosition } from "../share/worksheet-storage.ts";
import type { PageShell } from "../shell/create-page.ts";
import { undoOffer } from "../ui/notice.ts";
import { readPositions } from "./read-positions.ts";
import { MAX_PUZZLES } from "./side-template.ts";
import type { WorksheetModel } from "./worksheet-model.ts";

/** The most characters of an unreadable text that are shown. */
const MAX_QUOTED = 60;

interface CommandOptions {
  model: WorksheetModel;
  rules: () => Rules | null;
  /** The words of the puzzles, and what loads them if they could not be fetched before. */
  puzzles: { t: I18n["t"]; load: () => Promise<void> };
  /** Shows what of a pasted text could not be read; "" for nothing. */
  refuse: (words: string) => void;
}

export type WorksheetCommands = ReturnType<typeof createWorksheetCommands>;

export function createWorksheetCommands(
  { t, notify, announce }: PageShell,
  { model, rules, puzzles, refuse }: CommandOptions,
) {
  let course: Promise<Course> | null = null;

  const undoOf = () => ({ ms: 20_000, label: t("worksheet.undo"), ...undoOffer(model) });

  /** Adds positions, and says how many there are now. */
  function add(positions: readonly SheetPosition[]) {
    const n = model.add(positions);
    const isFull = n < positions.length;
    if (isFull) notify(t("worksheet.full", { n: MAX_POSITIONS }), { ms: 0 });
    else announce(t("worksheet.added", { n }));
  }

  async function loadPuzzles(): Promise<Puzzle[]> {
    course ??= Course.begin();
    try {
      return await (await course).all();
    } catch (error) {
      course = null; // the next call tries again
      throw error;
    }
  }

  /** Draws puzzles at random that the worksheet does not have yet, and adds them from easy to hard. */
  async function drawPuzzles(data: FormData) {
    const count = Number(data.get("count"));
    if (!isIntegerIn(count, 1, MAX_PUZZLES)) return;
    const present = new Set(model.get().sheet.positions.map(({ fen }) => placementOf(fen)));
    const matches = (await loadPuzzles()).filter(
      (puzzle) => isChosen(puzzle, data) && !present.has(placementOf(puzzle.fen)),
    );
    const drawn = shuffled(matches).slice(0, count);
    drawn.sort((a, b) => a.number - b.number);
    if (drawn.length === 0) return notify(t("worksheet.puzzles.none"));
    if (drawn.length < count) notify(t("worksheet.puzzles.few", { n: drawn.length }));
    await puzzles.load();
    add(drawn.map(positionOf));
  }

  /** Returns the position of a puzzle. Without the words of its task, the caption says who is to move. */
  function positionOf(puzzle: Puzzle): SheetPosition {
    const position = puzzlePosition(puzzle, puzzles.t);
    return { ...position, caption: position.caption || t(`picture.toMove.${puzzle.side}`) };
  }

  return {
    addPuzzles(data: FormData) {
      drawPuzzles(data).catch((error: unknown) => {
        reportError(error);
        notify(t("worksheet.puzzles.failed"));
      });
    },

    /** Adds the positions and games in a text field. What cannot be read stays in the field. */
    addText(field: HTMLTextAreaElement) {
      const loaded = rules();
      if (!loaded || field.value.trim() === "") return;
      const { positions, unread } = readPositions(loaded, field.value);
      field.value = unread.join("\n");
      const [first = ""] = unread;
      const quoted = first.length > MAX_QUOTED ? `${first.slice(0, MAX_QUOTED)}…` : first;
      refuse(unread.length > 0 ? t("worksheet.paste.unread", { n: unread.length, quoted }) : "");
      if (positions.length > 0) add(positions);
    },

    edit: model.edit,
    setTitle: model.title,

    setOption(name: string, value: string | boolean) {
      const { options } = model.get().sheet;
      const number = Number(value);
      const perPage = PER_PAGE.find((count) => count === number);
      const paper = PAPERS.find((one) => one === value);
      if (name === "perPage" && perPage) model.options({ perPage });
      else if (name === "paper" && paper) model.options({ paper });
      else if (name === "lines") model.options({ lines: number });
      else if (name in options) model.options({ [name]: value });
    },

    move(index: number, steps: number) {
      const { length } = model.get().sheet.positions;
      if (index + steps < 0 || index + steps >= length) return;
      model.move(index, steps);
      announce(t("worksheet.moved", { number: index + steps + 1 }));
      followFocus(index + steps);
    },

    remove(index: number) {
      model.remove(index);
      notify(t("worksheet.removed", { number: index + 1 }), undoOf());
    },

    clear() {
      const n = model.get().sheet.positions.length;
      model.clear();
      notify(t("worksheet.cleared", { n }), undoOf());
    },

    undo: model.undo,
    redo: model.redo,
    print: () => print(),
  };
}

const placementOf = (fen: string) => fen.split(" ", 2).join(" ");

/** Returns whether a puzzle matches the choices of the form. */
function isChosen({ kind, length, grade, themes }: Puzzle, data: FormData): boolean {
  const is = (name: string, value: string) => {
    const chosen = data.get(name);
    return !chosen || chosen === value;
  };
  const motif = String(data.get("motif") ?? "");
  return (
    is("kind", kind) &&
    is("length", String(length)) &&
    is("grade", String(grade)) &&
    (motif === "" || themes.includes(motif))
  );
}

/** Moves the focus to the same control of the row to which a position has been moved. */
function followFocus(index: number) {
  const focused = document.activeElement;
  const row = focused?.closest(".worksheet-item");
  if (!focused || !row) return;
  const controls = (of: Element) => [...of.querySelectorAll<HTMLElement>("input, button")];
  const place = controls(row).findIndex((control) => control === focused);
  requestAnimationFrame(() => {
    const target = document.querySelectorAll(".worksheet-item")[index];
    if (target) controls(target)[place]?.focus();
  });
}
